/** Faces. Source: Valve's public `bspfile.h`; wide records as version 25's compiler writes them. */

import { f32, i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import type { Faces } from "../types.ts";
import { type Columns, column, type LumpRecord, record, unread, whole } from "./record.ts";

/** Maximum number of styles, and so of lightmaps, of a face: `MAXLIGHTMAPS` of `bspfile.h`. */
export const MAX_STYLES = 4;
/** Value of unused entries of `styles`. */
export const NO_STYLE = 255;

export const FACE_COLUMNS = {
  planenum: column("plane", Uint32Array, { to: "LUMP_PLANES" }),
  /** Plane of the pair of opposite planes. The face always faces along its plane's normal. */
  side: Uint8Array,
  firstedge: column("firstEdge", Uint32Array, {
    to: "LUMP_SURFEDGES",
    count: "edgeCount",
    what: "edges",
  }),
  numedges: column("edgeCount", Uint32Array),
  texinfo: column("texinfo", Int32Array, { to: "LUMP_TEXINFO", least: -1 }),
  dispinfo: column("dispInfo", Int32Array, { to: "LUMP_DISPINFO", least: -1 }),
  styles: column("styles", Uint8Array, undefined, MAX_STYLES),
  /** Byte offset in the lighting lump of the same side (LDR or HDR); −1 if unlit. */
  lightofs: column("lightOffset", Int32Array),
  /** Square inches. */
  area: Float32Array,
  lightmapTextureMinsInLuxels: column("lightmapMins", Int32Array),
  /** Size in luxels, minus one. */
  lightmapTextureSizeInLuxels: column("lightmapSize", Int32Array),
  origFace: column("origFace", Int32Array, { to: "LUMP_ORIGINALFACES", least: -1 }),
  numPrims: column("primitiveCount", Uint32Array),
  firstPrimID: column("firstPrimitive", Uint32Array, {
    to: "LUMP_PRIMITIVES",
    count: "primitiveCount",
  }),
  smoothingGroups: Uint32Array,
  /** 1 if the face is on a node's plane, 0 if it is inside a leaf (func_detail). */
  onNode: unread("onNode", Uint8Array),
  /** −1 if the face is not a water surface. */
  surfaceFogVolumeID: unread("surfaceFogVolumeId", Int32Array, {
    to: "LUMP_LEAFWATERDATA",
    least: -1,
  }),
};

/** Fields of the lightmap and the ones after them, the same in every form. */
const lit = {
  lightofs: i32(),
  area: f32(),
  lightmapTextureMinsInLuxels: i32(2),
  lightmapTextureSizeInLuxels: i32(2),
  origFace: i32(),
};

export const FACE_FIELDS = {
  planenum: u16(),
  side: u8(),
  onNode: u8(),
  firstedge: i32(),
  numedges: i16(),
  texinfo: i16(),
  dispinfo: i16(),
  surfaceFogVolumeID: i16(),
  styles: u8(MAX_STYLES),
  ...lit,
  /** The top bit is set if the face receives no shadows. */
  numPrims: u16(),
  firstPrimID: u16(),
  smoothingGroups: u32(),
};

export const WIDE_FACE_FIELDS = {
  planenum: u32(),
  side: u8(),
  onNode: u8(),
  pad: u8(2),
  firstedge: i32(),
  numedges: i32(),
  texinfo: i32(),
  dispinfo: i32(),
  surfaceFogVolumeID: i32(),
  styles: u8(MAX_STYLES),
  ...lit,
  /** The lowest bit is set if the face receives shadows. */
  numPrims: u32(),
  firstPrimID: u32(),
  smoothingGroups: u32(),
};

type FaceRecord = LumpRecord<Columns<Faces>, typeof FACE_COLUMNS>;
/** Records of LUMP_FACES, LUMP_FACES_HDR and LUMP_ORIGINALFACES. */
export const FACES: readonly FaceRecord[] = [
  record("dface_t", [0, 1], FACE_COLUMNS, FACE_FIELDS, { shadowsBit: "top" }),
  record("dface_t", [2], FACE_COLUMNS, WIDE_FACE_FIELDS, { shadowsBit: "lowest" }),
];

/** Layout for writers (lump version 1), including columns that readers skip. */
export const DFACE = /* @__PURE__ */ whole(FACES[0]);
export interface DFace extends Omit<Faces, "count"> {
  readonly onNode: Uint8Array;
  readonly surfaceFogVolumeId: Int32Array;
}
