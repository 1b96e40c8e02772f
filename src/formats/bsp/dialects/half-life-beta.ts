/**
 * Maps of the builds of Half-Life 2 before its release, versions 17 and 18. Source: the public reader
 * BSPSource, which opens them.
 */

import { absent, byte, float, int, short, uint, ushort } from "../../binary/columns.ts";
import {
  DISPINFO,
  DLEAF_V0,
  DLEAF_V1,
  type FaceLayout,
  type LumpLayout,
} from "../layouts/record-layouts.ts";
import type { DispInfos } from "../types.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

/** A face begins with the mean colours of its styles, 4 bytes each. */
const AVERAGE_BYTES = 4 * 4;

const faceOf = (version: number): FaceLayout => {
  const at = AVERAGE_BYTES;
  const hasPrimitives = version > 17;
  return {
    lumpVersions: [0, 1],
    bytes: hasPrimitives ? 72 : 68,
    shadowsBit: "top",
    columns: {
      plane: ushort(at),
      side: byte(at + 2),
      firstEdge: uint(at + 4),
      edgeCount: ushort(at + 8),
      texinfo: short(at + 10),
      dispInfo: short(at + 12),
      styles: byte(at + 16, 4),
      lightOffset: int(at + 20),
      area: float(at + 24),
      lightmapMins: int(at + 28, 2),
      lightmapSize: int(at + 36, 2),
      origFace: int(at + 44),
      primitiveCount: hasPrimitives ? ushort(at + 48) : absent(ushort(0)),
      firstPrimitive: hasPrimitives ? ushort(at + 50) : absent(ushort(0)),
      smoothingGroups: uint(hasPrimitives ? at + 52 : at + 48),
    },
  };
};

/** Without the first triangle's tag; everything behind it stands 4 bytes earlier. */
const DISPINFO_17: LumpLayout<Omit<DispInfos, "count">> = {
  lumpVersions: [0],
  bytes: 172,
  columns: {
    startPosition: float(0, 3),
    firstVert: uint(12),
    firstTri: absent(uint(0)),
    power: int(16),
    minTess: int(20),
    smoothingAngle: float(24),
    contents: int(28),
    mapFace: ushort(32),
    allowedVerts: uint(132, 10),
  },
};

const faces = (version: number) => {
  const layouts = [faceOf(version)];
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
