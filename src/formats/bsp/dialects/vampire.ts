/**
 * Maps of Vampire: The Masquerade - Bloodlines, version 17. Source: the public readers BSPSource and
 * bsp_tool, which agree.
 */

import { absent, byte, float, int, short, uint, ushort } from "../../binary/columns.ts";
import { DLEAF_V1, type FaceLayout } from "../layouts/record-layouts.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

/**
 * Eight styles a face, of which the first four are drawn, and as many for the day and for the night,
 * which nothing public says the use of; no primitives.
 */
const FACE: FaceLayout = {
  lumpVersions: [0],
  bytes: 104,
  shadowsBit: "top",
  columns: {
    plane: ushort(32),
    side: byte(34),
    firstEdge: uint(36),
    edgeCount: ushort(40),
    texinfo: short(42),
    dispInfo: short(44),
    styles: byte(48, 4),
    lightOffset: int(72),
    area: float(76),
    lightmapMins: int(80, 2),
    lightmapSize: int(88, 2),
    origFace: int(96),
    primitiveCount: absent(ushort(0)),
    firstPrimitive: absent(ushort(0)),
    smoothingGroups: uint(100),
  },
};

export const VAMPIRE: Dialect = {
  ...STANDARD,
  name: "vampire",
  layouts: {
    LUMP_FACES: [FACE],
    LUMP_ORIGINALFACES: [FACE],
    LUMP_LEAFS: [{ ...DLEAF_V1, lumpVersions: [0, 1] }],
  },
  hasAveragesInFaces: true,
};
