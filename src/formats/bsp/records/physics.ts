/**
 * Collision, occluders, and headers of lumps that hold lists. Source: Valve's public `bspfile.h`.
 */

import type { Table } from "../../binary/record-layout.ts";
import { f32, i32, u16, u32 } from "../../binary/struct.ts";
import { type ColumnsOf, column, record } from "./record.ts";

const PHYSMODEL = {
  /** Row of LUMP_MODELS; −1 ends the list. */
  modelIndex: column("model", Int32Array, { to: "LUMP_MODELS", least: -1 }),
  /** Size in bytes. */
  dataSize: Int32Array,
  keydataSize: Int32Array,
  solidCount: Int32Array,
};
/** Header of each model in LUMP_PHYSCOLLIDE. */
export const DPHYSMODEL = record("dphysmodel_t", [0], PHYSMODEL, {
  modelIndex: i32(),
  dataSize: i32(),
  keydataSize: i32(),
  solidCount: i32(),
});
/** Record that ends LUMP_PHYSCOLLIDE. In a map without physics it is the only one. */
export const NO_PHYS_MODELS: Table<ColumnsOf<typeof PHYSMODEL>> = {
  count: 1,
  model: Int32Array.of(-1),
  dataSize: Int32Array.of(-1),
  keydataSize: Int32Array.of(0),
  solidCount: Int32Array.of(0),
};

/**
 * Start of LUMP_PHYSDISP: a count, then the length of each hull. The hulls follow. Only Strata
 * Source uses 32-bit lengths.
 */
export const PHYS_DISP = {
  narrow: record("unsigned short", [0, 1], {}, { length: u16() }),
  wide: record("unsigned int", [2], {}, { length: u32() }),
};
/** Length that marks a displacement without a hull. */
export const NO_PHYS_DISP = { narrow: 0xffff, wide: 0xffffffff } as const;
/** First lump version with 32-bit hull lengths. */
export const WIDE_PHYS_DISP_VERSION = 2;

const occluder = {
  flags: i32(),
  firstpoly: i32(),
  polycount: i32(),
  mins: f32(3),
  maxs: f32(3),
};
/** LUMP_OCCLUSION: three lists, each preceded by its count. */
export const OCCLUDERS = {
  withoutArea: record("doccluderdata_t", [0, 1], {}, occluder),
  withArea: record("doccluderdata_t", [2], {}, { ...occluder, area: i32() }),
};
export const OCCLUDER_POLYS = record(
  "doccluderpolydata_t",
  [],
  {},
  { firstvertexindex: i32(), vertexcount: i32(), planenum: i32() },
);
export const OCCLUDER_VERTICES = record("vertex index", [], {}, { vertex: i32() });
/** Size of LUMP_OCCLUSION (lump version 2) without occluders: three counts of 0. */
export const EMPTY_OCCLUSION_BYTES = 12;

/**
 * Row of `dvis_t` in LUMP_VISIBILITY, after the cluster count: byte offsets from the lump's start.
 */
export const VIS_ROW = record("dvis_t", [0], {}, { pvs: i32(), pas: i32() });
