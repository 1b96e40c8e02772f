/**
 * Maps of Vindictus: version 20, with 32-bit fields where Valve's have 16. Sources: the public
 * readers BSPSource and bsp_tool, and the Valve Developer Community, which documents the neighbours
 * of displacements. They differ on the upper half of a displacement's face, on whether a face's
 * last unknown word is before or after its styles, and on whether a leaf's area and flags share a
 * word.
 */

import { i32, insertFields, omitFields, u16, u32 } from "../../binary/struct.ts";
import { AREAPORTALS } from "../records/areas.ts";
import { BRUSHSIDE_COLUMNS } from "../records/brushes.ts";
import { DISPINFO_COLUMNS, WIDE_DISPINFO_FIELDS } from "../records/displacements.ts";
import { FACE_COLUMNS, WIDE_FACE_FIELDS } from "../records/faces.ts";
import { EDGES } from "../records/geometry.ts";
import { OVERLAY_COLUMNS, OVERLAY_FACES, wideOverlayFields } from "../records/overlays.ts";
import { type LumpRecord, record } from "../records/record.ts";
import { LEAF_COLUMNS, LEAFFACES, NODE_COLUMNS, WIDE_LEAF_FIELDS } from "../records/tree.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

const boxes = { mins: i32(3), maxs: i32(3) };
const lumpVersions = [0];
/**
 * Returns a record of version 25 with another lump version. It counts as a form of this dialect, so
 * conversion rewrites it.
 */
const renumber = <R extends LumpRecord<object>>(standard: R): R => ({
  ...standard,
  lumpVersions,
  struct: { ...standard.struct, lumpVersions },
});

const FACE_FIELDS = insertFields(omitFields(WIDE_FACE_FIELDS, "pad"), "onNode", {
  unknown: u16(),
});
const shadowsBit = "lowest";
const FACES = [
  record("dface_t", [1], FACE_COLUMNS, FACE_FIELDS, { shadowsBit }),
  // Has one more word after the styles.
  record("dface_t", [2], FACE_COLUMNS, insertFields(FACE_FIELDS, "styles", { unknown2: u32() }), {
    shadowsBit,
  }),
];

const NODE = record("dnode_t", lumpVersions, NODE_COLUMNS, {
  planenum: i32(),
  children: i32(2),
  ...boxes,
  firstface: u32(),
  numfaces: u32(),
  unknown: i32(),
});

const LEAF = record(
  "dleaf_t",
  [0, 1],
  LEAF_COLUMNS,
  { ...WIDE_LEAF_FIELDS, ...boxes },
  { areaBits: 9 },
);

const BRUSHSIDE = record("dbrushside_t", lumpVersions, BRUSHSIDE_COLUMNS, {
  planenum: u32(),
  texinfo: i32(),
  dispinfo: i32(),
  bevel: u32(),
});

/** Lacks `minTess`, and has a word of unknown use after the angle. */
const DISPINFO = record(
  "ddispinfo_t",
  lumpVersions,
  DISPINFO_COLUMNS,
  insertFields(omitFields(WIDE_DISPINFO_FIELDS, "minTess"), "smoothingAngle", { unknown: i32() }),
);

/** Uses the whole word for the face count. */
const OVERLAY = record("doverlay_t", lumpVersions, OVERLAY_COLUMNS, {
  ...omitFields(wideOverlayFields(OVERLAY_FACES), "pad"),
  faceCountAndRenderOrder: u32(),
});

const INDICES = [renumber(LEAFFACES[1])];

export const VINDICTUS: Dialect = {
  ...STANDARD,
  name: "vindictus",
  layouts: {
    LUMP_FACES: FACES,
    LUMP_FACES_HDR: FACES,
    LUMP_ORIGINALFACES: FACES,
    LUMP_NODES: [NODE],
    LUMP_LEAFS: [LEAF],
    LUMP_EDGES: [renumber(EDGES[1])],
    LUMP_LEAFFACES: INDICES,
    LUMP_LEAFBRUSHES: INDICES,
    LUMP_BRUSHSIDES: [BRUSHSIDE],
    LUMP_AREAPORTALS: [renumber(AREAPORTALS[1])],
    LUMP_DISPINFO: [DISPINFO],
    LUMP_OVERLAYS: [OVERLAY],
  },
  gameLumpForms: [{ bytes: 20, id: 0, flags: 4, flagBytes: 4, offset: 12 }],
  hasPropScales: true,
};
