/** Reads the eyeballs of an MDL and their lids: `mstudioeyeball_t`. */

import { STUDIOHDR } from "../records/header.ts";
import { EYEBALL, MESH, MODEL } from "../records/mesh.ts";
import type { Eyelids } from "../rig/flex-types.ts";
import type { MdlEyeballs } from "../types.ts";
import { listModels, MdlReader, type ModelPlace } from "./mdl-reader.ts";
import { readFinite } from "./studio-reader.ts";

/** `mstudiomesh_t.materialtype` of a mesh drawn as an eyeball. */
const MATERIAL_EYEBALL = 1;

/**
 * Reads the eyeballs of an MDL that `parseMdl` accepts: parameters for projecting irises. Layout:
 * `mstudioeyeball_t` in Valve's public `studio.h`.
 * @throws FormatError
 */
export function parseMdlEyeballs(bytes: Uint8Array): MdlEyeballs {
  const reader = new MdlReader(bytes);
  const rows: EyeballRow[] = [];
  let mesh = 0;
  for (const model of listModels(reader)) {
    const own = rows.length;
    const found = reader.find(MODEL.tables.eyeballindex, model.at);
    for (let i = 0; i < found.count; i++) {
      rows.push({ ...model, at: found.at + i * EYEBALL.bytes, mesh: -1 });
    }
    mesh = assignMeshes(reader, model.at, mesh, rows, own);
  }
  const column = (read: (row: EyeballRow) => number) => Int32Array.from(rows, read);
  const floats = (offset: number, count: number) => {
    const read = ({ at }: EyeballRow) =>
      Array.from({ length: count }, (_, i) =>
        readFinite(reader, EYEBALL.name, at + offset + i * 4),
      );
    return Float32Array.from(rows.flatMap(read));
  };
  return {
    count: rows.length,
    name: rows.map(({ at }) => {
      const offset = reader.i32(at + EYEBALL.at.sznameindex);
      return offset === 0 ? "" : reader.string("mstudioeyeball_t.sznameindex", at, at + offset);
    }),
    bodyPart: Uint16Array.from(rows, (row) => row.bodyPart),
    model: Uint16Array.from(rows, (row) => row.model),
    mesh: column((row) => row.mesh),
    bone: column(({ at }) => readBone(reader, at + EYEBALL.at.bone)),
    origin: floats(EYEBALL.at.org, 3),
    zOffset: floats(EYEBALL.at.zoffset, 1),
    radius: floats(EYEBALL.at.radius, 1),
    up: floats(EYEBALL.at.up, 3),
    forward: floats(EYEBALL.at.forward, 3),
    irisScale: floats(EYEBALL.at.iris_scale, 1),
  };
}

interface EyeballRow extends ModelPlace {
  /** Row of `Mdl.meshes`; −1 if none. */
  mesh: number;
}

/** @returns the number of the next model's first mesh */
function assignMeshes(
  reader: MdlReader,
  model: number,
  firstMesh: number,
  rows: readonly EyeballRow[],
  own: number,
): number {
  const { at: first, count } = reader.find(MODEL.tables.meshindex, model);
  for (let i = 0; i < count; i++) {
    const mesh = first + i * MESH.bytes;
    if (reader.i32(mesh + MESH.at.materialtype) !== MATERIAL_EYEBALL) continue;
    const at = mesh + MESH.at.materialparam;
    const eyeball = reader.i32(at);
    if (eyeball < 0 || eyeball >= rows.length - own) {
      const expected = `an eyeball below ${rows.length - own}`;
      throw reader.error("bad-index", "mstudiomesh_t.materialparam", at, expected, eyeball);
    }
    rows[own + eyeball].mesh = firstMesh + i;
  }
  return firstMesh + count;
}

function readBone(reader: MdlReader, at: number): number {
  const bone = reader.i32(at);
  const count = reader.i32(STUDIOHDR.at.numbones);
  if (bone < 0 || bone >= count) {
    throw reader.error("bad-index", "mstudioeyeball_t.bone", at, `a bone below ${count}`, bone);
  }
  return bone;
}

const LIDS = {
  bytes: EYEBALL.bytes,
  columns: {
    upperState: EYEBALL.columns.upperflexdesc,
    lowerState: EYEBALL.columns.lowerflexdesc,
    upperTarget: EYEBALL.columns.uppertarget,
    lowerTarget: EYEBALL.columns.lowertarget,
    upperLid: EYEBALL.columns.upperlidflexdesc,
    lowerLid: EYEBALL.columns.lowerlidflexdesc,
  },
};

/**
 * Reads the eyelids of an MDL that `parseMdl` accepts, two for each eyeball, in the order of the
 * eyeballs. Eyes without lids, and eyes whose lids are moved by flex rules, have none.
 * @throws FormatError
 */
export function parseMdlEyelids(bytes: Uint8Array): Eyelids {
  const reader = new MdlReader(bytes);
  const descriptorCount = reader.find(STUDIOHDR.tables.flexdescindex).count;
  const rows: { lid: number; state: number[]; target: number[] }[] = [];
  const add = (lid: number, state: Int32Array, target: Float32Array): void => {
    const [a, b, c] = state;
    // An eye without lids has zeros in these fields and no other mark.
    const isLid = [lid, a, b, c].every((row) => row >= 0 && row < descriptorCount);
    if (isLid && a !== b && b !== c && a !== c) {
      rows.push({ lid, state: [...state], target: [...target] });
    }
  };
  for (const { at } of listModels(reader)) {
    const found = reader.find(MODEL.tables.eyeballindex, at);
    const eyes = reader.columns(found, LIDS);
    for (let eye = 0; eye < found.count; eye++) {
      const record = found.at + eye * EYEBALL.bytes;
      if (reader.bytes[record + EYEBALL.at.m_bNonFACS] !== 0) continue;
      const [from, to] = [eye * 3, eye * 3 + 3];
      const { upperState, lowerState, upperTarget, lowerTarget } = eyes;
      add(eyes.upperLid[eye], upperState.subarray(from, to), upperTarget.subarray(from, to));
      add(eyes.lowerLid[eye], lowerState.subarray(from, to), lowerTarget.subarray(from, to));
    }
  }
  return {
    count: rows.length,
    descriptor: Int32Array.from(rows, ({ lid }) => lid),
    state: Int32Array.from(rows.flatMap(({ state }) => state)),
    target: Float32Array.from(rows.flatMap(({ target }) => target)),
  };
}
