import { readFace } from "./qc-flex.ts";
import { readLod } from "./qc-lod.ts";
import { readAnimation, readSequence } from "./qc-sequence.ts";
import {
  blockOf,
  isBrace,
  type QcReport,
  type QcStatement,
  QcWords,
  qcError,
  readStatements,
} from "./qc-statements.ts";
import type { Qc, QcBodyPart, QcModel, QcPoseParameter } from "./qc-types.ts";
import { readWeightList } from "./qc-weights.ts";

const CONTENTS: Readonly<Record<string, number>> = {
  solid: 0x1,
  notsolid: 0x0,
  grate: 0x8,
  monster: 0x2000000,
  ladder: 0x20000000,
};

/** More than a skin table holds. Each group is put beside all before it, and shorter ones repeat. */
const MAX_SKIN_NAMES = 1 << 14;

type Lists =
  | "bodyParts"
  | "lods"
  | "animations"
  | "sequences"
  | "materialDirs"
  | "includedModels"
  | "poseParameters"
  | "weightLists"
  | "flexControllers"
  | "flexVariables"
  | "flexRules";
type MutableQc = { -readonly [Key in keyof Qc]: Key extends Lists ? Qc[Key][number][] : Qc[Key] };

/**
 * Parses a QC. Commands that are not known are passed over with a warning.
 * @throws FormatError "QC" with the line
 */
export function parseQc(text: string, report: QcReport): Qc {
  const qc: MutableQc = {
    modelName: "",
    isStaticProp: false,
    bodyParts: [],
    lods: [],
    animations: [],
    includedModels: [],
    poseParameters: [],
    weightLists: [],
    flexControllers: [],
    flexVariables: [],
    flexRules: [],
    sequences: [],
    materialDirs: [],
    skins: [],
    surfaceProp: "default",
    scale: 1,
    origin: [0, 0, 0],
    originYaw: 0,
    upAxis: "z",
    illumPosition: null,
    collisionBox: null,
    viewBox: null,
    isMostlyOpaque: false,
    isOpaque: false,
    contents: CONTENTS.solid,
    mass: 1,
  };
  const statements = readStatements(text);
  for (const statement of statements) readStatement(qc, statement, report);
  const lastLine = statements.at(-1)?.line ?? 1;
  if (qc.modelName === "") throw qcError("bad-value", "script", lastLine, "a $modelname", "none");
  const isEmpty = qc.bodyParts.length === 0 && qc.sequences.length === 0;
  if (isEmpty) {
    const expected = "a $body, $model, $bodygroup or $sequence";
    throw qcError("bad-count", "script", lastLine, expected, "none");
  }
  return qc;
}

