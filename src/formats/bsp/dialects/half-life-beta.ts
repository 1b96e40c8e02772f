/**
 * Maps of the builds of Half-Life 2 before its release, versions 17 and 18. Source: the public reader
 * BSPSource, which opens them.
 */

import { u8 } from "../../binary/struct.ts";
import { DISPINFO, DISPINFO_COLUMNS, DISPINFO_FIELDS } from "../records/displacements.ts";
import { FACE_COLUMNS, FACE_FIELDS } from "../records/faces.ts";
import { omitFields, record } from "../records/record.ts";
import { DLEAF_V0, DLEAF_V1 } from "../records/tree.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

/** Version 20's face behind the mean colours of its styles, 4 bytes each; in version 17 it has no primitives. */
export const fieldsBehindAverages = (version: number, styleCount: number) => ({
  avgLightColor: u8(styleCount * 4),
  ...(version > 17 ? FACE_FIELDS : omitFields(FACE_FIELDS, "numPrims", "firstPrimID")),
});

const DISPINFO_17 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  omitFields(DISPINFO_FIELDS, "dispTriStart"),
);

const faces = (version: number) => {
  const fields = fieldsBehindAverages(version, 4);
  const layouts = [record("dface_t", [0, 1], FACE_COLUMNS, fields, { shadowsBit: "top" })];
  return { LUMP_FACES: layouts, LUMP_FACES_HDR: layouts, LUMP_ORIGINALFACES: layouts };
};
/** Leafs without ambient cubes, which version 19 has. */
const LEAFS = [{ ...DLEAF_V1, lumpVersions: [0, 1] }, DLEAF_V0];

export const HALF_LIFE_BETA_17: Dialect = {
  ...STANDARD,
  name: "hl2-beta-17",
  layouts: { ...faces(17), LUMP_LEAFS: LEAFS, LUMP_DISPINFO: [DISPINFO_17, ...DISPINFO] },
  hasAveragesInFaces: true,
};

export const HALF_LIFE_BETA_18: Dialect = {
  ...STANDARD,
  name: "hl2-beta-18",
  layouts: { ...faces(18), LUMP_LEAFS: LEAFS },
  hasAveragesInFaces: true,
};
