import {
  isBrace,
  type QcReport,
  type QcStatement,
  type QcToken,
  QcWords,
  qcError,
} from "../qc-statements.ts";
import type { QcAnimation, QcSequence } from "../qc-types.ts";
import { NO_EXTRAS } from "./motion-types.ts";
import { ANIMATION_OPTIONS, type MutableSequence, SEQUENCE_OPTIONS } from "./sequence-options.ts";

const DEFAULT_FPS = 30;
const DEFAULT_FADE = 0.2;

/** A sequence's grid has at most as many blends each way. */
const MAX_BLENDS = 0xff;

/** `$animation <name> <file> [options]`, options in a block or not. */
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

/** `$sequence <name> <file or animation> [options]`. */
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

/** Without a width they are one row. */
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

/** Words of other tools or of the real one that are not read, and how many each takes with it. */
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

/** A word that is read; of others their names go to `unknown`. */
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
    // Braces only put options together; what is not known goes with all that is in it.
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
