/** Brushes and their sides. Source: Valve's public `bspfile.h`; wide records of version 25. */

import { i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { column, record, unread, whole } from "./record.ts";

export const BRUSHES = [
  record(
    "dbrush_t",
    [0],
    {
      firstside: column("firstSide", Int32Array, {
        to: "LUMP_BRUSHSIDES",
        count: "sideCount",
        what: "sides",
      }),
      numsides: column("sideCount", Int32Array),
      /** `CONTENTS_*` bits. */
      contents: Int32Array,
    },
    { firstside: i32(), numsides: i32(), contents: i32() },
  ),
];

export const BRUSHSIDE_COLUMNS = {
  planenum: column("plane", Uint32Array, { to: "LUMP_PLANES" }),
  texinfo: column("texinfo", Int32Array, { to: "LUMP_TEXINFO", least: -1 }),
  /** 0 in every map seen. */
  dispinfo: unread("dispInfo", Int32Array),
  /**
   * 1 for a side that is never drawn: it is added so that boxes collide correctly with the brush.
   */
  bevel: Uint32Array,
};

/**
 * Later branches and consoles store a flag for thin brushes in the second byte of `bevel`, which is
 * 0 elsewhere.
 */
const flags = { bevel: u8(), thin: u8() };

export const BRUSHSIDES = [
  record("dbrushside_t", [0], BRUSHSIDE_COLUMNS, {
    planenum: u16(),
    texinfo: i16(),
    dispinfo: i16(),
    ...flags,
  }),
  record("dbrushside_t", [1], BRUSHSIDE_COLUMNS, {
    planenum: u32(),
    texinfo: i32(),
    dispinfo: i32(),
    ...flags,
    pad: i16(),
  }),
];

const LEAF_BRUSH = { value: column("value", Uint32Array, { to: "LUMP_BRUSHES", what: "brush" }) };

export const LEAFBRUSHES = [
  record("unsigned short", [0], LEAF_BRUSH, { value: u16() }),
  record("unsigned short", [1], LEAF_BRUSH, { value: u32() }),
];

export const DBRUSH = BRUSHES[0];
export const DBRUSHSIDE = /* @__PURE__ */ whole(BRUSHSIDES[0]);
