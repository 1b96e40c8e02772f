/** VVD, and baked light of static props (VHV, PPL). */

import { f32, i32, u8, u32 } from "../../binary/struct.ts";
import { offsetOf, record, type StudioField, tableAt } from "./studio-record.ts";

// VVD. Source: Valve's public `studio.h`.

const VVD = [4];

/** `mstudiovertex_t`, whose first three fields are its `mstudioboneweight_t`. Inches, model space. */
export const VERTEX = record("mstudiovertex_t", VVD, {
  weight: f32(3),
  /** Of the model's bones. */
  bone: u8(3),
  numbones: u8(),
  m_vecPosition: f32(3),
  m_vecNormal: f32(3),
  m_vecTexCoord: f32(2),
});

/** Direction of the texture's u, and the sign of the binormal. */
export const TANGENT = record("Vector4D", VVD, { tangent: f32(4) });

export const FIXUP = record("vertexFileFixup_t", VVD, {
  /** Coarsest LOD that uses the vertices. */
  lod: i32(),
  sourceVertexID: i32(),
  numVertexes: i32(),
});

export const VERTEX_FILE_HEADER = record("vertexFileHeader_t", VVD, {
  id: i32(),
  version: i32(),
  /** Of the MDL. */
  checksum: i32(),
  numLODs: i32(),
  /** For each root LOD; the first is the number of all vertices. */
  numLODVertexes: i32(8),
  numFixups: i32(),
  fixupTableStart: tableAt(FIXUP, "numFixups", "file"),
  vertexDataStart: tableAt(VERTEX, "numLODVertexes", "file"),
  /** 0 if there are none. */
  tangentDataStart: tableAt(TANGENT, "numLODVertexes", "file"),
});

/** Source: the public readers Crowbar and SourceIO. Follows the tangents in files of CS:GO and later. */
export const EXTRA_HEADER = record("ExtraVertexAttributesHeader_t", VVD, {
  m_count: i32(),
  m_totalBytes: i32(),
});

export const EXTRA_INDEX = record("ExtraVertexAttributeIndex_t", VVD, {
  m_type: i32(),
  /** From `ExtraVertexAttributesHeader_t`. */
  m_offset: i32(),
  /** For each vertex. */
  m_bytes: i32(),
});

/** Offset of texels or colours from the file's start. */
const unsignedOffset = (to: string, count: string): StudioField<"u32"> => ({
  ...offsetOf(to, count, "file"),
  type: "u32",
});

// VHV. Source: Valve's public `hardwareverts.h`.

const VHV = [2];

export const VHV_HEADER = record("FileHeader_t", VHV, {
  m_nVersion: i32(),
  /** Of the MDL. */
  m_nChecksum: u32(),
  m_nVertexFlags: u32(),
  /** 4, or 12 with light for each of three bump directions. */
  m_nVertexSize: u32(),
  m_nVertexes: u32(),
  m_nMeshes: i32(),
  m_nUnused: u32(4),
});

/** Follows the header. */
export const VHV_MESH = record("MeshHeader_t", VHV, {
  m_nLod: u32(),
  m_nVertexes: u32(),
  m_nOffset: unsignedOffset("BGRA", "m_nVertexes"),
  m_nUnused: u32(4),
});

// PPL. Source: Valve's public `hardwaretexels.h`.

const PPL = [0];

export const PPL_HEADER = record("FileHeader_t", PPL, {
  m_nVersion: i32(),
  /** Of the MDL. */
  m_nChecksum: u32(),
  /** `IMAGE_FORMAT_*` */
  m_nTexelFormat: u32(),
  m_nMeshes: i32(),
  m_nUnused: u32(4),
});

/** Follows the header. */
export const PPL_MESH = record("MeshHeader_t", PPL, {
  m_nLod: u32(),
  m_nOffset: unsignedOffset("texels", "m_nBytes"),
  m_nBytes: u32(),
  /** Texels. */
  m_nWidth: u32(),
  m_nHeight: u32(),
  m_nUnused: u32(3),
});
