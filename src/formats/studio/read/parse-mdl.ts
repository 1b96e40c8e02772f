/** Reads the parts of an MDL that are needed for drawing. */

import { CD_TEXTURE, SKIN_REF, STUDIOHDR, TEXTURE } from "../records/header.ts";
import { BODYPARTS, MESH, MODEL } from "../records/mesh.ts";
import { BONE } from "../records/skeleton.ts";
import { VERTEX } from "../records/vertices.ts";
import type { Bones, Mdl, MdlBodyPart, MdlMeshes, MdlModel } from "../types.ts";
import { findTable, readFinite, readVector, StudioReader } from "./studio-reader.ts";

/** "IDST", little-endian. */
const MDL_ID = 0x54534449;
const FIRST_VERSION = 44;
const LAST_VERSION = 49;

/**
 * Parses the parts of an MDL (versions 44 to 49) that are needed for drawing. Other known versions
 * are rejected with the name of their game. Layout: `studiohdr_t` and the data it references, in
 * Valve's public `studio.h`.
 * @throws FormatError
 */
export function parseMdl(bytes: Uint8Array): Mdl {
  const reader = new StudioReader("MDL", bytes);
  reader.header(STUDIOHDR.name, STUDIOHDR.at.checksum);
  reader.identify(STUDIOHDR.name, MDL_ID, "bad-magic", "IDST");
  const version = reader.i32(STUDIOHDR.at.version);
  if (version < FIRST_VERSION || version > LAST_VERSION) {
    const expected = `version ${FIRST_VERSION} to ${LAST_VERSION}`;
    const owner = mdlVersionOwner(version);
    const at = STUDIOHDR.at.version;
    if (owner === null) throw reader.error("bad-version", STUDIOHDR.name, at, expected, version);
    throw reader.error("unsupported", STUDIOHDR.name, at, expected, `${version} (${owner})`);
  }
  reader.header(STUDIOHDR.name, STUDIOHDR.bytes);

  const textures = readTextures(reader);
  const skinReferenceCount = reader.i32(STUDIOHDR.at.numskinref);
  const skinFamilyCount = reader.i32(STUDIOHDR.at.numskinfamilies);
  const skins = readSkins(reader, skinReferenceCount, skinFamilyCount, textures.length);
  const { bodyParts, meshes } = readBodyParts(reader, skinFamilyCount > 0 ? skinReferenceCount : 0);
  return {
    version,
    checksum: reader.i32(STUDIOHDR.at.checksum),
    name: reader.fixedString(STUDIOHDR.at.name, STUDIOHDR.at.length - STUDIOHDR.at.name),
    flags: reader.i32(STUDIOHDR.at.flags),
    illumPosition: readVector(reader, STUDIOHDR.at.illumposition),
    hullMins: readVector(reader, STUDIOHDR.at.hull_min),
    hullMaxs: readVector(reader, STUDIOHDR.at.hull_max),
    viewMins: readVector(reader, STUDIOHDR.at.view_bbmin),
    viewMaxs: readVector(reader, STUDIOHDR.at.view_bbmax),
    bones: readBones(reader),
    textures,
    textureDirs: readTextureDirs(reader),
    skinFamilyCount,
    skinReferenceCount,
    skins,
    bodyParts,
    meshes,
    sequenceCount: reader.i32(STUDIOHDR.at.numlocalseq),
    animationCount: reader.i32(STUDIOHDR.at.numlocalanim),
    attachmentCount: reader.i32(STUDIOHDR.at.numlocalattachments),
    surfaceProp: readSurfaceProp(reader),
    contents: reader.i32(STUDIOHDR.at.contents),
    mass: reader.f32(STUDIOHDR.at.mass),
  };
}

/** Reads the surface property. Models of some third-party tools have none. */
function readSurfaceProp(reader: StudioReader): string {
  const at = STUDIOHDR.at.surfacepropindex;
  const offset = reader.i32(at);
  return offset === 0 ? "" : reader.string("studiohdr_t.surfacepropindex", at, offset);
}

