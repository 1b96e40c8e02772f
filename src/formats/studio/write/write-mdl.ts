import { STUDIO_LOOPING } from "../animation/animation-types.ts";
import { StudioWriter } from "./studio-writer.ts";
import { writeMdlBodyParts } from "./write-mdl-body-parts.ts";
import { writeMdlFace } from "./write-mdl-face.ts";
import { writeNodes } from "./write-mdl-motion.ts";
import { writeHitBoxSets, writeMdlRig } from "./write-mdl-rig.ts";
import { writeMdlSequences } from "./write-mdl-sequences.ts";
import type { StudioModelFile } from "./write-types.ts";

const VERSION = 48;
const HEADER_BYTES = 408;
const HEADER2_BYTES = 256;
const BONE_BYTES = 216;
const TEXTURE_BYTES = 64;
const INCLUDED_BYTES = 8;
const POSE_PARAMETER_BYTES = 20;

/** An MDL, version 48. Layout: `studiohdr_t` and what it points at, in Valve's `studio.h`. */
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

/** Gives where their records are. */
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
  // Bones by name, without regard to case, for the engine's search.
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

/** `mstudioposeparamdesc_t` */
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

/** `mstudiomodelgroup_t`, without labels. */
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
