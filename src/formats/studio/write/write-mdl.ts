/** Writes an MDL. */

import { STUDIO_LOOPING } from "../animation/animation-types.ts";
import { MAX_NUM_LODS } from "../types.ts";
import { StudioWriter } from "./studio-writer.ts";
import { writeAnimationData } from "./write-animation-data.ts";
import { writeMdlFace, writeMeshFlexes } from "./write-mdl-face.ts";
import {
  writeIkRules,
  writeMovements,
  writeNodes,
  writeSequenceExtras,
} from "./write-mdl-motion.ts";
import { writeHitBoxSets, writeMdlRig } from "./write-mdl-rig.ts";
import type {
  StudioAnimationFile,
  StudioBodyModelFile,
  StudioEyeballFile,
  StudioModelFile,
  StudioSequenceFile,
} from "./write-types.ts";
import { countFromLod } from "./write-vvd.ts";

const ANIM_DESC_BYTES = 100;
const SEQ_DESC_BYTES = 212;
const SECTION_BYTES = 8;
/**
 * Long animations are split into sections, so that a frame can be read without decoding many
 * others.
 */
const SECTION_FRAMES = 30;
const MIN_SECTIONED_FRAMES = 120;

/** Writes `mstudioanimdesc_t` and `mstudioseqdesc_t` and the data they reference. */
function writeMdlSequences(out: StudioWriter, model: StudioModelFile): void {
  const { animations, sequences, bones } = model;
  const animationAt = out.reserve(animations.length * ANIM_DESC_BYTES);
  out.i32(180, animations.length, animationAt);
  const sequenceAt = out.reserve(sequences.length * SEQ_DESC_BYTES);
  out.i32(188, sequences.length, sequenceAt);

  for (let i = 0; i < animations.length; i++) {
    const animation = animations[i];
    const at = animationAt + i * ANIM_DESC_BYTES;
    out.i32(at, -at);
    out.string(at + 4, at, animation.name);
    out.f32(at + 8, [animation.fps]);
    out.i32(at + 12, animation.flags, animation.frameCount);
    if (animation.frameCount < MIN_SECTIONED_FRAMES) {
      const data = writeAnimationData(out, bones, animation, 0, animation.frameCount - 1);
      out.i32(at + 56, data - at);
    } else {
      writeSections(out, model, animation, at);
    }
    writeMovements(out, at, animation.movements ?? []);
    writeIkRules(out, at, animation.ikRules ?? []);
  }
  for (let i = 0; i < sequences.length; i++) {
    writeSequence(out, model, i, sequenceAt + i * SEQ_DESC_BYTES);
  }
}

/**
 * Writes sections. Each one also holds the first frame of the next; the very last frame has a
 * separate section.
 */
function writeSections(
  out: StudioWriter,
  { bones }: StudioModelFile,
  animation: StudioAnimationFile,
  at: number,
): void {
  const { frameCount } = animation;
  const count = Math.floor(frameCount / SECTION_FRAMES) + 2;
  const sections = out.reserve(count * SECTION_BYTES);
  out.i32(at + 80, sections - at, SECTION_FRAMES);
  for (let i = 0; i < count; i++) {
    const first = Math.min(i * SECTION_FRAMES, frameCount - 1);
    const last = Math.min(first + SECTION_FRAMES, frameCount - 1);
    const data = writeAnimationData(out, bones, animation, first, last);
    out.i32(sections + i * SECTION_BYTES + 4, data - at);
  }
}

function writeSequence(
  out: StudioWriter,
  { sequences, bones }: StudioModelFile,
  row: number,
  at: number,
): void {
  const sequence = sequences[row];
  out.i32(at, -at);
  out.string(at + 4, at, sequence.name);
  out.string(at + 8, at, sequence.activity);
  out.i32(at + 12, sequence.flags, -1, sequence.activity === "" ? 0 : sequence.activityWeight);
  out.f32(at + 32, [...sequence.mins, ...sequence.maxs]);
  const { animations, blendWidth, blendAxes } = sequence;
  const blends = out.reserve(animations.length * 2);
  out.i16(blends, ...animations);
  out.i32(at + 56, animations.length, blends - at);
  // A declared sequence has no grid and no pose parameter.
  const parameter = animations.length === 0 ? 0 : -1;
  out.i32(at + 68, blendWidth, animations.length / Math.max(1, blendWidth), parameter, parameter);
  blendAxes.forEach(({ poseParameter, start, end }, axis) => {
    out.i32(at + 76 + axis * 4, poseParameter);
    out.f32(at + 84 + axis * 4, [start]);
    out.f32(at + 92 + axis * 4, [end]);
  });
  out.f32(at + 104, [sequence.fadeIn, sequence.fadeOut]);
  const weights = out.reserve(bones.count * 4);
  out.f32(weights, Array.from(sequence.boneWeights));
  out.i32(at + 156, weights - at, writePoseKeys(out, sequence) - at);
  if (sequence.extras) writeSequenceExtras(out, at, sequence.extras);
}

