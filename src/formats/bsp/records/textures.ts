/** Textures of faces and their mapping. Source: Valve's public `bspfile.h`. */

import { f32, i32 } from "../../binary/struct.ts";
import type { TexInfos } from "../types.ts";
import { type Columns, column, type LumpRecord, record, unread, whole } from "./record.ts";

const TEXDATA_COLUMNS = {
  /** Linear, 0 to 1. */
  reflectivity: Float32Array,
  nameStringTableID: column("nameStringTableId", Int32Array, { to: "LUMP_TEXDATA_STRING_TABLE" }),
  /** Texels. */
  width: Int32Array,
  height: Int32Array,
  view_width: unread("viewWidth", Int32Array),
  view_height: unread("viewHeight", Int32Array),
};

export const TEXDATA = [
  record("dtexdata_t", [0], TEXDATA_COLUMNS, {
    reflectivity: f32(3),
    nameStringTableID: i32(),
    width: i32(),
    height: i32(),
    view_width: i32(),
    view_height: i32(),
  }),
];
export const DTEXDATA = /* @__PURE__ */ whole(TEXDATA[0]);

export const TEXINFO_COLUMNS = {
  /** Texels an inch and an offset, for each of two axes. */
  textureVecsTexelsPerWorldUnits: column("textureVecs", Float32Array),
  lightmapVecsLuxelsPerWorldUnits: column("lightmapVecs", Float32Array),
  /** `SURF_*` bits. */
  flags: Uint32Array,
  texdata: column("texdata", Int32Array, { to: "LUMP_TEXDATA", least: -1 }),
};
export const TEXINFO_FIELDS = {
  textureVecsTexelsPerWorldUnits: f32(8),
  lightmapVecsLuxelsPerWorldUnits: f32(8),
  flags: i32(),
  texdata: i32(),
};

export const TEXINFO: readonly LumpRecord<Columns<TexInfos>, typeof TEXINFO_COLUMNS>[] = [
  record("texinfo_t", [0], TEXINFO_COLUMNS, TEXINFO_FIELDS),
];

/** Byte offsets in LUMP_TEXDATA_STRING_DATA. */
export const TEXDATA_STRING_TABLE = [
  record("int", [0], { offset: column("value", Int32Array) }, { offset: i32() }),
];
