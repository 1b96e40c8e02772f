/** Reads `$animation` and `$sequence`. */

import {
  isBrace,
  type QcReport,
  type QcStatement,
  type QcToken,
  QcWords,
  qcError,
} from "../qc-statements.ts";
import type { QcAnimation, QcSequence } from "../qc-types.ts";
import { formatKeyValues } from "../rig/key-values-text.ts";
import { motionOf } from "../rig/motions.ts";
import {
  LAYER_FLAGS,
  NO_EXTRAS,
  type QcSpan,
  type QcTransition,
  SEQUENCE_FLAGS,
} from "./motion-types.ts";
import { readIkRule } from "./read-ik-rule.ts";

// Words of `$animation` and `$sequence`, from the Valve Developer Community's pages.

type MutableSequence = {
  -readonly [Key in keyof QcSequence]: Key extends "frames"
    ? QcSequence[Key]
    : QcSequence[Key] extends readonly (infer Row)[]
      ? Row[]
      : QcSequence[Key];
};

/** @param line of the word itself */
type ReadOption = (sequence: MutableSequence, words: QcWords, line: number) => void;
type Options = Readonly<Record<string, ReadOption>>;

/** Options of both statements. */
const ANIMATION_OPTIONS: Options = {
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

/**
 * Most `walkframe`s and `ikrule`s per animation (`MAXSTUDIOMOVEKEYS`, `MAXSTUDIOIKRULES`). Each
 * processes all frames.
 */
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

/** Options of `$sequence` only. */
const SEQUENCE_OPTIONS: Options = {
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

/** Returns an option with a single value. */
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

const DEFAULT_FPS = 30;
const DEFAULT_FADE = 0.2;

/** Most blends of a sequence's grid in each direction. */
const MAX_BLENDS = 0xff;

/** Reads `$animation <name> <file> [options]`, with options in a block or not. */
export function readAnimation(
  statement: QcStatement,
  words: QcWords,
  report: QcReport,
): QcAnimation {
  const name = words.text("a name");
  const { activity: _, ...animation } = readOptions(statement, words, name, report);
  return pickAnimation(animation);
}

function pickAnimation(source: Omit<QcSequence, "activity">): QcAnimation {
  const { name, file, fps, isLooping, delta, frames, walkFrames, ikRules, line } = source;
  return { name, file, fps, isLooping, delta, frames, walkFrames, ikRules, line };
}

/** Reads `$sequence <name> <file or animation> [options]`. */
export function readSequence(statement: QcStatement, words: QcWords, report: QcReport): QcSequence {
  return readOptions(statement, words, words.text("a name"), report);
}

function readOptions(
  statement: QcStatement,
  lineWords: QcWords,
  name: string,
  report: QcReport,
): QcSequence {
  const sequence: MutableSequence = {
    name,
    file: "",
    fps: DEFAULT_FPS,
    isLooping: false,
    delta: null,
    frames: null,
    line: statement.line,
    activity: "",
    activityWeight: 1,
    fadeIn: DEFAULT_FADE,
    fadeOut: DEFAULT_FADE,
    others: [],
    blendWidth: 0,
    blendAxes: [],
    weightList: "",
    ...NO_EXTRAS,
    walkFrames: [],
    ikRules: [],
    events: [],
    layers: [],
    ikLocks: [],
    activityModifiers: [],
  };
  const isAnimation = statement.command === "$animation";
  const unknown: string[] = [];
  const block = new QcWords(statement.command, statement.line, statement.block ?? []);
  for (const words of [lineWords, block]) {
    while (words.hasMore) readOption(sequence, words, isAnimation, unknown);
  }
  if (sequence.file === "") {
    const { command, line } = statement;
    throw qcError("syntax", command, line, "the name of an SMD or an animation", "none");
  }
  checkBlends(sequence);
  if (unknown.length > 0) {
    const list = unknown.join(", ");
    report.warn(`line ${statement.line}: of ${statement.command} "${name}" not read: ${list}`);
  }
  return sequence;
}

/** Checks the blend grid. Without a width, all blends form one row. */
function checkBlends(sequence: MutableSequence): void {
  const count = 1 + sequence.others.length;
  sequence.blendWidth ||= Math.min(count, MAX_BLENDS);
  const { blendWidth, blendAxes, line } = sequence;
  const rows = count / blendWidth;
  if (Number.isInteger(rows) && blendWidth <= MAX_BLENDS && rows <= MAX_BLENDS && blendWidth > 0) {
    if (blendAxes.length <= 2) return;
    throw qcError("bad-count", "blend", line, "at most two", String(blendAxes.length));
  }
  const expected = `rows of ${blendWidth} blends, at most ${MAX_BLENDS} each way`;
  throw qcError("bad-count", "$sequence", line, expected, String(count));
}

/** Known words that are skipped, with the number of words that follow each. */
const PASSED_OVER: Readonly<Record<string, number>> = {
  subtract: 2,
  presubtract: 2,
  fixuploop: 2,
  numframes: 1,
  rotateto: 1,
  motionrollback: 1,
  calcblend: 3,
  localhierarchy: 2,
  align: 1,
  scale: 1,
  angles: 3,
  origin: 3,
  rotate: 1,
};

/** Reads an option. Adds the names of unknown options to `unknown`. */
function readOption(
  sequence: MutableSequence,
  words: QcWords,
  isAnimation: boolean,
  unknown: string[],
): void {
  if (words.peek()?.isQuoted === false && isBrace(words.peek()!, "}")) {
    words.take("}");
    return;
  }
  if (isBrace(words.peek()!, "{")) {
    // Braces only group options. An unknown option is skipped with its block.
    const inside = words.peek(1)!;
    if (isOption(inside) || isBrace(inside, "}") || isBrace(inside, "{")) words.take("{");
    else {
      unknown.push(inside.text);
      words.skipBlock();
    }
    return;
  }
  const token = words.take("an option");
  const { text, isQuoted, line } = token;
  const option = text.toLowerCase();
  if (isOption(token)) {
    if (Object.hasOwn(ANIMATION_OPTIONS, option)) ANIMATION_OPTIONS[option](sequence, words, line);
    else {
      if (isAnimation) unknown.push(text);
      SEQUENCE_OPTIONS[option](sequence, words, line);
    }
  } else if (!isQuoted && /^ACT_/i.test(text)) {
    sequence.activity = text;
    sequence.activityWeight = words.optionalNumber() ?? 1;
  } else if (!isQuoted && Object.hasOwn(PASSED_OVER, option)) {
    unknown.push(text);
    for (let i = 0; i < PASSED_OVER[option] && words.peek()?.line === line; i++) words.text("");
  } else if (sequence.file === "") {
    sequence.file = text;
  } else if (isQuoted) {
    sequence.others.push(text);
  } else {
    unknown.push(text);
    while (words.optionalNumber() !== null);
  }
}

function isOption({ text, isQuoted }: QcToken): boolean {
  const option = text.toLowerCase();
  if (isQuoted) return false;
  return Object.hasOwn(ANIMATION_OPTIONS, option) || Object.hasOwn(SEQUENCE_OPTIONS, option);
}