/**
 * Writes the value of a blend's parameter at each of its animations: of the first axis, then of the
 * second.
 */
function writePoseKeys(
  out: StudioWriter,
  { animations, blendWidth, blendAxes }: StudioSequenceFile,
) {
  const counts = [blendWidth, animations.length / Math.max(1, blendWidth)];
  const keys = counts.flatMap((count, axis) => {
    const { start, end } = blendAxes[axis] ?? { start: 0, end: 0 };
    return Array.from(
      { length: count },
      (_, i) => start + ((end - start) * i) / Math.max(1, count - 1),
    );
  });
  const at = out.reserve(keys.length * 4);
  out.f32(at, keys);
  return at;
}

const BODY_PART_BYTES = 16;
const MODEL_BYTES = 148;
const MESH_BYTES = 116;
const EYEBALL_BYTES = 172;
/** `mstudiomesh_t.materialtype` */
const MATERIAL_EYEBALL = 1;
const VERTEX_BYTES = 48;
const TANGENT_BYTES = 16;

/** Writes `mstudiobodyparts_t`, their models and their meshes. */
function writeMdlBodyParts(out: StudioWriter, file: StudioModelFile): void {
  const { bodyParts } = file;
  const first = out.reserve(bodyParts.length * BODY_PART_BYTES);
  out.i32(232, bodyParts.length, first);
  // A body number selects the models of all parts: part i is the digit with weight `base`.
  let base = 1;
  for (let i = 0; i < bodyParts.length; i++) {
    const { name, models } = bodyParts[i];
    const at = first + i * BODY_PART_BYTES;
    const modelAt = out.reserve(models.length * MODEL_BYTES);
    out.string(at, at, name);
    out.i32(at + 4, models.length, base, modelAt - at);
    for (let k = 0; k < models.length; k++) {
      writeModel(out, file, models[k], modelAt + k * MODEL_BYTES);
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
  const first = out.reserve(meshes.length * MESH_BYTES);
  out.fixedString(at, 64, model.name);
  out.f32(at + 68, [model.boundingRadius]);
  out.i32(at + 72, meshes.length, first - at, model.vertexCount);
  out.i32(at + 84, firstVertex * VERTEX_BYTES, firstVertex * TANGENT_BYTES);
  for (let i = 0; i < meshes.length; i++) {
    const mesh = meshes[i];
    const meshAt = first + i * MESH_BYTES;
    out.i32(meshAt, mesh.material, at - meshAt, mesh.vertexCount, mesh.firstVertex - firstVertex);
    out.i32(meshAt + 32, i);
    out.f32(meshAt + 36, mesh.center);
    const end = mesh.firstVertex + mesh.vertexCount;
    for (let lod = 0; lod < MAX_NUM_LODS; lod++) {
      const root = Math.min(lod, switchPoints.length - 1);
      out.i32(meshAt + 52 + lod * 4, countFromLod(vertexLod, root, mesh.firstVertex, end));
    }
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
  const first = out.reserve(eyeballs.length * EYEBALL_BYTES);
  out.i32(at + 100, eyeballs.length, first - at);
  eyeballs.forEach((eye, i) => {
    const record = first + i * EYEBALL_BYTES;
    out.string(record, record, eye.name);
    out.i32(record + 4, eye.bone);
    out.f32(record + 8, [...eye.origin, eye.zOffset, eye.radius, ...eye.up, ...eye.forward]);
    out.i32(record + 52, eye.texture);
    out.f32(record + 60, [eye.irisScale]);
    if (eye.mesh >= 0) out.i32(meshes + eye.mesh * MESH_BYTES + 24, MATERIAL_EYEBALL, i);
  });
}

const VERSION = 48;
const HEADER_BYTES = 408;
const HEADER2_BYTES = 256;
const BONE_BYTES = 216;
const TEXTURE_BYTES = 64;
const INCLUDED_BYTES = 8;
const POSE_PARAMETER_BYTES = 20;

/**
 * Writes an MDL, version 48. Layout: `studiohdr_t` and the data it references, in Valve's
 * `studio.h`.
 */
export function writeMdl(model: StudioModelFile): Uint8Array {
  const out = new StudioWriter();
  out.reserve(HEADER_BYTES);
  out.fixedString(0, 5, "IDST");
  out.i32(4, VERSION, model.checksum);
  out.fixedString(12, 64, model.name);
  out.f32(92, model.illumPosition);
  out.f32(104, [...model.hullMins, ...model.hullMaxs]);
  out.f32(128, [...model.viewMins, ...model.viewMaxs]);
  out.i32(152, model.flags);
  out.string(308, 0, model.surfaceProp);
  out.f32(328, [model.mass]);
  out.i32(332, model.contents);
  const header2 = out.reserve(HEADER2_BYTES);
  out.i32(400, header2);
  out.string(header2 + 20, header2, model.name);

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
  out.i32(76, out.byteLength);
  return out.finish();
}

/** Writes the bones and returns the offset of their records. */
function writeBones(out: StudioWriter, { bones, contents, surfaceProp }: StudioModelFile): number {
  const first = out.reserve(bones.count * BONE_BYTES);
  out.i32(156, bones.count, first);
  for (let i = 0; i < bones.count; i++) {
    const at = first + i * BONE_BYTES;
    out.string(at, at, bones.name[i]);
    out.i32(at + 4, bones.parent[i], -1, -1, -1, -1, -1, -1);
    out.f32(at + 32, bones.position, i * 3, 3);
    out.f32(at + 44, bones.quaternion, i * 4, 4);
    out.f32(at + 60, bones.rotation, i * 3, 3);
    out.f32(at + 72, bones.positionScale, i * 3, 3);
    out.f32(at + 84, bones.rotationScale, i * 3, 3);
    out.f32(at + 96, bones.poseToBone, i * 12, 12);
    out.f32(at + 144, [0, 0, 0, 1]);
    out.i32(at + 160, bones.flags[i]);
    out.string(at + 176, at, surfaceProp);
    out.i32(at + 180, contents);
  }
  // Bones sorted by name, case-insensitive, for the engine's search.
  const lower = bones.name.map((name) => name.toLowerCase());
  const byName = lower.map((_, i) => i).sort((a, b) => compare(lower[a], lower[b]) || a - b);
  const table = out.reserve(bones.count);
  out.u8(table, ...byName);
  out.i32(364, table);
  return first;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Writes `mstudioposeparamdesc_t`. */
function writePoseParameters(
  out: StudioWriter,
  parameters: NonNullable<StudioModelFile["poseParameters"]>,
): void {
  const first = out.reserve(parameters.length * POSE_PARAMETER_BYTES);
  out.i32(300, parameters.length, first);
  parameters.forEach(({ name, start, end, loop }, i) => {
    const at = first + i * POSE_PARAMETER_BYTES;
    out.string(at, at, name);
    out.i32(at + 4, loop === 0 ? 0 : STUDIO_LOOPING);
    out.f32(at + 8, [start, end, loop]);
  });
}

/** Writes `mstudiomodelgroup_t`, without labels. */
function writeIncludedModels(out: StudioWriter, files: readonly string[]): void {
  if (files.length === 0) return;
  const first = out.reserve(files.length * INCLUDED_BYTES);
  out.i32(336, files.length, first);
  files.forEach((file, i) => {
    const at = first + i * INCLUDED_BYTES;
    out.string(at, at, "");
    out.string(at + 4, at, file);
  });
}

function writeTextures(out: StudioWriter, model: StudioModelFile): void {
  const { textures, textureDirs, skins } = model;
  const first = out.reserve(textures.length * TEXTURE_BYTES);
  out.i32(204, textures.length, first);
  for (let i = 0; i < textures.length; i++) {
    out.string(first + i * TEXTURE_BYTES, first + i * TEXTURE_BYTES, textures[i]);
  }
  const dirs = out.reserve(textureDirs.length * 4);
  out.i32(212, textureDirs.length, dirs);
  for (let i = 0; i < textureDirs.length; i++) out.string(dirs + i * 4, 0, textureDirs[i]);
  const table = out.reserve(skins.length * 2);
  out.i32(220, model.skinReferenceCount, model.skinFamilyCount, table);
  out.i16(table, ...skins);
}
