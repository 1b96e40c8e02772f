/** Writes an MDL. */

import { STUDIO_LOOPING } from "../animation/animation-types.ts";
import { CD_TEXTURE, MODEL_GROUP, STUDIOHDR, STUDIOHDR2, TEXTURE } from "../records/header.ts";
import { BODYPARTS, EYEBALL, MESH, MODEL } from "../records/mesh.ts";
import { BONE, POSE_PARAM_DESC } from "../records/skeleton.ts";
import { TANGENT, VERTEX } from "../records/vertices.ts";
import { MAX_NUM_LODS } from "../types.ts";
import { StudioWriter } from "./studio-writer.ts";
import { countFromLod } from "./write-geometry.ts";
import { writeMdlSequences, writeNodes } from "./write-mdl-motion.ts";
import { writeHitBoxSets, writeMdlFace, writeMdlRig, writeMeshFlexes } from "./write-mdl-rig.ts";
import type { StudioBodyModelFile, StudioEyeballFile, StudioModelFile } from "./write-types.ts";

const VERSION = 48;
/** `mstudiomesh_t.materialtype` */
const MATERIAL_EYEBALL = 1;

/**
 * Writes an MDL, version 48. Layout: `studiohdr_t` and the data it references, in Valve's
 * `studio.h`.
 */
export function writeMdl(model: StudioModelFile): Uint8Array {
  const out = new StudioWriter();
  out.reserve(STUDIOHDR.bytes);
  out.fixedString(0, 5, "IDST");
  out.put(0, STUDIOHDR, {
    version: VERSION,
    checksum: model.checksum,
    name: model.name,
    illumposition: model.illumPosition,
    hull_min: model.hullMins,
    hull_max: model.hullMaxs,
    view_bbmin: model.viewMins,
    view_bbmax: model.viewMaxs,
    flags: model.flags,
    surfacepropindex: model.surfaceProp,
    mass: model.mass,
    contents: model.contents,
  });
  const header2 = out.reserve(STUDIOHDR2.bytes);
  out.put(0, STUDIOHDR, { studiohdr2index: header2 });
  out.put(header2, STUDIOHDR2, { sznameindex: model.name });

  const bones = writeBones(out, model);
  writeHitBoxSets(out, model.hitBoxSets);
  if (model.rig) writeMdlRig(out, model.rig, bones, header2);
  writeMdlSequences(out, model);
  if (model.nodes) writeNodes(out, model.nodes);
  writeMdlBodyParts(out, model);
  if (model.face) writeMdlFace(out, model.face);
  writePoseParameters(out, model.poseParameters ?? []);
  writeIncludedModels(out, model.includedModels ?? []);
  writeTextures(out, model);
  out.flushStrings();
  out.put(0, STUDIOHDR, { length: out.byteLength });
  return out.finish();
}

