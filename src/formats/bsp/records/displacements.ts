/** Displacements. Source: Valve's public `bspfile.h`; wide records of version 25. */

import { f32, i32, u8, u16, u32 } from "../../binary/struct.ts";
import type { DispInfos, DispTris, DispVerts } from "../types.ts";
import { type Columns, column, type LumpRecord, record, unread, whole } from "./record.ts";

export const DISPINFO_COLUMNS = {
  startPosition: Float32Array,
  /** First vertex. `power` gives the number of vertices. */
  dispVertStart: column("firstVert", Uint32Array, { to: "LUMP_DISP_VERTS" }),
  dispTriStart: column("firstTri", Uint32Array, { to: "LUMP_DISP_TRIS" }),
  power: Int32Array,
  /** Minimum tesselation, or flags if its sign bit is set (newer maps). */
  minTess: Int32Array,
  smoothingAngle: Float32Array,
  /** `CONTENTS_*` bits. */
  contents: Int32Array,
  mapFace: column("mapFace", Uint32Array, { to: "LUMP_FACES" }),
  allowedVerts: Uint32Array,
  /** Byte offset in LUMP_DISP_LIGHTMAP_ALPHAS. */
  lightmapAlphaStart: unread("lightmapAlphaStart", Int32Array),
  /** Byte offset in LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS. */
  lightmapSamplePositionStart: unread("lightmapSamplePositionStart", Int32Array),
  /** Two `CDispSubNeighbor` each for the edges left, top, right, bottom. */
  edgeNeighbors: unread("edgeNeighbors", Uint8Array),
  /** Four `CDispCornerNeighbors`. */
  cornerNeighbors: unread("cornerNeighbors", Uint8Array),
};

const start = {
  startPosition: f32(3),
  dispVertStart: i32(),
  dispTriStart: i32(),
  power: i32(),
  minTess: i32(),
  smoothingAngle: f32(),
  contents: i32(),
};
const samples = { lightmapAlphaStart: i32(), lightmapSamplePositionStart: i32() };

export const DISPINFO_FIELDS = {
  ...start,
  mapFace: u16(),
  pad: u16(),
  ...samples,
  /** 8 records of 6 bytes. */
  edgeNeighbors: u8(48),
  /** 4 records of 10 bytes. */
  cornerNeighbors: u8(40),
  allowedVerts: u32(10),
};
export const WIDE_DISPINFO_FIELDS = {
  ...start,
  mapFace: u32(),
  ...samples,
  /** 8 records of 8 bytes. */
  edgeNeighbors: u8(64),
  /** 4 records of 20 bytes. */
  cornerNeighbors: u8(80),
  allowedVerts: u32(10),
};

export const DISPINFO: readonly LumpRecord<Columns<DispInfos>, typeof DISPINFO_COLUMNS>[] = [
  record("ddispinfo_t", [0], DISPINFO_COLUMNS, DISPINFO_FIELDS),
  record("ddispinfo_t", [1], DISPINFO_COLUMNS, WIDE_DISPINFO_FIELDS),
];
export const DDISPINFO = /* @__PURE__ */ whole(DISPINFO[0]);

export const DISP_VERTS: readonly LumpRecord<Columns<DispVerts>>[] = [
  record(
    "CDispVert",
    [0],
    /**
     * A unit vector, the distance along it in inches, and the weight of the second texture, 0 to
     * 255.
     */
    { vector: Float32Array, dist: Float32Array, alpha: Float32Array },
    { vector: f32(3), dist: f32(), alpha: f32() },
  ),
];

export const DISP_TRIS: readonly LumpRecord<Columns<DispTris>>[] = [
  record("CDispTri", [0], { tags: Uint16Array }, { tags: u16() }),
];

export const DISP_MULTIBLEND = [
  record(
    "CDispMultiBlend",
    [0],
    /** `multiblend` holds all 20 numbers of the record. */
    { multiblend: column("values", Float32Array, undefined, 20) },
    { multiblend: f32(4), alphaBlend: f32(4), multiblendColors: f32(12) },
  ),
];
