/**
 * Triangles that replace the fan of a face. Source: Valve's public `bspfile.h`; wide records of
 * version 25.
 */

import { f32, u8, u16, u32 } from "../../binary/struct.ts";
import { column, record } from "./record.ts";

const PRIMITIVE = {
  /** 0 for a triangle list, 1 for a triangle strip. */
  type: Uint8Array,
  firstIndex: column("firstIndex", Uint32Array, {
    to: "LUMP_PRIMINDICES",
    count: "indexCount",
    what: "indices",
  }),
  indexCount: Uint32Array,
  firstVert: column("firstVert", Uint32Array, {
    to: "LUMP_PRIMVERTS",
    count: "vertCount",
    what: "verts",
  }),
  vertCount: Uint32Array,
};

export const PRIMITIVES = [
  record("dprimitive_t", [0], PRIMITIVE, {
    type: u8(),
    pad: u8(),
    firstIndex: u16(),
    indexCount: u16(),
    firstVert: u16(),
    vertCount: u16(),
  }),
  record("dprimitive_t", [1], PRIMITIVE, {
    type: u8(),
    pad: u8(3),
    firstIndex: u32(),
    indexCount: u32(),
    firstVert: u32(),
    vertCount: u32(),
  }),
];

export const PRIMVERTS = [
  record("dprimvert_t", [0], { pos: column("position", Float32Array) }, { pos: f32(3) }),
];

/** `readPrimitives` checks that the values fit a `Primitives` column. */
export const PRIMINDICES = [
  record("unsigned short", [0], { value: Uint32Array }, { value: u16() }),
  record("unsigned short", [1], { value: Uint32Array }, { value: u32() }),
];