function readStatement(qc: MutableQc, statement: QcStatement, report: QcReport): void {
  const { command, line } = statement;
  const words = new QcWords(command, line, statement.words);
  let usesBlock = false;
  switch (command) {
    case "$modelname":
      qc.modelName = readModelName(words);
      break;
    case "$staticprop":
      qc.isStaticProp = true;
      break;
    case "$body":
    case "$model": {
      const name = words.text("a name");
      const file = words.text("the name of an SMD");
      if (words.hasMore) report.warn(`line ${line}: options of ${command} are not read`);
      if (statement.block === null) {
        qc.bodyParts.push({ name, models: [{ file, line }] });
        return;
      }
      const { flexFile, controllers, variables, rules } = readFace(statement, report);
      qc.bodyParts.push({ name, models: [{ file, flexFile, line }] });
      qc.flexControllers.push(...controllers);
      qc.flexVariables.push(...variables);
      qc.flexRules.push(...rules);
      return;
    }
    case "$bodygroup":
      qc.bodyParts.push(readBodyGroup(statement, words));
      usesBlock = true;
      break;
    case "$lod":
    case "$shadowlod":
      qc.lods.push(readLod(statement, words, report));
      usesBlock = true;
      break;
    case "$animation":
      qc.animations.push(readAnimation(statement, words, report));
      return;
    case "$sequence":
      qc.sequences.push(readSequence(statement, words, report));
      return;
    case "$poseparameter":
      qc.poseParameters.push(readPoseParameter(words));
      break;
    case "$weightlist":
      qc.weightLists.push(readWeightList(statement, words));
      usesBlock = true;
      break;
    case "$includemodel":
      qc.includedModels.push(words.text("a model").replaceAll("\\", "/"));
      break;
    case "$cdmaterials":
      while (words.hasMore) qc.materialDirs.push(words.text("a folder"));
      break;
    case "$texturegroup":
      words.text("a name");
      // As in the real tool, further groups are other material lists of the same skins.
      qc.skins = readSkins(statement, qc.skins);
      usesBlock = true;
      break;
    case "$surfaceprop":
      qc.surfaceProp = words.text("a surface property");
      break;
    case "$scale":
      qc.scale = words.number("a scale");
      if (qc.scale <= 0) throw qcError("bad-value", command, line, "more than 0", `${qc.scale}`);
      break;
    case "$origin":
      qc.origin = words.vector("x y z");
      qc.originYaw = words.optionalNumber() ?? 0;
      break;
    case "$upaxis":
      qc.upAxis = readAxis(words);
      break;
    case "$illumposition":
      qc.illumPosition = words.vector("x y z");
      break;
    case "$bbox":
      qc.collisionBox = [words.vector("mins and maxs"), words.vector("mins and maxs")];
      break;
    case "$cbox":
      qc.viewBox = [words.vector("mins and maxs"), words.vector("mins and maxs")];
      break;
    case "$mostlyopaque":
      qc.isMostlyOpaque = true;
      break;
    case "$opaque":
      qc.isOpaque = true;
      break;
    case "$contents":
      qc.contents = readContents(words);
      break;
    case "$collisionmodel":
      qc.mass = readMass(statement) ?? qc.mass;
      report.warn(`line ${line}: $collisionmodel makes no collision model here`);
      return;
    case "$keyvalues":
      report.warn(`line ${line}: $keyvalues is not read`);
      return;
    default:
      report.warn(`line ${line}: ${command} is not known here and was passed over`);
      return;
  }
  words.end();
  if (statement.block !== null && !usesBlock) {
    throw qcError("syntax", command, line, "a command without a block", "{");
  }
}

/** `loop <range>`, or `wrap`, which begins anew after all of it. */
function readPoseParameter(words: QcWords): QcPoseParameter {
  const name = words.text("a name");
  const start = words.number("its least value");
  const end = words.number("its most");
  let loop = 0;
  while (words.hasMore) {
    const { text, line } = words.take("loop or wrap");
    const option = text.toLowerCase();
    if (option === "wrap") loop = end - start;
    else if (option === "loop") loop = words.number("a range");
    else throw qcError("syntax", "$poseparameter", line, "loop or wrap", text);
  }
  return { name, start, end, loop };
}

function readModelName(words: QcWords): string {
  const name = words.text("a path").replaceAll("\\", "/");
  return /\.mdl$/i.test(name) ? name : `${name}.mdl`;
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

/** Rows `{ "a" "b" }`. Those of a second group are put beside the first's. */
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

function readAxis(words: QcWords): Qc["upAxis"] {
  const axis = words.text("x, y or z").toLowerCase();
  if (axis === "x" || axis === "y" || axis === "z") return axis;
  throw qcError("bad-value", "$upaxis", words.line, "x, y or z", axis);
}

function readContents(words: QcWords): number {
  let contents = 0;
  while (words.hasMore) {
    const name = words.text("a kind of contents").toLowerCase();
    const bits = Object.hasOwn(CONTENTS, name) ? CONTENTS[name] : undefined;
    if (bits === undefined) {
      const expected = Object.keys(CONTENTS).join(", ");
      throw qcError("bad-value", "$contents", words.line, expected, name);
    }
    contents |= bits;
  }
  return contents;
}

/** `$mass` inside the block of the collision model. */
function readMass(statement: QcStatement): number | null {
  const at = statement.block?.findIndex((token) => token.text.toLowerCase() === "$mass") ?? -1;
  if (at < 0) return null;
  const rest = statement.block?.slice(at + 1) ?? [];
  return new QcWords("$mass", statement.line, rest).number("a mass");
}
