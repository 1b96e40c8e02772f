/** Reads the parts of an MDL that are needed for drawing. */

import { mdlVersionOwner } from "../rig/mdl-versions.ts";
import type { Bones, Mdl, MdlBodyPart, MdlMeshes, MdlModel } from "../types.ts";
import { StudioReader } from "./studio-reader.ts";

/** "IDST", little-endian. */
const MDL_ID = 0x54534449;
const FIRST_VERSION = 44;
const LAST_VERSION = 49;
const HEADER_BYTES = 408;
const BONE_BYTES = 216;
const TEXTURE_BYTES = 64;
const BODY_PART_BYTES = 16;
const MODEL_BYTES = 148;
const MESH_BYTES = 116;
/** Size of `mstudiovertex_t`. Models reference their vertices by byte offset. */
const VERTEX_BYTES = 48;

/**
 * Parses the parts of an MDL (versions 44 to 49) that are needed for drawing. Other known versions
 * are rejected with the name of their game. Layout: `studiohdr_t` and the data it references, in
 * Valve's public `studio.h`.
 * @throws FormatError
 */
export function parseMdl(bytes: Uint8Array): Mdl {
  const reader = new StudioReader("MDL", bytes);
  reader.header("studiohdr_t", 8);
  reader.identify("studiohdr_t", MDL_ID, "bad-magic", "IDST");
  const version = reader.i32(4);
  if (version < FIRST_VERSION || version > LAST_VERSION) {
    const expected = `version ${FIRST_VERSION} to ${LAST_VERSION}`;
    const owner = mdlVersionOwner(version);
    if (owner === null) throw reader.error("bad-version", "studiohdr_t", 4, expected, version);
    throw reader.error("unsupported", "studiohdr_t", 4, expected, `${version} (${owner})`);
  }
  reader.header("studiohdr_t", HEADER_BYTES);

  const textures = readTextures(reader);
  const skinReferenceCount = reader.i32(220);
  const skinFamilyCount = reader.i32(224);
  const skins = readSkins(reader, skinReferenceCount, skinFamilyCount, textures.length);
  const { bodyParts, meshes } = readBodyParts(reader, skinFamilyCount > 0 ? skinReferenceCount : 0);
  return {
    version,
    checksum: reader.i32(8),
    name: reader.fixedString(12, 64),
    flags: reader.i32(152),
    illumPosition: readVector(reader, 92),
    hullMins: readVector(reader, 104),
    hullMaxs: readVector(reader, 116),
    viewMins: readVector(reader, 128),
    viewMaxs: readVector(reader, 140),
    bones: readBones(reader),
    textures,
    textureDirs: readTextureDirs(reader),
    skinFamilyCount,
    skinReferenceCount,
    skins,
    bodyParts,
    meshes,
    sequenceCount: reader.i32(188),
    animationCount: reader.i32(180),
    attachmentCount: reader.i32(240),
    surfaceProp: readSurfaceProp(reader),
    contents: reader.i32(332),
    mass: reader.f32(328),
  };
}

/** Reads the surface property. Models of some third-party tools have none. */
function readSurfaceProp(reader: StudioReader): string {
  const offset = reader.i32(308);
  return offset === 0 ? "" : reader.string("studiohdr_t.surfacepropindex", 308, offset);
}

function readVector(reader: StudioReader, offset: number): [number, number, number] {
  return [reader.f32(offset), reader.f32(offset + 4), reader.f32(offset + 8)];
}

function readBones(reader: StudioReader): Bones {
  const count = reader.i32(156);
  const first = reader.table("mstudiobone_t", 156, count, reader.i32(160), BONE_BYTES);
  const bones = {
    count,
    name: [] as string[],
    parent: new Int32Array(count),
    position: new Float32Array(count * 3),
    quaternion: new Float32Array(count * 4),
    poseToBone: new Float32Array(count * 12),
    flags: new Uint32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const at = first + i * BONE_BYTES;
    bones.name.push(reader.string("mstudiobone_t.sznameindex", at, at + reader.i32(at)));
    const parent = reader.i32(at + 4);
    if (parent < -1 || parent >= i) {
      const expected = `-1 or a bone before bone ${i}`;
      throw reader.error("bad-index", "mstudiobone_t.parent", at + 4, expected, parent);
    }
    bones.parent[i] = parent;
    readFloats(reader, "mstudiobone_t.pos", at + 32, bones.position, i * 3, 3);
    readFloats(reader, "mstudiobone_t.quat", at + 44, bones.quaternion, i * 4, 4);
    readFloats(reader, "mstudiobone_t.poseToBone", at + 96, bones.poseToBone, i * 12, 12);
    bones.flags[i] = reader.i32(at + 160);
  }
  return bones;
}

