/** Statements of a model's rig. Words are from the Valve Developer Community's pages. */

import { JIGGLE } from "../../../../formats/studio/rig/procedural-types.ts";
import { blockOf, isBrace, type QcStatement, type QcWords, qcError } from "../qc-statements.ts";
import type { QcVector } from "../qc-types.ts";
import { oneValue, type Statements } from "../statements/statement.ts";
import { ALL_JIGGLE_VALUES, JIGGLE_BLOCKS, JIGGLE_VALUES, jiggleKey } from "./jiggle-values.ts";
import { formatKeyValues } from "./key-values-text.ts";
import { motionOf } from "./motions.ts";
import type { QcAttachment, QcHitBoxSet, QcJiggleBone } from "./rig-types.ts";

/** `$jigglebone <bone> { is_flexible { length 10 … } has_base_spring { … } }` */
function readJiggleBone(statement: QcStatement, words: QcWords): QcJiggleBone {
  const name = words.text("a bone");
  const rows = blockOf(statement);
  const values = Object.fromEntries(
    ALL_JIGGLE_VALUES.map((value) => [jiggleKey(value), value.initial]),
  );
  // Bones keep their length unless the script allows stretching.
  let flags: number = JIGGLE.HAS_LENGTH_CONSTRAINT;
  while (rows.hasMore) {
    const { text, line } = rows.take("a kind of spring");
    const kind = text.toLowerCase();
    if (!Object.hasOwn(JIGGLE_BLOCKS, kind)) {
      throw qcError("bad-value", "$jigglebone", line, Object.keys(JIGGLE_BLOCKS).join(", "), text);
    }
    flags |= JIGGLE_BLOCKS[kind];
    flags = readSpring(rows, kind, flags, values);
  }
  return { name, flags, values, line: statement.line };
}

function readSpring(
  rows: QcWords,
  kind: string,
  flags: number,
  values: Record<string, number>,
): number {
  const known = JIGGLE_VALUES[kind];
  const open = rows.take("{");
  if (!isBrace(open, "{")) throw qcError("syntax", "$jigglebone", open.line, "{", open.text);
  let found = flags;
  for (let token = rows.take("}"); !isBrace(token, "}"); token = rows.take("}")) {
    const name = token.text.toLowerCase();
    if (name === "allow_length_flex" && Object.hasOwn(known, "length")) {
      found &= ~JIGGLE.HAS_LENGTH_CONSTRAINT;
      continue;
    }
    if (!Object.hasOwn(known, name)) {
      const expected = `a value of ${kind}`;
      throw qcError("bad-value", "$jigglebone", token.line, expected, token.text);
    }
    for (const value of known[name]) {
      const number = rows.number(`a number after ${name}`);
      values[jiggleKey(value)] = value.isAngle ? (number * Math.PI) / 180 : number;
      found |= value.flag ?? 0;
    }
  }
  return found;
}

const NO_TURN: QcVector = [0, 0, 0];
/** Set that receives `$hbox` before any `$hboxset`. */
const FIRST_SET = "default";
const MOUTH = 4;