/** Writes the bones and returns the offset of their records. */
function writeBones(out: StudioWriter, { bones, contents, surfaceProp }: StudioModelFile): number {
  const first = out.table(STUDIOHDR.tables.boneindex, bones.count);
  for (let i = 0; i < bones.count; i++) {
    const three = (values: Float32Array) => values.subarray(i * 3, i * 3 + 3);
    out.put(first + i * BONE.bytes, BONE, {
      sznameindex: bones.name[i],
      parent: bones.parent[i],
      bonecontroller: [-1, -1, -1, -1, -1, -1],
      pos: three(bones.position),
      quat: bones.quaternion.subarray(i * 4, i * 4 + 4),
      rot: three(bones.rotation),
      posscale: three(bones.positionScale),
      rotscale: three(bones.rotationScale),
      poseToBone: bones.poseToBone.subarray(i * 12, i * 12 + 12),
      qAlignment: [0, 0, 0, 1],
      flags: bones.flags[i],
      surfacepropidx: surfaceProp,
      contents,
    });
  }
  // Bones sorted by name, case-insensitive, for the engine's search.
  const lower = bones.name.map((name) => name.toLowerCase());
  const byName = lower.map((_, i) => i).sort((a, b) => compare(lower[a], lower[b]) || a - b);
  const table = out.reserve(bones.count);
  out.u8(table, ...byName);
  out.put(0, STUDIOHDR, { bonetablebynameindex: table });
  return first;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Writes `mstudiobodyparts_t`, their models and their meshes. */
function writeMdlBodyParts(out: StudioWriter, file: StudioModelFile): void {
  const { bodyParts } = file;
  const first = out.table(STUDIOHDR.tables.bodypartindex, bodyParts.length);
  // A body number selects the models of all parts: part i is the digit with weight `base`.
  let base = 1;
  for (let i = 0; i < bodyParts.length; i++) {
    const { name, models } = bodyParts[i];
    const at = first + i * BODYPARTS.bytes;
    const modelAt = out.table(BODYPARTS.tables.modelindex, models.length, at);
    out.put(at, BODYPARTS, { sznameindex: name, base });
    for (let k = 0; k < models.length; k++) {
      writeModel(out, file, models[k], modelAt + k * MODEL.bytes);
    }
    base *= Math.max(1, models.length);
  }
}

function writeModel(
  out: StudioWriter,
  { vertexLod, switchPoints }: StudioModelFile,
  model: StudioBodyModelFile,
  at: number,
): void {
  const { meshes, firstVertex } = model;
  const first = out.table(MODEL.tables.meshindex, meshes.length, at);
  out.put(at, MODEL, {
    name: model.name,
    boundingradius: model.boundingRadius,
    numvertices: model.vertexCount,
    vertexindex: firstVertex * VERTEX.bytes,
    tangentsindex: firstVertex * TANGENT.bytes,
  });
  for (let i = 0; i < meshes.length; i++) {
    const mesh = meshes[i];
    const meshAt = first + i * MESH.bytes;
    const end = mesh.firstVertex + mesh.vertexCount;
    out.put(meshAt, MESH, {
      material: mesh.material,
      modelindex: at - meshAt,
      numvertices: mesh.vertexCount,
      vertexoffset: mesh.firstVertex - firstVertex,
      meshid: i,
      center: mesh.center,
      numLODVertexes: Array.from({ length: MAX_NUM_LODS }, (_, lod) => {
        const root = Math.min(lod, switchPoints.length - 1);
        return countFromLod(vertexLod, root, mesh.firstVertex, end);
      }),
    });
    writeMeshFlexes(out, meshAt, mesh.flexes ?? []);
  }
  writeEyeballs(out, at, first, model.eyeballs ?? []);
}

/**
 * Writes `mstudioeyeball_t` of the model at `at`, and marks its meshes, from `meshes` on, with
 * their eyeball.
 */
function writeEyeballs(
  out: StudioWriter,
  at: number,
  meshes: number,
  eyeballs: readonly StudioEyeballFile[],
): void {
  if (eyeballs.length === 0) return;
  const first = out.table(MODEL.tables.eyeballindex, eyeballs.length, at);
  eyeballs.forEach((eye, i) => {
    const { name, bone, zOffset, radius, up, forward, texture } = eye;
    out.put(first + i * EYEBALL.bytes, EYEBALL, {
      sznameindex: name,
      bone,
      org: eye.origin,
      zoffset: zOffset,
      radius,
      up,
      forward,
      texture,
      iris_scale: eye.irisScale,
    });
    if (eye.mesh < 0) return;
    const values = { materialtype: MATERIAL_EYEBALL, materialparam: i };
    out.put(meshes + eye.mesh * MESH.bytes, MESH, values);
  });
}

/** Writes `mstudioposeparamdesc_t`. */
function writePoseParameters(
  out: StudioWriter,
  parameters: NonNullable<StudioModelFile["poseParameters"]>,
): void {
  const first = out.table(STUDIOHDR.tables.localposeparamindex, parameters.length);
  parameters.forEach(({ name, start, end, loop }, i) => {
    const flags = loop === 0 ? 0 : STUDIO_LOOPING;
    const values = { sznameindex: name, flags, start, end, loop };
    out.put(first + i * POSE_PARAM_DESC.bytes, POSE_PARAM_DESC, values);
  });
}

/** Writes `mstudiomodelgroup_t`, without labels. */
function writeIncludedModels(out: StudioWriter, files: readonly string[]): void {
  if (files.length === 0) return;
  const first = out.table(STUDIOHDR.tables.includemodelindex, files.length);
  files.forEach((file, i) => {
    const values = { szlabelindex: "", sznameindex: file };
    out.put(first + i * MODEL_GROUP.bytes, MODEL_GROUP, values);
  });
}

function writeTextures(out: StudioWriter, model: StudioModelFile): void {
  const { textures, textureDirs, skins } = model;
  const first = out.table(STUDIOHDR.tables.textureindex, textures.length);
  textures.forEach((name, i) => {
    out.put(first + i * TEXTURE.bytes, TEXTURE, { sznameindex: name });
  });
  const dirs = out.table(STUDIOHDR.tables.cdtextureindex, textureDirs.length);
  textureDirs.forEach((name, i) => {
    out.put(dirs + i * CD_TEXTURE.bytes, CD_TEXTURE, { name });
  });
  const table = out.reserve(skins.length * 2);
  out.put(0, STUDIOHDR, {
    numskinref: model.skinReferenceCount,
    numskinfamilies: model.skinFamilyCount,
    skinindex: table,
  });
  out.i16(table, ...skins);
}
