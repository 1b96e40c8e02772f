/**
 * VTX. Records are packed without padding. Source: Valve's public `optimize.h`. Offsets count from
 * the record unless stated.
 */

import { f32, i16, i32, u8, u16 } from "../../binary/struct.ts";
import { offsetOf, record, rowOf, tableAt, textAt } from "./studio-record.ts";

const VTX = [7];

export const VTX_VERTEX = record("Vertex_t", VTX, {
  /** Slots of the vertex's bones in the VVD. */
  boneWeightIndex: u8(3),
  numBones: u8(),
  /** Of the mesh's vertices. */
  origMeshVertID: u16(),
  /** Hardware bones if the strip group is hardware-skinned, else the model's. */
  boneID: u8(3),
});

/** Element of a strip group's indices: a row of its vertices. */
export const VTX_INDEX = record("unsigned short", VTX, { vertex: u16() });

export const BONE_STATE_CHANGE = record("BoneStateChangeHeader_t", VTX, {
  hardwareID: i32(),
  newBoneID: rowOf("mstudiobone_t"),
});

const STRIP_FIELDS = {
  numIndices: i32(),
  /** Rows of the strip group's indices and vertices. */
  indexOffset: i32(),
  numVerts: i32(),
  vertOffset: i32(),
  /** Most bones of a vertex. */
  numBones: i16(),
  /** `STRIP_IS_*` */
  flags: u8(),
  numBoneStateChanges: i32(),
  boneStateChangeOffset: tableAt(BONE_STATE_CHANGE, "numBoneStateChanges"),
};
/** Since Alien Swarm's compiler, which nothing in the file indicates. */
const TOPOLOGY_FIELDS = {
  numTopologyIndices: i32(),
  topologyOffset: tableAt(VTX_INDEX, "numTopologyIndices"),
};
export const STRIP = record("StripHeader_t", VTX, STRIP_FIELDS);
export const LONG_STRIP = record("StripHeader_t", VTX, { ...STRIP_FIELDS, ...TOPOLOGY_FIELDS });

const STRIP_GROUP_FIELDS = {
  numVerts: i32(),
  vertOffset: tableAt(VTX_VERTEX, "numVerts"),
  numIndices: i32(),
  indexOffset: tableAt(VTX_INDEX, "numIndices"),
  numStrips: i32(),
};
/** `STRIPGROUP_*` */
const flags = u8();
export const STRIP_GROUP = record("StripGroupHeader_t", VTX, {
  ...STRIP_GROUP_FIELDS,
  stripOffset: tableAt(STRIP, "numStrips"),
  flags,
});
export const LONG_STRIP_GROUP = record("StripGroupHeader_t", VTX, {
  ...STRIP_GROUP_FIELDS,
  stripOffset: tableAt(LONG_STRIP, "numStrips"),
  flags,
  ...TOPOLOGY_FIELDS,
});

export const VTX_MESH = record("MeshHeader_t", VTX, {
  numStripGroups: i32(),
  stripGroupHeaderOffset: tableAt(STRIP_GROUP, "numStripGroups"),
  /** `MESH_IS_*` */
  flags: u8(),
});

export const MODEL_LOD = record("ModelLODHeader_t", VTX, {
  numMeshes: i32(),
  meshOffset: tableAt(VTX_MESH, "numMeshes"),
  /** 100 * size / screen fraction; -1 for a shadow LOD. */
  switchPoint: f32(),
});

export const VTX_MODEL = record("ModelHeader_t", VTX, {
  numLODs: i32(),
  lodOffset: tableAt(MODEL_LOD, "numLODs"),
});

export const VTX_BODY_PART = record("BodyPartHeader_t", VTX, {
  numModels: i32(),
  modelOffset: tableAt(VTX_MODEL, "numModels"),
});

export const MATERIAL_REPLACEMENT = record("MaterialReplacementHeader_t", VTX, {
  /** Row of the MDL's textures, unsigned. */
  materialID: i16(),
  replacementMaterialNameOffset: textAt(),
});

/** One for each LOD. */
export const MATERIAL_REPLACEMENT_LIST = record("MaterialReplacementListHeader_t", VTX, {
  numReplacements: i32(),
  replacementOffset: tableAt(MATERIAL_REPLACEMENT, "numReplacements"),
});

export const VTX_HEADER = record("FileHeader_t", VTX, {
  version: i32(),
  vertCacheSize: i32(),
  maxBonesPerStrip: u16(),
  maxBonesPerTri: u16(),
  maxBonesPerVert: i32(),
  /** Of the MDL. */
  checkSum: i32(),
  numLODs: i32(),
  materialReplacementListOffset: offsetOf("MaterialReplacementListHeader_t", "numLODs", "file"),
  numBodyParts: i32(),
  bodyPartOffset: tableAt(VTX_BODY_PART, "numBodyParts", "file"),
});
