import {
  type QcReport,
  type QcStatement,
  QcWords,
  qcError,
  readStatements,
} from "./qc-statements.ts";
import type { Qc } from "./qc-types.ts";
import { RIG_STATEMENTS } from "./rig/rig-statements.ts";
import { EMPTY_RIG } from "./rig/rig-types.ts";
import { BODY_STATEMENTS } from "./statements/body-statements.ts";
import { CONTENTS } from "./statements/contents.ts";
import { HEADER_STATEMENTS } from "./statements/header-statements.ts";
import { MOTION_STATEMENTS } from "./statements/motion-statements.ts";
import type { MutableQc, Statements } from "./statements/statement.ts";

const STATEMENTS: Statements = {
  ...HEADER_STATEMENTS,
  ...BODY_STATEMENTS,
  ...MOTION_STATEMENTS,
  ...RIG_STATEMENTS,
};

/**
 * Parses a QC. Commands that are not known are passed over with a warning.
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
    report.warn(`line ${line}: ${command} is not known here and was passed over`);
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
