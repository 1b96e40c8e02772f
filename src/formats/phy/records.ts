/**
 * PHY. Header: Valve's public `phyfile.h`; header of a solid: `studiobyteswap.cpp` of its public
 * SDK. Surfaces are IVP's compact ones, with the names of public readers; metres, y down. Bit
 * fields count from the top in big-endian files.
 */

import { f32, i32, u8, u16 } from "../binary/struct.ts";
import { offsetOf, record } from "../studio/records/studio-record.ts";

export const PHY_HEADER = record("phyheader_t", [], {
  /** Bytes of the header. */
  size: i32(),
  id: i32(),
  solidCount: i32(),
  /** Of the MDL. */
  checkSum: i32(),
});

/** Before each solid: the bytes that follow. */
export const SOLID_SIZE = record("solid", [], { size: i32() });

/** Before a surface, except in the oldest files. */
export const SOLID_HEADER = record("compactsurfaceheader_t", [0x100, 0x101], {
  vphysicsID: i32(),
  version: u16(),
  /** 0 for hulls, 1 for a MOPP. */
  modelType: u16(),
  surfaceSize: i32(),
  dragAxisAreas: f32(3),
  axisMapSize: i32(),
});

const MASS_FIELDS = {
  mass_center: f32(3),
  rotation_inertia: f32(3),
  upper_limit_radius: f32(),
};
export const SURFACE = record("compactsurface_t", [0x100], {
  ...MASS_FIELDS,
  /** 8 bits, then 24 with the bytes of the surface. */
  max_deviation_and_byte_size: i32(),
  offset_ledgetree_root: offsetOf("compactledgenode_t"),
  dummy: i32(3),
});

/** Form with a word for each bit field, of maps of Momentum Mod. */
export const LARGE_SURFACE = record("compactsurface_t", [0x101], {
  ...MASS_FIELDS,
  max_deviation: i32(),
  byte_size: i32(),
  offset_ledgetree_root: offsetOf("compactledgenode_t"),
  dummy: i32(3),
});

export const LEDGE_NODE = record("compactledgenode_t", [0x100, 0x101], {
  /** 0 for a leaf. The left child follows the node. */
  offset_right_node: offsetOf("compactledgenode_t"),
  offset_compact_ledge: offsetOf("compactledge_t"),
  center: f32(3),
  radius: f32(),
  box_sizes: u8(3),
  free_0: u8(),
});

/** A convex hull, before its triangles. */
export const LEDGE = record("compactledge_t", [0x100], {
  c_point_offset: offsetOf("compactpoint_t"),
  client_data: i32(),
  /** Four flags, then 24 bits with a sixteenth of the bytes of the ledge. */
  flags_and_size_div_16: i32(),
  n_triangles: u16(),
  for_future_use: u16(),
});

export const LARGE_LEDGE = record("compactledge_t", [0x101], {
  c_point_offset: offsetOf("compactpoint_t"),
  client_data: i32(),
  unread: i32(),
  n_triangles: i32(),
  unread2: i32(12),
});

export const EDGE = record("compactedge_t", [0x100], {
  /** Row of the points. */
  start_point_index: u16(),
  /** 15 bits, then one for a virtual edge. */
  opposite_index_and_is_virtual: u16(),
});
export const LARGE_EDGE = record("compactedge_t", [0x101], {
  start_point_index: i32(),
  opposite_index: i32(),
  is_virtual: i32(),
  unread: i32(),
});

/** Four indices and flags in a word, then the edges. */
export const TRIANGLE = record("compacttriangle_t", [0x100], {
  indices: i32(),
  c_three_edges: u16(6),
});
export const LARGE_TRIANGLE = record("compacttriangle_t", [0x101], {
  indices: i32(4),
  c_three_edges: i32(12),
});

export const POINT = record("compactpoint_t", [0x100, 0x101], { xyz: f32(3), hesse_val: f32() });
