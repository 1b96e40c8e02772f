/** What a `$model` says of its face: `flexfile`, `flexcontroller` and rules, `%name = expression`. */

import { parseFlexExpression } from "../flex/flex-expression.ts";
import { isBrace, type QcReport, type QcStatement, QcWords, qcError } from "./qc-statements.ts";
import type { QcFlex, QcFlexController, QcFlexFile, QcFlexRule } from "./qc-types.ts";

export interface QcFace {
  readonly flexFile: QcFlexFile | null;
  readonly controllers: readonly QcFlexController[];
  readonly rules: readonly QcFlexRule[];
}

/** @throws FormatError "QC" */
export function readFace(statement: QcStatement, report: QcReport): QcFace {
  const { command, line, block } = statement;
  const words = new QcWords(command, line, block ?? []);
  const controllers: QcFlexController[] = [];
  const rules: QcFlexRule[] = [];
  const unread = new Set<string>();
  let flexFile: QcFlexFile | null = null;
  while (words.hasMore) {
    const option = words.take("an option");
    const name = option.text.toLowerCase();
    if (name === "flexfile") flexFile = readFlexFile(words, report);
    else if (name === "flexcontroller") controllers.push(...readControllers(words));
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
  return { flexFile, controllers, rules };
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
    } else if (option === "flex") {
      const name = words.text("a name");
      flexes.push({ name, frame: readFrame(words), line: token.line });
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

/** To the end of its line. */
function readRule(name: string, words: QcWords): QcFlexRule {
  const { line } = words;
  const rest: string[] = [];
  while (words.hasMore && words.peek()!.line === line) rest.push(words.text("a value"));
  // Both "%a = b" and "%a=b" are written.
  const [left, ...right] = `${name} ${rest.join(" ")}`.split("=");
  if (right.length !== 1) throw qcError("syntax", "rule", line, "%name = expression", name);
  const descriptor = left.trim().slice(1);
  return { descriptor, operations: parseFlexExpression(right[0], line), line };
}
