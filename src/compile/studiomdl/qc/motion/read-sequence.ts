import { isBrace, type QcReport, type QcStatement, QcWords, qcError } from "./qc-statements.ts";
import type { QcAnimation, QcSequence } from "./qc-types.ts";

const DEFAULT_FPS = 30;
const DEFAULT_FADE = 0.2;

/** A sequence's grid has at most as many blends each way. */
const MAX_BLENDS = 0xff;

type Lists = "others" | "blendAxes";
type MutableSequence = {
  -readonly [Key in keyof QcSequence]: Key extends Lists
    ? QcSequence[Key][number][]
    : QcSequence[Key];
};

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
  const { name, file, fps, isLooping, delta, frames, line } = source;
  return { name, file, fps, isLooping, delta, frames, line };
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
    isSnapping: false,
    isAutoplaying: false,
    others: [],
    blendWidth: 0,
    blendAxes: [],
    weightList: "",
  };
  const unknown: string[] = [];
  const block = new QcWords(statement.command, statement.line, statement.block ?? []);
  for (const words of [lineWords, block]) {
    while (words.hasMore) {
      const inside = words.peek(1);
      if (words.skipBlock()) {
        if (inside !== undefined && !isBrace(inside, "}")) unknown.push(inside.text);
        continue;
      }
      readOption(sequence, words, unknown);
    }
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

function readOption(sequence: MutableSequence, words: QcWords, unknown: string[]): void {
  const { text, isQuoted } = words.take("an option");
  switch (text.toLowerCase()) {
    case "fps":
      sequence.fps = words.number("frames a second");
      if (sequence.fps <= 0) {
        throw qcError("bad-value", words.command, words.line, "fps above 0", `${sequence.fps}`);
      }
      return;
    case "loop":
      sequence.isLooping = true;
      return;
    case "delta":
      sequence.delta = "post";
      return;
    case "predelta":
      sequence.delta = "pre";
      return;
    case "blendwidth":
      sequence.blendWidth = words.number("a count of columns");
      return;
    case "blend":
      sequence.blendAxes.push({
        poseParameter: words.text("a pose parameter"),
        start: words.number("its value at the first blend"),
        end: words.number("its value at the last"),
      });
      return;
    case "weightlist":
      sequence.weightList = words.text("the name of a $weightlist");
      return;
    case "snap":
      sequence.isSnapping = true;
      return;
    case "autoplay":
      sequence.isAutoplaying = true;
      return;
    case "fadein":
      sequence.fadeIn = words.number("seconds");
      return;
    case "fadeout":
      sequence.fadeOut = words.number("seconds");
      return;
    case "frame":
    case "frames":
      sequence.frames = [words.number("a first frame"), words.number("a last frame")];
      return;
    case "activity":
      sequence.activity = words.text("an activity");
      sequence.activityWeight = words.optionalNumber() ?? 1;
      return;
  }
  if (!isQuoted && /^ACT_/i.test(text)) {
    sequence.activity = text;
    sequence.activityWeight = words.optionalNumber() ?? 1;
  } else if (sequence.file === "") {
    sequence.file = text;
  } else if (isQuoted) {
    sequence.others.push(text);
  } else {
    unknown.push(text);
    while (words.optionalNumber() !== null);
  }
}
