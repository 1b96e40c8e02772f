import { MAX_NUM_LODS } from "../types.ts";
import type { StudioWriter } from "./studio-writer.ts";
import { writeMeshFlexes } from "./write-mdl-face.ts";
import type { StudioBodyModelFile, StudioEyeballFile, StudioModelFile } from "./write-types.ts";
import { countFromLod } from "./write-vvd.ts";

const BODY_PART_BYTES = 16;
const MODEL_BYTES = 148;
const MESH_BYTES = 116;
const EYEBALL_BYTES = 172;
/** `mstudiomesh_t.materialtype` */
const MATERIAL_EYEBALL = 1;
const VERTEX_BYTES = 48;
const TANGENT_BYTES = 16;

/** Writes `mstudiobodyparts_t`, their models and their meshes. */
export function writeMdlBodyParts(out: StudioWriter, file: StudioModelFile): void {
  const { bodyParts } = file;
  const first = out.reserve(bodyParts.length * BODY_PART_BYTES);
  out.i32(232, bodyParts.length, first);
  // A body number counts in the models of all parts: part i has the digit of worth `base`.
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

/** `mstudioeyeball_t` of the model at `at`; its meshes, from `meshes` on, tell which eye they are. */
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
