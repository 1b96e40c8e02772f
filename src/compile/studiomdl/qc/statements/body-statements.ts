/** Statements for bodies, levels of detail and materials. */

import { parseFlexExpression } from "../../flex/flex-expression.ts";
import {
  blockOf,
  isBrace,
  type QcReport,
  type QcStatement,
  QcWords,
  qcError,
} from "../qc-statements.ts";
import type {
  QcBodyPart,
  QcFlex,
  QcFlexController,
  QcFlexFile,
  QcFlexRule,
  QcLod,
  QcModel,
  QcReplacement,
} from "../qc-types.ts";
import type { QcEyeball, QcMouth } from "../rig/rig-types.ts";
import type { ReadContext, Statements } from "./statement.ts";

// Face statements inside `$model`: `flexfile`, `flexcontroller`, `localvar` and rules, `%name =
// expression`.

function readEyeball(words: QcWords, line: number): QcEyeball {
  const name = words.text("a name");
  const bone = words.text("a bone");
  const position = words.vector("x y z");
  const material = words.text("a material");
  const diameter = words.number("a diameter");
  const angle = words.number("degrees");
  words.text("the iris' material");
  const pupilScale = words.number("how large the pupil is");
  if (pupilScale <= 0) {
    throw qcError("bad-value", "eyeball", line, "a pupil larger than 0", `${pupilScale}`);
  }
  if (Math.abs(angle) >= 90) {
    throw qcError("bad-value", "eyeball", line, "less than 90 degrees", `${angle}`);
  }
  return { name, bone, position, material, diameter, angle, pupilScale, line };
}

function readMouth(words: QcWords, line: number): QcMouth {
  const row = words.integer("its number");
  const flex = words.text("a movement");
  return { row, flex, bone: words.text("a bone"), forward: words.vector("x y z"), line };
}

export interface QcFace {
  readonly flexFile: QcFlexFile | null;
  readonly eyeballs: readonly QcEyeball[];
  readonly mouths: readonly QcMouth[];
  readonly controllers: readonly QcFlexController[];
  /** `localvar`: flexes without a shape, for rules. */
  readonly variables: readonly string[];
  readonly rules: readonly QcFlexRule[];
}

