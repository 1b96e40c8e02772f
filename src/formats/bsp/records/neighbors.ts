/**
 * Neighbours of a displacement, as C compilers lay them out. Source: Valve's public `bspfile.h`.
 * The wide records, of version 25 and of Vindictus, have 32-bit neighbours.
 */

import { u8, u16, u32 } from "../../binary/struct.ts";
import { column, record } from "./record.ts";

const EDGE_COLUMNS = {
  neighbor: column("neighbor", Uint32Array, { to: "LUMP_DISPINFO" }),
  /**
   * Rotation of the neighbour relative to this displacement, in counter-clockwise quarter turns.
   */
  orientation: column("neighborOrientation", Uint8Array),
  /**
   * Part of this edge that touches the neighbour: 0 corner to corner, 1 corner to middle, 2 middle
   * to corner.
   */
  span: Uint8Array,
  neighborSpan: Uint8Array,
};
/** `rest` is padding. Writers keep its value. */
const place = { orientation: u8(), span: u8(), neighborSpan: u8(), rest: u8() };

/** Two neighbours for each of the edges left, top, right and bottom. */
export const DISP_SUB_NEIGHBOR = record("CDispSubNeighbor", [0], EDGE_COLUMNS, {
  neighbor: u16(),
  ...place,
});
export const WIDE_DISP_SUB_NEIGHBOR = record("CDispSubNeighbor", [1], EDGE_COLUMNS, {
  neighbor: u32(),
  ...place,
});

const CORNER_COLUMNS = {
  neighbors: column("neighbors", Uint32Array, { to: "LUMP_DISPINFO" }),
  neighborCount: Uint8Array,
};

/** One for each corner: at most four displacements that touch only the corner. */
export const DISP_CORNER_NEIGHBORS = record("CDispCornerNeighbors", [0], CORNER_COLUMNS, {
  neighbors: u16(4),
  neighborCount: u8(),
  rest: u8(),
});
export const WIDE_DISP_CORNER_NEIGHBORS = record("CDispCornerNeighbors", [1], CORNER_COLUMNS, {
  neighbors: u32(4),
  neighborCount: u8(),
  rest: u8(),
  pad: u8(2),
});

export const NO_DISP_NEIGHBOR = 0xffff;
