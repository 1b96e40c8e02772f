/**
 * Maps of the builds of Half-Life 2 before its release, versions 17 and 18. Source: the public reader
 * BSPSource, which opens them.
 */

import { absent, byte, short, uint } from "../../binary/columns.ts";
import { DFACE_V1, DISPINFO, DLEAF_V0, DLEAF_V1 } from "../layouts/record-layouts.ts";
import { type Dialect, type DialectLayout, STANDARD } from "./dialect.ts";
import { dispFields } from "./disp-fields.ts";
import { insertBytes } from "./insert-bytes.ts";

/** Version 20's face behind the mean colours of its styles, 4 bytes each; in version 17 it has no primitives. */
export const faceBehindAverages = (version: number, styleCount: number) => {
  const at = styleCount * 4;
  const face = insertBytes(DFACE_V1, 0, at);
  const own = {
    avgLightColor: byte(0, at),
    onNode: byte(at + 3),
    surfaceFogVolumeID: short(at + 14),
  };
  if (version > 17) return { ...face, own };
  const { bytes, columns } = insertBytes(face, at + 52, -4);
  const none = absent(columns.firstPrimitive);
  return {
    ...face,
    own,
    bytes,
    columns: { ...columns, primitiveCount: none, firstPrimitive: none },
  };
};

/** Without the first triangle's tag; everything behind it stands 4 bytes earlier. */
const WITHOUT_TRI = insertBytes(DISPINFO[0], 20, -4);
const DISPINFO_17 = {
  ...WITHOUT_TRI,
  columns: { ...WITHOUT_TRI.columns, firstTri: absent(uint(0)) },
  own: dispFields(36, 44),
};

const faces = (version: number) => {
  const layouts: DialectLayout[] = [faceBehindAverages(version, 4)];
  return { LUMP_FACES: layouts, LUMP_FACES_HDR: layouts, LUMP_ORIGINALFACES: layouts };
};
/** Without ambient cubes; those of version 19 have them. */
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
