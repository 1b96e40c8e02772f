/**
 * Maps of Vindictus, version 20 with 32-bit fields where Valve's have 16. Source: the public readers
 * BSPSource and bsp_tool, and the Valve Developer Community, which has the neighbours of displacements. They
 * differ on the upper half of a displacement's face, on whether a face's last unknown word stands before its
 * styles or behind them, and on whether a leaf's area shares the word of its flags.
 */

import { absent, byte, float, int, uint, ushort } from "../../binary/columns.ts";
import { DAREAPORTAL_V1, type DBrushSide } from "../layouts/compile-layouts.ts";
import { WIDE_OVERLAY } from "../layouts/overlay-layouts.ts";
import {
  DFACE_V2,
  DISPINFO,
  DLEAF_V2,
  EDGES,
  LEAFFACES,
  type LumpLayout,
  NODES,
} from "../layouts/record-layouts.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { dispFields } from "./disp-fields.ts";
import { insertBytes } from "./insert-bytes.ts";

const intBox = (at: number) => ({ at, type: "i32", as: Float32Array, arity: 3 }) as const;
const boxes = { mins: intBox(12), maxs: intBox(24) };
/** As of version 25, under another lump version. */
const own = {};
const lumpVersions = [0];

const FACE_V1 = {
  ...DFACE_V2,
  lumpVersions: [1],
  own: { onNode: byte(5), unknown: ushort(6), surfaceFogVolumeID: int(24) },
};
/** One more word behind the styles. */
const FACE_V2 = {
  ...insertBytes(FACE_V1, 32, 4),
  lumpVersions: [2],
  own: { ...FACE_V1.own, unknown2: uint(32) },
};
const FACES = [FACE_V1, FACE_V2];

const NODE = {
  ...NODES[1],
  lumpVersions,
  columns: { ...NODES[1].columns, ...boxes },
  own: { unknown: int(44) },
};

const LEAF = {
  ...DLEAF_V2,
  lumpVersions: [0, 1],
  areaBits: 9,
  columns: { ...DLEAF_V2.columns, ...boxes },
  own,
};

const BRUSHSIDE: LumpLayout<DBrushSide> = {
  lumpVersions,
  bytes: 16,
  columns: { plane: uint(0), texinfo: int(4), dispInfo: int(8), bevel: uint(12) },
};

/** Without what is its tessellation elsewhere; behind the angle stands a word of unknown use. */
const DISPINFO_HERE = {
  ...DISPINFO[1],
  lumpVersions,
  columns: { ...DISPINFO[1].columns, minTess: absent(int(0)), smoothingAngle: float(24) },
  own: { ...dispFields(40, 48, 64, 80), unknown: int(28) },
};

const INDICES = [{ ...LEAFFACES[1], lumpVersions, own }];

export const VINDICTUS: Dialect = {
  ...STANDARD,
  name: "vindictus",
  layouts: {
    LUMP_FACES: FACES,
    LUMP_FACES_HDR: FACES,
    LUMP_ORIGINALFACES: FACES,
    LUMP_NODES: [NODE],
    LUMP_LEAFS: [LEAF],
    LUMP_EDGES: [{ ...EDGES[1], lumpVersions, own }],
    LUMP_LEAFFACES: INDICES,
    LUMP_LEAFBRUSHES: INDICES,
    LUMP_BRUSHSIDES: [{ ...BRUSHSIDE, own }],
    LUMP_AREAPORTALS: [{ ...DAREAPORTAL_V1, lumpVersions, own }],
    LUMP_DISPINFO: [DISPINFO_HERE],
    LUMP_OVERLAYS: [{ ...WIDE_OVERLAY, lumpVersions, own }],
  },
  gameLumpForms: [{ bytes: 20, id: 0, flags: 4, flagBytes: 4, offset: 12 }],
  hasPropScales: true,
};
