/** Collision, occluders, and the heads of lumps that hold lists. Source: Valve's public `bspfile.h`. */

import type { Table } from "../../binary/record-layout.ts";
import { f32, i32, u16, u32 } from "../../binary/struct.ts";
import { type ColumnsOf, column, record } from "./record.ts";

const PHYSMODEL = {
  /** Row of LUMP_MODELS; -1 closes the list. */
  modelIndex: column("model", Int32Array, { to: "LUMP_MODELS", least: -1 }),
  /** Bytes. */
  dataSize: Int32Array,
  keydataSize: Int32Array,
  solidCount: Int32Array,
};
/** Heads each model of LUMP_PHYSCOLLIDE. */
export const DPHYSMODEL = record("dphysmodel_t", [0], PHYSMODEL, {
  modelIndex: i32(),
  dataSize: i32(),
  keydataSize: i32(),
  solidCount: i32(),
});
/** Record that closes LUMP_PHYSCOLLIDE, the only one in a map without physics. */
export const NO_PHYS_MODELS: Table<ColumnsOf<typeof PHYSMODEL>> = {
  count: 1,
  model: Int32Array.of(-1),
  dataSize: Int32Array.of(-1),
  keydataSize: Int32Array.of(0),
  solidCount: Int32Array.of(0),
};

/** LUMP_PHYSDISP before the hulls: a count, and a length each. Strata Source brought the words. */
export const PHYS_DISP = {
  narrow: record("unsigned short", [0, 1], {}, { length: u16() }),
  wide: record("unsigned int", [2], {}, { length: u32() }),
};
/** A displacement without a hull. */
export const NO_PHYS_DISP = { narrow: 0xffff, wide: 0xffffffff } as const;
/** From this lump version on lengths of displacements' hulls are words. */
export const WIDE_PHYS_DISP_VERSION = 2;

const occluder = {
  flags: i32(),
  firstpoly: i32(),
  polycount: i32(),
  mins: f32(3),
  maxs: f32(3),
};
/** LUMP_OCCLUSION: three lists, each behind its count. */
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
/** LUMP_OCCLUSION, lump version 2, without occluders: three counts of 0. */
export const EMPTY_OCCLUSION_BYTES = 12;

/** `dvis_t` of LUMP_VISIBILITY behind the count of clusters: bytes from the lump's start. */
export const VIS_ROW = record("dvis_t", [0], {}, { pvs: i32(), pas: i32() });
