/**
 * The BSP tree, its leafs, and the models whose roots are in it. Source: Valve's public
 * `bspfile.h`; wide records of version 25.
 */

import { readColumn } from "../../binary/read-records.ts";
import { f32, i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import type { Models, Nodes } from "../types.ts";
import {
  type Columns,
  type ColumnsOf,
  column,
  type LumpRecord,
  record,
  unread,
  whole,
} from "./record.ts";

export const NODE_COLUMNS = {
  planenum: column("plane", Uint32Array, { to: "LUMP_PLANES" }),
  children: column("children", Int32Array, {
    to: "LUMP_NODES",
    negative: "LUMP_LEAFS",
    what: "child",
  }),
  mins: Float32Array,
  maxs: Float32Array,
  firstface: column("firstFace", Uint32Array, {
    to: "LUMP_FACES",
    count: "faceCount",
    what: "faces",
  }),
  numfaces: column("faceCount", Uint32Array),
  /** Area of all leafs below the node; −1 if they are in several areas. */
  area: unread("area", Int32Array, { to: "LUMP_AREAS", least: -1 }),
};
const nodeHead = { planenum: i32(), children: i32(2) };

export const NODES: readonly LumpRecord<Columns<Nodes>, typeof NODE_COLUMNS>[] = [
  record("dnode_t", [0], NODE_COLUMNS, {
    ...nodeHead,
    mins: i16(3),
    maxs: i16(3),
    firstface: u16(),
    numfaces: u16(),
    area: i16(),
    pad: i16(),
  }),
  record("dnode_t", [1], NODE_COLUMNS, {
    ...nodeHead,
    mins: f32(3),
    maxs: f32(3),
    firstface: u32(),
    numfaces: u32(),
    area: i16(),
    pad: i16(),
  }),
];
export const DNODE = /* @__PURE__ */ whole(NODES[0]);

export const LEAF_COLUMNS = {
  /** `CONTENTS_*` bits. */
  contents: Int32Array,
  cluster: Int32Array,
  /** Area in the low bits, flags above them: see `areaBits`. */
  areaFlags: Uint32Array,
  mins: Float32Array,
  maxs: Float32Array,
  firstleafface: column("firstLeafFace", Uint32Array, {
    to: "LUMP_LEAFFACES",
    count: "leafFaceCount",
    what: "faces",
  }),
  numleaffaces: column("leafFaceCount", Uint32Array),
  firstleafbrush: column("firstLeafBrush", Uint32Array, {
    to: "LUMP_LEAFBRUSHES",
    count: "leafBrushCount",
    what: "brushes",
  }),
  numleafbrushes: column("leafBrushCount", Uint32Array),
  leafWaterDataID: column("leafWaterData", Int32Array, { to: "LUMP_LEAFWATERDATA", least: -1 }),
};
/** Leafs as stored: area and flags share a word. */
export type DLeaf = ColumnsOf<typeof LEAF_COLUMNS>;

const shortLeaf = {
  contents: i32(),
  cluster: i16(),
  areaFlags: u16(),
  mins: i16(3),
  maxs: i16(3),
  firstleafface: u16(),
  numleaffaces: u16(),
  firstleafbrush: u16(),
  numleafbrushes: u16(),
  leafWaterDataID: i16(),
};

export const WIDE_LEAF_FIELDS = {
  contents: i32(),
  cluster: i32(),
  areaFlags: u32(),
  mins: f32(3),
  maxs: f32(3),
  firstleafface: u32(),
  numleaffaces: u32(),
  firstleafbrush: u32(),
  numleafbrushes: u32(),
  leafWaterDataID: i32(),
};

/** Leaf record with an ambient cube at its end. */
export const DLEAF_V0 = record(
  "dleaf_version_0_t",
  [0],
  LEAF_COLUMNS,
  { ...shortLeaf, ambientLighting: u8(24), pad: u16() },
  { areaBits: 9 },
);
export const DLEAF_V1 = record(
  "dleaf_t",
  [1],
  LEAF_COLUMNS,
  { ...shortLeaf, pad: u16() },
  { areaBits: 9 },
);
export const LEAFS = [
  DLEAF_V1,
  DLEAF_V0,
  record("dleaf_t", [2], LEAF_COLUMNS, WIDE_LEAF_FIELDS, { areaBits: 17 }),
];

/** Returns the ambient cubes of `DLEAF_V0` leafs, 24 bytes each. */
export function readLeafCubes(bytes: Uint8Array, littleEndian: boolean): Uint8Array {
  const { columns } = DLEAF_V0.struct;
  return readColumn(bytes, DLEAF_V0.bytes, columns.ambientLighting, littleEndian) as Uint8Array;
}

const LEAF_FACE = { value: column("value", Uint32Array, { to: "LUMP_FACES", what: "face" }) };

export const LEAFFACES = [
  record("unsigned short", [0], LEAF_FACE, { value: u16() }),
  record("unsigned short", [1], LEAF_FACE, { value: u32() }),
];

export const MODEL_COLUMNS = {
  mins: Float32Array,
  maxs: Float32Array,
  origin: Float32Array,
  headnode: column("headNode", Int32Array, { to: "LUMP_NODES", negative: "LUMP_LEAFS" }),
  firstface: column("firstFace", Uint32Array, {
    to: "LUMP_FACES",
    count: "faceCount",
    what: "faces",
  }),
  numfaces: column("faceCount", Uint32Array),
};
export const MODEL_FIELDS = {
  mins: f32(3),
  maxs: f32(3),
  origin: f32(3),
  headnode: i32(),
  firstface: i32(),
  numfaces: i32(),
};

export const MODELS: readonly LumpRecord<Columns<Models>, typeof MODEL_COLUMNS>[] = [
  record("dmodel_t", [0], MODEL_COLUMNS, MODEL_FIELDS),
];
