import { JIGGLE } from "../../../../formats/studio/rig/procedural-types.ts";
import { blockOf, isBrace, type QcStatement, type QcWords, qcError } from "../qc-statements.ts";
import { ALL_JIGGLE_VALUES, JIGGLE_BLOCKS, JIGGLE_VALUES, jiggleKey } from "./jiggle-values.ts";
import type { QcJiggleBone } from "./rig-types.ts";

/** `$jigglebone <bone> { is_flexible { length 10 … } has_base_spring { … } }` */
export function readJiggleBone(statement: QcStatement, words: QcWords): QcJiggleBone {
  const name = words.text("a bone");
  const rows = blockOf(statement);
  const values = Object.fromEntries(
    ALL_JIGGLE_VALUES.map((value) => [jiggleKey(value), value.initial]),
  );
  // Along its length it is stiff where nothing allows otherwise.
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
      const expected = `what ${kind} has`;
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
