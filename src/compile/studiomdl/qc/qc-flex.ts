/** What a `$model` says of its face: `flexfile`, `flexcontroller`, `localvar` and rules, `%name = expression`. */

import { parseFlexExpression } from "../flex/flex-expression.ts";
import type { QcEyeball, QcMouth } from "./face/face-types.ts";
import { readEyeball, readMouth } from "./face/read-eyes.ts";
import { isBrace, type QcReport, type QcStatement, QcWords, qcError } from "./qc-statements.ts";
import type { QcFlex, QcFlexController, QcFlexFile, QcFlexRule } from "./qc-types.ts";

export interface QcFace {
  readonly flexFile: QcFlexFile | null;
  readonly eyeballs: readonly QcEyeball[];
  readonly mouths: readonly QcMouth[];
  readonly controllers: readonly QcFlexController[];
  /** `localvar`: movements of no shape, for rules. */
  readonly variables: readonly string[];
  readonly rules: readonly QcFlexRule[];
}

/** @throws FormatError "QC" */
export function readFace(statement: QcStatement, report: QcReport): QcFace {
  const { command, line, block } = statement;
  const words = new QcWords(command, line, block ?? []);
  const controllers: QcFlexController[] = [];
  const rules: QcFlexRule[] = [];
  const eyeballs: QcEyeball[] = [];
  const mouths: QcMouth[] = [];
  const variables: string[] = [];
  const unread = new Set<string>();
  let flexFile: QcFlexFile | null = null;
  while (words.hasMore) {
    const option = words.take("an option");
    const name = option.text.toLowerCase();
    if (name === "flexfile") flexFile = readFlexFile(words, report);
    else if (name === "flexcontroller") controllers.push(...readControllers(words));
    else if (name === "eyeball") eyeballs.push(readEyeball(words, option.line));
    else if (name === "mouth") mouths.push(readMouth(words, option.line));
    else if (name === "localvar") variables.push(...readLine(words, option.line));
    else if (name.startsWith("%") && !option.isQuoted) rules.push(readRule(option.text, words));
    else {
      unread.add(name);
      // Its values are on its line.
      while (words.hasMore && words.peek()!.line === option.line) words.take("a value");
      words.skipBlock();
    }
  }
  if (unread.size > 0) {
    report.warn(`line ${line}: of ${command} not read: ${[...unread].join(", ")}`);
  }
  return { flexFile, eyeballs, mouths, controllers, variables, rules };
}

function readFlexFile(words: QcWords, report: QcReport): QcFlexFile {
  const { text: file, line } = words.take("the name of a VTA");
  const flexes: QcFlex[] = [];
  const open = words.take("{");
  if (!isBrace(open, "{")) throw qcError("syntax", "flexfile", open.line, "{", open.text);
  for (let token = words.take("}"); !isBrace(token, "}"); token = words.take("}")) {
    const option = token.text.toLowerCase();
    if (option === "defaultflex") {
      readFrame(words);
    } else if (option === "flex" || option === "flexpair") {
      const name = words.text("a name");
      // Without a width a pair is none.
      const split = option === "flex" ? null : words.number("the width between its sides") || null;
      const frame = readFrame(words);
      flexes.push({ name, frame, split, position: readPosition(words), line: token.line });
    } else {
      report.warn(`line ${token.line}: ${token.text} is not known here and was passed over`);
      while (words.hasMore && words.peek()!.line === token.line && !isBrace(words.peek()!, "}")) {
        words.take("a value");
      }
    }
  }
  return { file, flexes, line };
}

function readFrame(words: QcWords): number {
  const { text, line } = words.take("frame");
  if (text.toLowerCase() !== "frame") throw qcError("syntax", "flex", line, "frame", text);
  return words.number("the time of a shape");
}

/** `position <weight>`; 1 where it is not said. */
function readPosition(words: QcWords): number {
  const next = words.peek();
  if (next?.isQuoted !== false || next.text.toLowerCase() !== "position") return 1;
  words.take("position");
  const position = words.number("a weight");
  if (position > 0) return position;
  throw qcError("bad-value", "flex", words.line, "a weight above 0", `${position}`);
}

/** `flexcontroller <group> [range <least> <most>] <name>...`, to the end of its line. */
function readControllers(words: QcWords): QcFlexController[] {
  const { text: type, line } = words.take("a group");
  const found: QcFlexController[] = [];
  let [min, max] = [0, 1];
  while (words.hasMore && words.peek()!.line === line) {
    const { text, isQuoted } = words.take("a name");
    if (text.toLowerCase() === "range" && !isQuoted) {
      min = words.number("the least value");
      max = words.number("the most");
    } else {
      found.push({ type, name: text, min, max, line });
    }
  }
  return found;
}

function readLine(words: QcWords, line: number): string[] {
  const rest: string[] = [];
  while (words.hasMore && words.peek()!.line === line) rest.push(words.text("a value"));
  return rest;
}

/** To the end of its line. */
function readRule(name: string, words: QcWords): QcFlexRule {
  const { line } = words;
  const rest = readLine(words, line);
  // Both "%a = b" and "%a=b" are written.
  const [left, ...right] = `${name} ${rest.join(" ")}`.split("=");
  if (right.length !== 1) throw qcError("syntax", "rule", line, "%name = expression", name);
  const descriptor = left.trim().slice(1);
  return { descriptor, operations: parseFlexExpression(right[0], line), line };
}
