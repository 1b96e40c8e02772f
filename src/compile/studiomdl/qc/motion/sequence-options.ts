/** Words of `$animation` and `$sequence`, and what each says. The Valve Developer Community's pages have them. */

import { isBrace, type QcToken, type QcWords, qcError } from "../qc-statements.ts";
import type { QcSequence } from "../qc-types.ts";
import { formatKeyValues } from "../rig/key-values-text.ts";
import { motionOf } from "../rig/motions.ts";
import { LAYER_FLAGS, SEQUENCE_FLAGS } from "./motion-flags.ts";
import type { QcSpan, QcTransition } from "./motion-types.ts";
import { readIkRule } from "./read-ik-rule.ts";

export type MutableSequence = {
  -readonly [Key in keyof QcSequence]: Key extends "frames"
    ? QcSequence[Key]
    : QcSequence[Key] extends readonly (infer Row)[]
      ? Row[]
      : QcSequence[Key];
};

/** @param line of the word itself */
type ReadOption = (sequence: MutableSequence, words: QcWords, line: number) => void;
type Options = Readonly<Record<string, ReadOption>>;

/** Of both. */
export const ANIMATION_OPTIONS: Options = {
  fps(sequence, words) {
    sequence.fps = words.number("frames a second");
    if (sequence.fps > 0) return;
    throw qcError("bad-value", words.command, words.line, "fps above 0", `${sequence.fps}`);
  },
  loop: one("isLooping", () => true),
  delta: one("delta", () => "post"),
  predelta: one("delta", () => "pre"),
  frame: one("frames", readFrames),
  frames: one("frames", readFrames),
  walkframe(sequence, words, line) {
    const endFrame = words.integer("a frame");
    if (endFrame < 0) throw qcError("bad-value", "walkframe", line, "a frame", `${endFrame}`);
    let motion = 0;
    for (;;) {
      const { text = "", isQuoted = true } = words.peek() ?? {};
      const axis = isQuoted ? undefined : motionOf(text);
      if (axis === undefined) break;
      motion |= axis;
      words.take("an axis");
    }
    sequence.walkFrames.push({ endFrame, motion, line });
    checkCount("walkframe", sequence.walkFrames.length, line);
  },
  ikrule(sequence, words, line) {
    sequence.ikRules.push(readIkRule(words, line));
    checkCount("ikrule", sequence.ikRules.length, line);
  },
};

/** `MAXSTUDIOMOVEKEYS`, `MAXSTUDIOIKRULES`: each goes through all frames. */
const MAX_RULES = 64;

function checkCount(option: string, count: number, line: number): void {
  if (count <= MAX_RULES) return;
  throw qcError("bad-count", option, line, `at most ${MAX_RULES} an animation`, `${count}`);
}

const FLAG_OPTIONS: Options = Object.fromEntries(
  Object.entries(SEQUENCE_FLAGS).map(([name, bits]) => [
    name,
    (sequence: MutableSequence) => {
      sequence.flags |= bits;
    },
  ]),
);

/** Of `$sequence` alone. */
export const SEQUENCE_OPTIONS: Options = {
  ...FLAG_OPTIONS,
  blendwidth: one("blendWidth", (words) => words.number("a count of columns")),
  blend: (sequence, words) =>
    void sequence.blendAxes.push({
      poseParameter: words.text("a pose parameter"),
      start: words.number("its value at the first blend"),
      end: words.number("its value at the last"),
    }),
  weightlist: one("weightList", (words) => words.text("the name of a $weightlist")),
  fadein: one("fadeIn", (words) => words.number("seconds")),
  fadeout: one("fadeOut", (words) => words.number("seconds")),
  activity(sequence, words) {
    sequence.activity = words.text("an activity");
    sequence.activityWeight = words.optionalNumber() ?? 1;
  },
  activitymodifier: (sequence, words) =>
    void sequence.activityModifiers.push(words.text("a modifier")),
  event(sequence, words, line) {
    const name = words.text("a name or a number");
    const frame = words.number("a frame");
    const next = words.peek();
    const hasOptions = next !== undefined && next.line === line && !isEnd(next);
    const options = hasOptions ? words.text("options") : "";
    sequence.events.push({ name, frame, options, line });
  },
  addlayer: (sequence, words, line) => readLayer(sequence, words, line, null),
  blendlayer: (sequence, words, line) => readLayer(sequence, words, line, readSpan),
  iklock: (sequence, words, line) =>
    void sequence.ikLocks.push({
      chain: words.text("an $ikchain"),
      positionWeight: words.number("how far it stays"),
      rotationWeight: words.number("how far its turn stays"),
      line,
    }),
  node: one("transition", (words): QcTransition => {
    const node = words.text("a node");
    return { entry: node, exit: node, isReversible: false };
  }),
  transition: one("transition", (words) => readTransition(words, false)),
  rtransition: one("transition", (words) => readTransition(words, true)),
  posecycle: one("cyclePose", (words) => words.text("a pose parameter")),
  keyvalues(sequence, words) {
    const open = words.take("{");
    if (!isBrace(open, "{")) throw qcError("syntax", "keyvalues", open.line, "{", open.text);
    const inside: QcToken[] = [];
    for (let depth = 1; ; ) {
      const token = words.take("}");
      if (isBrace(token, "{")) depth++;
      else if (isBrace(token, "}") && --depth === 0) break;
      inside.push(token);
    }
    sequence.keyValues = formatKeyValues(inside);
  },
};

/** A word that is one value. */
function one<Key extends keyof MutableSequence>(
  key: Key,
  read: (words: QcWords) => MutableSequence[Key],
): ReadOption {
  return (sequence, words) => {
    sequence[key] = read(words);
  };
}

const isEnd = (token: QcToken): boolean => isBrace(token, "{") || isBrace(token, "}");

function readFrames(words: QcWords): [number, number] {
  return [words.number("a first frame"), words.number("a last frame")];
}

function readTransition(words: QcWords, isReversible: boolean): QcTransition {
  return { entry: words.text("a node"), exit: words.text("a node"), isReversible };
}

function readSpan(words: QcWords): QcSpan {
  const [start, peak, tail] = words.vector("where it begins, is whole and is whole still");
  return [start, peak, tail, words.number("where it ends")];
}

function readLayer(
  sequence: MutableSequence,
  words: QcWords,
  line: number,
  read: ((words: QcWords) => QcSpan) | null,
): void {
  const name = words.text("a sequence");
  const span = read?.(words) ?? null;
  let flags = 0;
  let poseParameter = "";
  for (let token = words.peek(); token !== undefined; token = words.peek()) {
    const option = token.text.toLowerCase();
    if (token.isQuoted) break;
    if (option === "poseparameter" && span !== null) {
      words.take(option);
      poseParameter = words.text("a pose parameter");
    } else if (Object.hasOwn(LAYER_FLAGS, option)) {
      words.take(option);
      flags |= LAYER_FLAGS[option];
    } else break;
  }
  sequence.layers.push({ sequence: name, span, poseParameter, flags, line });
}