function readBones(reader: StudioReader): Bones {
  const { at: first, count } = findTable(reader, STUDIOHDR.tables.boneindex);
  const bones = {
    count,
    name: [] as string[],
    parent: new Int32Array(count),
    position: new Float32Array(count * 3),
    quaternion: new Float32Array(count * 4),
    poseToBone: new Float32Array(count * 12),
    flags: new Uint32Array(count),
  };
  const { position, quaternion, poseToBone } = bones;
  const copyFloats = (
    where: string,
    offset: number,
    column: Float32Array,
    first: number,
    length: number,
  ) => {
    for (let i = 0; i < length; i++) column[first + i] = readFinite(reader, where, offset + i * 4);
  };
  for (let i = 0; i < count; i++) {
    const at = first + i * BONE.bytes;
    bones.name.push(readName(reader, "mstudiobone_t.sznameindex", at, at + BONE.at.sznameindex));
    const parent = reader.i32(at + BONE.at.parent);
    if (parent < -1 || parent >= i) {
      const expected = `-1 or a bone before bone ${i}`;
      const where = "mstudiobone_t.parent";
      throw reader.error("bad-index", where, at + BONE.at.parent, expected, parent);
    }
    bones.parent[i] = parent;
    copyFloats("mstudiobone_t.pos", at + BONE.at.pos, position, i * 3, 3);
    copyFloats("mstudiobone_t.quat", at + BONE.at.quat, quaternion, i * 4, 4);
    copyFloats("mstudiobone_t.poseToBone", at + BONE.at.poseToBone, poseToBone, i * 12, 12);
    bones.flags[i] = reader.i32(at + BONE.at.flags);
  }
  return bones;
}

/** Reads the name that a record at `record` refers to by the field at `field`. */
function readName(reader: StudioReader, where: string, record: number, field: number): string {
  return reader.string(where, record, record + reader.i32(field));
}

function readTextures(reader: StudioReader): string[] {
  const { at: first, count } = findTable(reader, STUDIOHDR.tables.textureindex);
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = first + i * TEXTURE.bytes;
    names.push(readName(reader, "mstudiotexture_t.sznameindex", at, at + TEXTURE.at.sznameindex));
  }
  return names;
}

function readTextureDirs(reader: StudioReader): string[] {
  const { where, at: first, count } = findTable(reader, STUDIOHDR.tables.cdtextureindex);
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = first + i * CD_TEXTURE.bytes;
    names.push(reader.string(where, at, reader.i32(at)));
  }
  return names;
}

function readSkins(
  reader: StudioReader,
  references: number,
  families: number,
  textureCount: number,
): Uint16Array {
  // Both are checked before they are multiplied, because the product of two negative counts is
  // positive.
  reader.table("skinref", STUDIOHDR.at.numskinref, references, 0, SKIN_REF.bytes);
  reader.table("skinfamilies", STUDIOHDR.at.numskinfamilies, families, 0, SKIN_REF.bytes);
  const count = references * families;
  const offset = reader.i32(STUDIOHDR.at.skinindex);
  const first = reader.array("skin table", STUDIOHDR.at.numskinref, count, offset, SKIN_REF.bytes);
  const skins = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const at = first + i * SKIN_REF.bytes;
    skins[i] = reader.u16(at);
    if (skins[i] >= textureCount) {
      const expected = `a texture below ${textureCount}`;
      throw reader.error("bad-index", "skin table", at, expected, skins[i]);
    }
  }
  return skins;
}

function readBodyParts(
  reader: StudioReader,
  materialCount: number,
): { bodyParts: MdlBodyPart[]; meshes: MdlMeshes } {
  const rows: MeshRows = {
    bodyPart: [],
    model: [],
    material: [],
    vertexCount: [],
    firstVertex: [],
  };
  const bodyParts: MdlBodyPart[] = [];
  const parts = findTable(reader, STUDIOHDR.tables.bodypartindex);
  for (let i = 0; i < parts.count; i++) {
    const at = parts.at + i * BODYPARTS.bytes;
    const where = "mstudiobodyparts_t.sznameindex";
    const name = readName(reader, where, at, at + BODYPARTS.at.sznameindex);
    const found = findTable(reader, BODYPARTS.tables.modelindex, at);
    const models: MdlModel[] = [];
    for (let j = 0; j < found.count; j++) {
      const firstMesh = rows.model.length;
      const modelAt = found.at + j * MODEL.bytes;
      const model = readModel(reader, modelAt, materialCount, rows);
      for (let k = firstMesh; k < rows.material.length; k++) {
        rows.bodyPart.push(i);
        rows.model.push(j);
      }
      models.push(model);
    }
    bodyParts.push({ name, base: reader.i32(at + BODYPARTS.at.base), models });
  }
  const meshes: MdlMeshes = {
    count: rows.model.length,
    bodyPart: Uint16Array.from(rows.bodyPart),
    model: Uint16Array.from(rows.model),
    material: Uint16Array.from(rows.material),
    vertexCount: Uint32Array.from(rows.vertexCount),
    firstVertex: Uint32Array.from(rows.firstVertex),
  };
  return { bodyParts, meshes };
}

