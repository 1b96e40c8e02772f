/**
 * Planes, vertices and edges. Source: Valve's public `bspfile.h`; wide edges as version 25's
 * compiler writes them.
 */

import { f32, i32, u16, u32 } from "../../binary/struct.ts";
import type { Planes, Vertexes } from "../types.ts";
import { type Columns, column, type LumpRecord, record } from "./record.ts";

export const PLANES: readonly LumpRecord<Columns<Planes>>[] = [
  record(
    "dplane_t",
    [0],
    { normal: Float32Array, dist: Float32Array, type: Int32Array },
    { normal: f32(3), dist: f32(), type: i32() },
  ),
];

export const VERTEXES: readonly LumpRecord<Columns<Vertexes>>[] = [
  record("dvertex_t", [0], { point: column("position", Float32Array) }, { point: f32(3) }),
];

const EDGE = { v: column("value", Uint32Array, { to: "LUMP_VERTEXES", what: "vertex" }) };

export const EDGES = [
  record("dedge_t", [0], EDGE, { v: u16(2) }),
  record("dedge_t", [1], EDGE, { v: u32(2) }),
];

/** A negative value is the edge in reverse, from its second vertex to its first. */
const SURFEDGE = {
  edge: column("value", Int32Array, { to: "LUMP_EDGES", negative: "LUMP_EDGES" }),
};

export const SURFEDGES = [record("int", [0], SURFEDGE, { edge: i32() })];
