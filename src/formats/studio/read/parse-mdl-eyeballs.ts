/** Reads the eyeballs of an MDL. */

import type { MdlEyeballs } from "../types.ts";
import { StudioReader } from "./studio-reader.ts";

const HEADER_BYTES = 408;
const BODY_PART_BYTES = 16;
const MODEL_BYTES = 148;
const MESH_BYTES = 116;
const EYEBALL_BYTES = 172;
/** `mstudiomesh_t.materialtype` of a mesh drawn as an eyeball. */
const MATERIAL_EYEBALL = 1;

/**
 * Reads the eyeballs of an MDL that `parseMdl` accepts: parameters for projecting irises. Layout:
 * `mstudioeyeball_t` in Valve's public `studio.h`.
 * @throws FormatError
 */
export function parseMdlEyeballs(bytes: Uint8Array): MdlEyeballs {
  const reader = new StudioReader("MDL", bytes);
  reader.header("studiohdr_t", HEADER_BYTES);
  const rows: EyeballRow[] = [];
  let mesh = 0;
  const partCount = reader.i32(232);
  const partAt = reader.i32(236);
  const parts = reader.table("mstudiobodyparts_t", 232, partCount, partAt, BODY_PART_BYTES);
  for (let bodyPart = 0; bodyPart < partCount; bodyPart++) {
    const part = parts + bodyPart * BODY_PART_BYTES;
    const modelCount = reader.i32(part + 4);
    const modelAt = part + reader.i32(part + 12);
    const models = reader.table("mstudiomodel_t", part + 4, modelCount, modelAt, MODEL_BYTES);
    for (let model = 0; model < modelCount; model++) {
      const at = models + model * MODEL_BYTES;
      const own = rows.length;
      readModelEyeballs(reader, at, bodyPart, model, rows);
      mesh = assignMeshes(reader, at, mesh, rows, own);
    }
  }
  const column = (read: (row: EyeballRow) => number) => Int32Array.from(rows, read);
  const floats = (offset: number, count: number) => {
    const read = ({ at }: EyeballRow) =>
      Array.from({ length: count }, (_, i) => readFinite(reader, at + offset + i * 4));
    return Float32Array.from(rows.flatMap(read));
  };
  return {
    count: rows.length,
    name: rows.map(({ at }) => {
      const offset = reader.i32(at);
      return offset === 0 ? "" : reader.string("mstudioeyeball_t.sznameindex", at, at + offset);
    }),
    bodyPart: Uint16Array.from(rows, (row) => row.bodyPart),
    model: Uint16Array.from(rows, (row) => row.model),
    mesh: column((row) => row.mesh),
    bone: column(({ at }) => readBone(reader, at + 4)),
    origin: floats(8, 3),
    zOffset: floats(20, 1),
    radius: floats(24, 1),
    up: floats(28, 3),
    forward: floats(40, 3),
    irisScale: floats(60, 1),
  };
}

interface EyeballRow {
  readonly at: number;
  readonly bodyPart: number;
  readonly model: number;
  mesh: number;
}

function readModelEyeballs(
  reader: StudioReader,
  at: number,
  bodyPart: number,
  model: number,
  rows: EyeballRow[],
): void {
  const count = reader.i32(at + 100);
  const eyeballAt = at + reader.i32(at + 104);
  const first = reader.table("mstudioeyeball_t", at + 100, count, eyeballAt, EYEBALL_BYTES);
  for (let i = 0; i < count; i++) {
    rows.push({ at: first + i * EYEBALL_BYTES, bodyPart, model, mesh: -1 });
  }
}

/** @returns the number of the next model's first mesh */
function assignMeshes(
  reader: StudioReader,
  at: number,
  firstMesh: number,
  rows: readonly EyeballRow[],
  own: number,
): number {
  const count = reader.i32(at + 72);
  const meshAt = at + reader.i32(at + 76);
  const first = reader.table("mstudiomesh_t", at + 72, count, meshAt, MESH_BYTES);
  for (let i = 0; i < count; i++) {
    const mesh = first + i * MESH_BYTES;
    if (reader.i32(mesh + 24) !== MATERIAL_EYEBALL) continue;
    const eyeball = reader.i32(mesh + 28);
    if (eyeball < 0 || eyeball >= rows.length - own) {
      const expected = `an eyeball below ${rows.length - own}`;
      throw reader.error("bad-index", "mstudiomesh_t.materialparam", mesh + 28, expected, eyeball);
    }
    rows[own + eyeball].mesh = firstMesh + i;
  }
  return firstMesh + count;
}

function readBone(reader: StudioReader, at: number): number {
  const bone = reader.i32(at);
  const count = reader.i32(156);
  if (bone < 0 || bone >= count) {
    throw reader.error("bad-index", "mstudioeyeball_t.bone", at, `a bone below ${count}`, bone);
  }
  return bone;
}

function readFinite(reader: StudioReader, at: number): number {
  const value = reader.f32(at);
  if (!Number.isFinite(value)) {
    throw reader.error("bad-value", "mstudioeyeball_t", at, "a finite number", value);
  }
  return value;
}