type MeshRows = { [Column in Exclude<keyof MdlMeshes, "count">]: number[] };

/** Reads a model, and adds its meshes to `rows`, except for their body part and model. */
function readModel(
  reader: StudioReader,
  at: number,
  materialCount: number,
  rows: MeshRows,
): MdlModel {
  const firstMesh = rows.material.length;
  const { at: first, count: meshCount } = findTable(reader, MODEL.tables.meshindex, at);
  const vertexCount = reader.i32(at + MODEL.at.numvertices);
  const vertexIndex = reader.i32(at + MODEL.at.vertexindex);
  if (vertexCount < 0) {
    const where = "mstudiomodel_t.numvertices";
    throw reader.error("bad-count", where, at + MODEL.at.numvertices, ">= 0", vertexCount);
  }
  if (meshCount > 0 && (vertexIndex < 0 || vertexIndex % VERTEX.bytes !== 0)) {
    const expected = `a multiple of ${VERTEX.bytes}`;
    const where = "mstudiomodel_t.vertexindex";
    throw reader.error("bad-offset", where, at + MODEL.at.vertexindex, expected, vertexIndex);
  }
  for (let i = 0; i < meshCount; i++) {
    const mesh = first + i * MESH.bytes;
    const material = reader.i32(mesh + MESH.at.material);
    if (material < 0 || material >= materialCount) {
      const expected = `a column of the skin table below ${materialCount}`;
      const where = "mstudiomesh_t.material";
      throw reader.error("bad-index", where, mesh + MESH.at.material, expected, material);
    }
    const meshVertexCount = reader.i32(mesh + MESH.at.numvertices);
    const vertexOffset = reader.i32(mesh + MESH.at.vertexoffset);
    if (meshVertexCount < 0 || vertexOffset < 0 || vertexOffset + meshVertexCount > vertexCount) {
      const expected = `a run inside the model's ${vertexCount} vertices`;
      const found = `${meshVertexCount} from ${vertexOffset}`;
      const where = "mstudiomesh_t.numvertices";
      throw reader.error("bad-count", where, mesh + MESH.at.numvertices, expected, found);
    }
    rows.material.push(material);
    rows.vertexCount.push(meshVertexCount);
    rows.firstVertex.push(vertexIndex / VERTEX.bytes + vertexOffset);
  }
  const name = reader.fixedString(at + MODEL.at.name, MODEL.at.type - MODEL.at.name);
  return { name, vertexCount, firstMesh, meshCount };
}

/**
 * Returns the game of an unsupported MDL version, for the error message; `null` if unknown.
 * Sources: Crowbar and SourceIO, public readers of most of these versions.
 */
export function mdlVersionOwner(version: number): string | null {
  // Builds of 2003 count up from the last version of the GoldSrc engine.
  if (version >= 27 && version <= 38) return "a beta of Half-Life 2";
  if (version >= 54 && version <= 59) return "Apex Legends";
  return OWNERS[version] ?? null;
}

const OWNERS: Readonly<Record<number, string>> = {
  4: "an alpha of Half-Life",
  6: "an alpha of Half-Life",
  10: "Half-Life and its kin",
  14: "James Bond 007: Nightfire",
  52: "Titanfall",
  53: "Titanfall 2",
  2531: "Vampire: The Masquerade - Bloodlines",
};

/** Versions of Titanfall and Titanfall 2: `openMdl` reads the parts that version 49 also has. */
export type RespawnVersion = 52 | 53;

export function isRespawnVersion(version: number): version is RespawnVersion {
  return version === 52 || version === 53;
}
