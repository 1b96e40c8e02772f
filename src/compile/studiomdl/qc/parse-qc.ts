/** Parses a QC from its statements. */

import { readAnimation, readSequence } from "./motion/read-sequence.ts";
import {
  blockOf,
  type QcReport,
  type QcStatement,
  QcWords,
  qcError,
  readStatements,
} from "./qc-statements.ts";
import type { Qc, QcBox, QcPoseParameter, QcWeightList } from "./qc-types.ts";
import { RIG_STATEMENTS } from "./rig/rig-statements.ts";
import { EMPTY_RIG } from "./rig/rig-types.ts";
import { BODY_STATEMENTS } from "./statements/body-statements.ts";
import { CONTENTS, HEADER_FLAGS } from "./statements/flag-names.ts";
import {
  type MutableQc,
  oneValue,
  type ReadContext,
  type Statements,
} from "./statements/statement.ts";

// Statements for a model's header: name, flags, positions, boxes and materials.

/** Statements that only set a flag. */
const FLAG_STATEMENTS: Statements = Object.fromEntries(
  Object.entries(HEADER_FLAGS).map(([name, bit]) => [
    name,
    {
      read({ qc }: ReadContext) {
        qc.flags |= bit;
      },
    },
  ]),
);

const HEADER_STATEMENTS: Statements = {
  ...FLAG_STATEMENTS,
  $modelname: oneValue("modelName", readModelName),
  $staticprop: oneValue("isStaticProp", () => true),
  $includemodel: {
    read: ({ qc, words }) =>
      void qc.includedModels.push(words.text("a model").replaceAll("\\", "/")),
  },
  $surfaceprop: oneValue("surfaceProp", (words) => words.text("a surface property")),
  $contents: oneValue("contents", readContents),
  $collisionmodel: { block: "open", read: (context) => readCollision(context) },
  $collisionjoints: { block: "open", read: (context) => readCollision(context) },
  $scale: {
    read({ qc, words, statement: { command, line } }) {
      qc.scale = words.number("a scale");
      if (qc.scale <= 0) throw qcError("bad-value", command, line, "more than 0", `${qc.scale}`);
    },
  },
  $origin: {
    read({ qc, words }) {
      qc.origin = words.vector("x y z");
      qc.originYaw = words.optionalNumber() ?? 0;
    },
  },
  $upaxis: oneValue("upAxis", readAxis),
  $illumposition: {
    read({ qc, words }) {
      qc.illumPosition = words.vector("x y z");
      qc.illumBone = words.hasMore ? words.text("a bone") : "";
    },
  },
  $bbox: oneValue("collisionBox", readBox),
  $cbox: oneValue("viewBox", readBox),
};

function readBox(words: QcWords): QcBox {
  return [words.vector("mins and maxs"), words.vector("mins and maxs")];
}

function readModelName(words: QcWords): string {
  const name = words.text("a path").replaceAll("\\", "/");
  return /\.mdl$/i.test(name) ? name : `${name}.mdl`;
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

function readCollision({ qc, words, statement, report }: ReadContext): void {
  if (words.hasMore) qc.collisionFile = words.text("the name of an SMD");
  qc.mass = readMass(statement) ?? qc.mass;
  const { command, line } = statement;
  qc.hasCollisionJoints = command === "$collisionjoints";
  report.warn(`line ${line}: ${command}: collision models are not compiled`);
}

/** Reads `$mass` inside the block of the collision model. */
function readMass(statement: QcStatement): number | null {
  const at = statement.block?.findIndex((token) => token.text.toLowerCase() === "$mass") ?? -1;
  if (at < 0) return null;
  const rest = statement.block?.slice(at + 1) ?? [];
  return new QcWords("$mass", statement.line, rest).number("a mass");
}

// Statements for a model's motion.

/** Reads `$weightlist <name> { <bone> <weight> … }`. */
function readWeightList(statement: QcStatement, words: QcWords): QcWeightList {
  const name = words.text("a name");
  const block = blockOf(statement);
  const weights: { bone: string; weight: number }[] = [];
  while (block.hasMore) {
    weights.push({ bone: block.text("a bone"), weight: block.number("its weight") });
  }
  return { name, weights, line: statement.line };
}

const MOTION_STATEMENTS: Statements = {
  $animation: {
    block: "open",
    read: ({ qc, words, statement, report }) =>
      void qc.animations.push(readAnimation(statement, words, report)),
  },
  $sequence: {
    block: "open",
    read: ({ qc, words, statement, report }) =>
      void qc.sequences.push(readSequence(statement, words, report)),
  },
  $declaresequence: {
    read: ({ qc, words }) => void qc.declaredSequences.push(words.text("a name")),
  },
  $poseparameter: {
    read: ({ qc, words }) => void qc.poseParameters.push(readPoseParameter(words)),
  },
  $weightlist: {
    block: "own",
    read: ({ qc, words, statement }) => void qc.weightLists.push(readWeightList(statement, words)),
  },
};

/** Reads `loop <range>`, or `wrap`, which loops over the whole range. */
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

const STATEMENTS: Statements = {
  ...HEADER_STATEMENTS,
  ...BODY_STATEMENTS,
  ...MOTION_STATEMENTS,
  ...RIG_STATEMENTS,
};

/**
 * Parses a QC. Skips unknown commands with a warning.
 * @throws FormatError "QC" with the line
 */
export function parseQc(text: string, report: QcReport): Qc {
  const qc: MutableQc = {
    ...emptyRig(),
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
    mouths: [],
    sequences: [],
    declaredSequences: [],
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
    flags: 0,
    contents: CONTENTS.solid,
    collisionFile: "",
    hasCollisionJoints: false,
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

function emptyRig() {
  return {
    ...EMPTY_RIG,
    bones: [],
    mergedBones: [],
    attachments: [],
    hitBoxSets: [],
    boneControllers: [],
    ikChains: [],
    ikLocks: [],
    jiggleBones: [],
  };
}

function readStatement(qc: MutableQc, statement: QcStatement, report: QcReport): void {
  const { command, line, block } = statement;
  if (!Object.hasOwn(STATEMENTS, command)) {
    report.warn(`line ${line}: ${command} is unknown and was skipped`);
    return;
  }
  const words = new QcWords(command, line, statement.words);
  const known = STATEMENTS[command];
  known.read({ qc, words, statement, report });
  if (known.block === "open") return;
  words.end();
  if (block !== null && known.block === undefined) {
    throw qcError("syntax", command, line, "a command without a block", "{");
  }
}
