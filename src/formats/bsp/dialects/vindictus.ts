/**
 * Maps of Vindictus, version 20 with 32-bit fields where Valve's have 16. Source: the public readers
 * BSPSource and bsp_tool, which agree but for the upper half of a displacement's face.
 */

import { absent, float, int, uint } from "../../binary/columns.ts";
import { DAREAPORTAL_V1, type DBrushSide } from "../layouts/compile-layouts.ts";
import { WIDE_OVERLAY } from "../layouts/overlay-layouts.ts";
import {
  type Columns,
  DFACE_V2,
  DLEAF_V2,
  EDGES,
  type FaceLayout,
  LEAFFACES,
  type LeafLayout,
  type LumpLayout,
  NODES,
} from "../layouts/record-layouts.ts";
import type { DispInfos, Nodes } from "../types.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

const intBox = (at: number) => ({ at, type: "i32", as: Float32Array, arity: 3 }) as const;

const FACE_V1: FaceLayout = { ...DFACE_V2, lumpVersions: [1] };
/** One more word behind the styles. */
const FACE_V2: FaceLayout = {
  ...DFACE_V2,
  lumpVersions: [2],
  bytes: 76,
  columns: {
    ...DFACE_V2.columns,
    lightOffset: int(36),
    area: float(40),
    lightmapMins: int(44, 2),
    lightmapSize: int(52, 2),
    origFace: int(60),
    primitiveCount: uint(64),
    firstPrimitive: uint(68),
    smoothingGroups: uint(72),
  },
};
const FACES = [FACE_V1, FACE_V2];

const NODE: LumpLayout<Columns<Nodes>> = {
  ...NODES[1],
  lumpVersions: [0],
  columns: { ...NODES[1].columns, mins: intBox(12), maxs: intBox(24) },
};

const LEAF: LeafLayout = {
  ...DLEAF_V2,
  lumpVersions: [0, 1],
  areaBits: 9,
  columns: { ...DLEAF_V2.columns, mins: intBox(12), maxs: intBox(24) },
};

const BRUSHSIDE: LumpLayout<DBrushSide> = {
  lumpVersions: [0],
  bytes: 16,
  columns: { plane: uint(0), texinfo: int(4), dispInfo: int(8), bevel: uint(12) },
};

const DISPINFO: LumpLayout<Columns<DispInfos>> = {
  lumpVersions: [0],
  bytes: 232,
  columns: {
    startPosition: float(0, 3),
    firstVert: uint(12),
    firstTri: uint(16),
    power: int(20),
    minTess: absent(int(0)),
    smoothingAngle: float(24),
    contents: int(32),
    mapFace: uint(36),
    allowedVerts: uint(192, 10),
  },
};

export const VINDICTUS: Dialect = {
  ...STANDARD,
  name: "vindictus",
  layouts: {
    LUMP_FACES: FACES,
    LUMP_FACES_HDR: FACES,
    LUMP_ORIGINALFACES: FACES,
    LUMP_NODES: [NODE],
    LUMP_LEAFS: [LEAF],
    LUMP_EDGES: [{ ...EDGES[1], lumpVersions: [0] }],
    LUMP_LEAFFACES: [{ ...LEAFFACES[1], lumpVersions: [0] }],
    LUMP_LEAFBRUSHES: [{ ...LEAFFACES[1], lumpVersions: [0] }],
    LUMP_BRUSHSIDES: [BRUSHSIDE],
    LUMP_AREAPORTALS: [{ ...DAREAPORTAL_V1, lumpVersions: [0] }],
    LUMP_DISPINFO: [DISPINFO],
    LUMP_OVERLAYS: [{ ...WIDE_OVERLAY, lumpVersions: [0] }],
  },
  gameLumpForms: [{ bytes: 20, id: 0, flags: 4, flagBytes: 4, offset: 12 }],
  hasPropScales: true,
};