export const RIG_STATEMENTS: Statements = {
  $definebone: {
    read({ qc, words, statement: { line } }) {
      const name = words.text("a name");
      const parent = words.text("its parent, or none");
      const position = words.vector("x y z");
      const angles = words.vector("pitch yaw roll");
      // Fixup that the real tool applies to the bone before use.
      if (words.hasMore && [words.vector("x y z"), words.vector("angles")].flat().some(Boolean)) {
        throw qcError("unsupported", "$definebone", line, "a bone without a fixup", name);
      }
      if (parent !== "" && !qc.bones.some((bone) => isSame(bone.name, parent))) {
        throw qcError("mismatch", "$definebone", line, "a parent that is defined before", parent);
      }
      if (qc.bones.some((bone) => isSame(bone.name, name))) {
        throw qcError("bad-value", "$definebone", line, "a bone that is defined once", name);
      }
      qc.bones.push({ name, parent, position, angles, line });
    },
  },
  $bonemerge: {
    read: ({ qc, words, statement: { line } }) =>
      void qc.mergedBones.push({ name: words.text("a bone"), line }),
  },
  $attachment: {
    read: ({ qc, words, statement: { line } }) =>
      void qc.attachments.push(readAttachment(words, line)),
  },
  $hboxset: {
    read: ({ qc, words }) => void qc.hitBoxSets.push({ name: words.text("a name"), boxes: [] }),
  },
  $hbox: {
    read({ qc, words, statement: { line } }) {
      const set = qc.hitBoxSets.pop() ?? { name: FIRST_SET, boxes: [] as QcHitBoxSet["boxes"] };
      const box = {
        group: words.integer("a hit group"),
        bone: words.text("a bone"),
        mins: words.vector("mins and maxs"),
        maxs: words.vector("mins and maxs"),
        name: words.hasMore ? words.text("a name") : "",
        line,
      };
      // Grows in place, because copying the list for each of thousands of boxes would be slow.
      (set.boxes as QcHitBoxSet["boxes"][number][]).push(box);
      qc.hitBoxSets.push(set);
    },
  },
  $controller: {
    read({ qc, words, statement: { line } }) {
      const which = words.take("0 to 3, or mouth").text.toLowerCase();
      const index = which === "mouth" ? MOUTH : Number(which);
      if (!Number.isInteger(index) || index < 0 || index > MOUTH) {
        throw qcError("bad-value", "$controller", line, "0 to 3, or mouth", which);
      }
      const bone = words.text("a bone");
      const name = words.text("X, Y, Z, XR, YR or ZR");
      const motion = motionOf(name);
      if (motion === undefined) {
        throw qcError("bad-value", "$controller", line, "X, Y, Z, XR, YR or ZR", name);
      }
      const [start, end] = [words.number("its least value"), words.number("its most")];
      qc.boneControllers.push({ index, bone, motion, start, end, line });
    },
  },
  $ikchain: {
    read({ qc, words, statement: { line }, report }) {
      const name = words.text("a name");
      const bone = words.text("its last bone");
      let knee: QcVector | null = null;
      while (words.hasMore) {
        const option = words.take("knee").text;
        if (option.toLowerCase() === "knee") knee = words.vector("where it bends to");
        else {
          report.warn(`line ${line}: of $ikchain "${name}" not read: ${option}`);
          while (words.optionalNumber() !== null);
        }
      }
      qc.ikChains.push({ name, bone, knee, line });
    },
  },
  $ikautoplaylock: {
    read: ({ qc, words, statement: { line } }) =>
      void qc.ikLocks.push({
        chain: words.text("an $ikchain"),
        positionWeight: words.number("how far it stays"),
        rotationWeight: words.number("how far its turn stays"),
        line,
      }),
  },
  $jigglebone: {
    block: "own",
    read: ({ qc, words, statement }) => void qc.jiggleBones.push(readJiggleBone(statement, words)),
  },
  $keyvalues: {
    block: "own",
    read({ qc, statement }) {
      blockOf(statement);
      qc.keyValues = formatKeyValues(statement.block ?? []);
    },
  },
  $eyeposition: oneValue("eyePosition", (words) => words.vector("x y z")),
  $maxeyedeflection: oneValue("maxEyeDeflection", (words) => words.number("degrees")),
};

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `<name> <bone> x y z [absolute] [rigid] [world_align] [rotate <pitch> <yaw> <roll>]` */
function readAttachment(words: QcWords, line: number): QcAttachment {
  const name = words.text("a name");
  const bone = words.text("a bone");
  const position = words.vector("x y z");
  let angles = NO_TURN;
  let isAbsolute = false;
  let isWorldAligned = false;
  while (words.hasMore) {
    const option = words.text("rotate").toLowerCase();
    if (option === "rotate") angles = words.vector("pitch yaw roll");
    else if (option === "absolute") isAbsolute = true;
    else if (option === "world_align") isWorldAligned = true;
    // `rigid` is for older engines, which had attachments between bones.
    else if (option !== "rigid") {
      const expected = "absolute, rigid, world_align or rotate";
      throw qcError("syntax", "$attachment", line, expected, option);
    }
  }
  return { name, bone, position, angles, isAbsolute, isWorldAligned, line };
}
