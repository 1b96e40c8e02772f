/** Statements of what stands in a model's header: its name, flags, places and boxes, and what it is made of. */

import { type QcStatement, QcWords, qcError } from "../qc-statements.ts";
import type { Qc, QcBox } from "../qc-types.ts";
import { CONTENTS } from "./contents.ts";
import { HEADER_FLAGS } from "./header-flag-names.ts";
import { oneValue, type ReadContext, type Statements } from "./statement.ts";

/** Each but sets a bit. */
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

export const HEADER_STATEMENTS: Statements = {
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
  report.warn(`line ${line}: ${command} makes no collision model here`);
}

/** `$mass` inside the block of the collision model. */
function readMass(statement: QcStatement): number | null {
  const at = statement.block?.findIndex((token) => token.text.toLowerCase() === "$mass") ?? -1;
  if (at < 0) return null;
  const rest = statement.block?.slice(at + 1) ?? [];
  return new QcWords("$mass", statement.line, rest).number("a mass");
}