function readFloats(
  reader: StudioReader,
  where: string,
  offset: number,
  column: Float32Array,
  first: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const value = reader.f32(offset + i * 4);
    if (!Number.isFinite(value)) {
      throw reader.error("bad-value", where, offset + i * 4, "a finite number", value);
    }
    column[first + i] = value;
  }
}

function readTextures(reader: StudioReader): string[] {
  const count = reader.i32(204);
  const first = reader.table("mstudiotexture_t", 204, count, reader.i32(208), TEXTURE_BYTES);
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = first + i * TEXTURE_BYTES;
    names.push(reader.string("mstudiotexture_t.sznameindex", at, at + reader.i32(at)));
  }
  return names;
}

function readTextureDirs(reader: StudioReader): string[] {
  const count = reader.i32(212);
  const first = reader.table("cdtexture", 212, count, reader.i32(216), 4);
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = first + i * 4;
    names.push(reader.string("cdtexture", at, reader.i32(at)));
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
  reader.table("skinref", 220, references, 0, 2);
  reader.table("skinfamilies", 224, families, 0, 2);
  const count = references * families;
  const first = reader.array("skin table", 220, count, reader.i32(228), 2);
  const skins = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    skins[i] = reader.u16(first + i * 2);
    if (skins[i] >= textureCount) {
      const expected = `a texture below ${textureCount}`;
      throw reader.error("bad-index", "skin table", first + i * 2, expected, skins[i]);
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
  const count = reader.i32(232);
  const first = reader.table("mstudiobodyparts_t", 232, count, reader.i32(236), BODY_PART_BYTES);
  for (let i = 0; i < count; i++) {
    const at = first + i * BODY_PART_BYTES;
    const name = reader.string("mstudiobodyparts_t.sznameindex", at, at + reader.i32(at));
    const modelCount = reader.i32(at + 4);
    const modelAt = at + reader.i32(at + 12);
    const firstModel = reader.table("mstudiomodel_t", at + 4, modelCount, modelAt, MODEL_BYTES);
    const models: MdlModel[] = [];
    for (let j = 0; j < modelCount; j++) {
      models.push(readModel(reader, firstModel + j * MODEL_BYTES, i, j, materialCount, rows));
    }
    bodyParts.push({ name, base: reader.i32(at + 8), models });
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

function readModel(
  reader: StudioReader,
  at: number,
  bodyPart: number,
  model: number,
  materialCount: number,
  rows: MeshRows,
): MdlModel {
  const meshCount = reader.i32(at + 72);
  const meshAt = at + reader.i32(at + 76);
  const firstMesh = rows.model.length;
  const first = reader.table("mstudiomesh_t", at + 72, meshCount, meshAt, MESH_BYTES);
  const vertexCount = reader.i32(at + 80);
  const vertexIndex = reader.i32(at + 84);
  if (vertexCount < 0) {
    throw reader.error("bad-count", "mstudiomodel_t.numvertices", at + 80, ">= 0", vertexCount);
  }
  if (meshCount > 0 && (vertexIndex < 0 || vertexIndex % VERTEX_BYTES !== 0)) {
    const expected = `a multiple of ${VERTEX_BYTES}`;
    throw reader.error("bad-offset", "mstudiomodel_t.vertexindex", at + 84, expected, vertexIndex);
  }
  for (let i = 0; i < meshCount; i++) {
    const mesh = first + i * MESH_BYTES;
    const material = reader.i32(mesh);
    if (material < 0 || material >= materialCount) {
      const expected = `a column of the skin table below ${materialCount}`;
      throw reader.error("bad-index", "mstudiomesh_t.material", mesh, expected, material);
    }
    const meshVertexCount = reader.i32(mesh + 8);
    const vertexOffset = reader.i32(mesh + 12);
    if (meshVertexCount < 0 || vertexOffset < 0 || vertexOffset + meshVertexCount > vertexCount) {
      const expected = `a run inside the model's ${vertexCount} vertices`;
      const found = `${meshVertexCount} from ${vertexOffset}`;
      throw reader.error("bad-count", "mstudiomesh_t.numvertices", mesh + 8, expected, found);
    }
    rows.bodyPart.push(bodyPart);
    rows.model.push(model);
    rows.material.push(material);
    rows.vertexCount.push(meshVertexCount);
    rows.firstVertex.push(vertexIndex / VERTEX_BYTES + vertexOffset);
  }
  return { name: reader.fixedString(at, 64), vertexCount, firstMesh, meshCount };
}