/** @throws FormatError "QC" */
function readFace(statement: QcStatement, report: QcReport): QcFace {
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
      // Skips the option's values, which are on the same line.
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
      // A `flexpair` with width 0 is a single flex.
      const split = option === "flex" ? null : words.number("the width between its sides") || null;
      const frame = readFrame(words);
      flexes.push({ name, frame, split, position: readPosition(words), line: token.line });
    } else {
      report.warn(`line ${token.line}: ${token.text} is unknown and was skipped`);
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

/** Reads `position <weight>`; 1 if missing. */
function readPosition(words: QcWords): number {
  const next = words.peek();
  if (next?.isQuoted !== false || next.text.toLowerCase() !== "position") return 1;
  words.take("position");
  const position = words.number("a weight");
  if (position > 0) return position;
  throw qcError("bad-value", "flex", words.line, "a weight above 0", `${position}`);
}

/** Reads `flexcontroller <group> [range <least> <most>] <name>...`, to the end of its line. */
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

/** Reads a rule to the end of its line. */
function readRule(name: string, words: QcWords): QcFlexRule {
  const { line } = words;
  const rest = readLine(words, line);
  // Scripts have both "%a = b" and "%a=b".
  const [left, ...right] = `${name} ${rest.join(" ")}`.split("=");
  if (right.length !== 1) throw qcError("syntax", "rule", line, "%name = expression", name);
  const descriptor = left.trim().slice(1);
  return { descriptor, operations: parseFlexExpression(right[0], line), line };
}

/**
 * LOD commands that are skipped, with their number of words. All but the facial ones give a
 * warning.
 */
const IGNORED: Readonly<Record<string, number>> = {
  facial: 0,
  nofacial: 0,
  replacebone: 2,
  replacematerial: 2,
  bonetreecollapse: 1,
  use_shadowlod_materials: 0,
};

/** Reads `$lod <metric> { ... }` or `$shadowlod { ... }`. */
function readLod(statement: QcStatement, words: QcWords, report: QcReport): QcLod {
  const { command, line } = statement;
  const switchPoint = command === "$shadowlod" ? -1 : words.number("a switch point");
  if (command === "$lod" && switchPoint < 0) {
    throw qcError("bad-value", command, line, "a switch point >= 0", `${switchPoint}`);
  }
  const rows = blockOf(statement);
  const replacements: QcReplacement[] = [];
  const removedMeshes: string[] = [];
  while (rows.hasMore) {
    const option = rows.take("replacemodel");
    const name = option.text.toLowerCase();
    switch (name) {
      case "replacemodel": {
        const from = rows.text("the name of an SMD");
        const to = rows.text("the name of an SMD");
        replacements.push({ from, to, line: option.line });
        break;
      }
      case "removemodel":
        replacements.push({ from: rows.text("the name of an SMD"), to: null, line: option.line });
        break;
      case "removemesh":
        removedMeshes.push(rows.text("the name of a material"));
        break;
      default: {
        const count = Object.hasOwn(IGNORED, name) ? IGNORED[name] : undefined;
        if (count === undefined) {
          const expected = "replacemodel, removemodel or removemesh";
          throw qcError("unsupported", command, option.line, expected, option.text);
        }
        for (let i = 0; i < count; i++) rows.text(`${count} words after ${name}`);
        if (name !== "facial" && name !== "nofacial") {
          report.warn(`line ${option.line}: ${name} is not applied here`);
        }
      }
    }
  }
  return { switchPoint, replacements, removedMeshes, line };
}

/**
 * Most names in a skin table. Each group is appended to the columns of all before it, and shorter
 * groups repeat.
 */
const MAX_SKIN_NAMES = 1 << 14;

/** Reads rows `{ "a" "b" }`. Rows of further groups are appended to the first group's rows. */
function readSkins(statement: QcStatement, known: readonly (readonly string[])[]): string[][] {
  const tokens = blockOf(statement);
  const rows: string[][] = [];
  while (tokens.hasMore) {
    const open = tokens.take("{");
    if (!isBrace(open, "{")) {
      throw qcError("syntax", statement.command, open.line, "a row { }", open.text);
    }
    const row: string[] = [];
    for (let token = tokens.take("}"); !isBrace(token, "}"); token = tokens.take("}")) {
      row.push(token.text);
    }
    const wanted = rows[0]?.length ?? row.length;
    if (row.length !== wanted || wanted === 0) {
      const expected = `a row of ${wanted === 0 ? "at least one material" : `${wanted} materials`}`;
      throw qcError("bad-count", statement.command, tokens.line, expected, `${row.length}`);
    }
    rows.push(row);
  }
  if (known.length === 0) return rows;
  const count = Math.max(known.length, rows.length);
  const width = known[0].length + (rows[0]?.length ?? 0);
  if (count * width > MAX_SKIN_NAMES) {
    const expected = `groups that make at most ${MAX_SKIN_NAMES} names together`;
    const found = `${count} skins of ${width}`;
    throw qcError("bad-count", statement.command, statement.line, expected, found);
  }
  return Array.from({ length: count }, (_, i) => [
    ...(known[i] ?? known[0]),
    ...(rows[i] ?? rows[0] ?? []),
  ]);
}

export const BODY_STATEMENTS: Statements = {
  $body: { block: "open", read: readBody },
  $model: { block: "open", read: readBody },
  $bodygroup: {
    block: "own",
    read: ({ qc, words, statement }) => void qc.bodyParts.push(readBodyGroup(statement, words)),
  },
  $lod: { block: "own", read: readLevel },
  $shadowlod: { block: "own", read: readLevel },
  $cdmaterials: {
    read({ qc, words }) {
      while (words.hasMore) qc.materialDirs.push(words.text("a folder"));
    },
  },
  $texturegroup: {
    block: "own",
    read({ qc, words, statement }) {
      words.text("a name");
      // Like in the real tool, further groups are more materials of the same skins.
      qc.skins = readSkins(statement, qc.skins);
    },
  },
};

function readLevel({ qc, words, statement, report }: ReadContext): void {
  qc.lods.push(readLod(statement, words, report));
}

function readBody({ qc, words, statement, report }: ReadContext): void {
  const { command, line } = statement;
  const name = words.text("a name");
  const file = words.text("the name of an SMD");
  if (words.hasMore) report.warn(`line ${line}: options of ${command} are not read`);
  if (statement.block === null) {
    qc.bodyParts.push({ name, models: [{ file, line }] });
    return;
  }
  const { flexFile, eyeballs, mouths, controllers, variables, rules } = readFace(statement, report);
  qc.bodyParts.push({
    name,
    models: [{ file, flexFile, ...(eyeballs.length > 0 && { eyeballs }), line }],
  });
  qc.mouths.push(...mouths);
  qc.flexControllers.push(...controllers);
  qc.flexVariables.push(...variables);
  qc.flexRules.push(...rules);
}

function readBodyGroup(statement: QcStatement, words: QcWords): QcBodyPart {
  const name = words.text("a name");
  const rows = blockOf(statement);
  const models: QcModel[] = [];
  while (rows.hasMore) {
    const { text, line } = rows.take("studio or blank");
    if (text.toLowerCase() === "blank") models.push({ file: null, line });
    else if (text.toLowerCase() === "studio") {
      models.push({ file: rows.text("the name of an SMD"), line });
    } else throw qcError("syntax", statement.command, line, "studio or blank", text);
  }
  if (models.length === 0) {
    throw qcError("bad-count", statement.command, statement.line, "at least one model", "none");
  }
  return { name, models };
}
