/** Vertex light of static props, and its `.vhv` files. */

import { STATIC_PROP_NO_PER_VERTEX_LIGHTING } from "../../../formats/bsp/layouts/static-prop-flags.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { allocateFloat32 } from "../../shared-arrays.ts";
import type { MapLump } from "../../types.ts";
import type { PointTable } from "../light-scene.ts";
import type { FindPropModel, VradPropModel } from "../types.ts";

/** Layout of Valve's public `hardwareverts.h`. */
const VHV_VERSION = 2;
const FILE_HEADER_BYTES = 40;
const MESH_HEADER_BYTES = 28;
const VERTEX_COLOR = 4;
const SECTOR_BYTES = 512;

/** Lists the props that get a file, with their models. */
function listLitProps(bsp: Bsp, findPropModel: FindPropModel | undefined) {
  const props = bsp.staticProps;
  const lit: { prop: number; model: VradPropModel }[] = [];
  if (!props || !findPropModel) return lit;
  for (let prop = 0; prop < props.count; prop++) {
    if ((props.flags[prop] & STATIC_PROP_NO_PER_VERTEX_LIGHTING) !== 0) continue;
    const model = findPropModel(props.modelName[props.model[prop]]);
    if (model) lit.push({ prop, model });
  }
  return lit;
}

/** Lists all vertices of all lit props in world space, prop after prop. */
export function listPropPoints(bsp: Bsp, findPropModel: FindPropModel | undefined): PointTable {
  const lit = listLitProps(bsp, findPropModel);
  const count = lit.reduce((sum, { model }) => sum + model.positions.length / 3, 0);
  const points = {
    count,
    position: allocateFloat32(count * 3),
    normal: allocateFloat32(count * 3),
  };
  const props = bsp.staticProps;
  const matrix = new Float32Array(12);
  let out = 0;
  for (const { prop, model } of lit) {
    if (!props) break;
    const [pitch, yaw, roll] = props.angles.subarray(prop * 3, prop * 3 + 3);
    const [x, y, z] = props.origin.subarray(prop * 3, prop * 3 + 3);
    const scale = props.uniformScale[prop];
    writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z, scale);
    for (let i = 0; i < model.positions.length; i += 3, out += 3) {
      for (let row = 0; row < 3; row++) {
        const m = matrix.subarray(row * 4, row * 4 + 4);
        const turn = (v: Float32Array) => m[0] * v[i] + m[1] * v[i + 1] + m[2] * v[i + 2];
        points.position[out + row] = turn(model.positions) + m[3];
        points.normal[out + row] = turn(model.normals) / scale;
      }
    }
  }
  return points;
}

/**
 * Adds a file for each lit prop to the pakfile.
 * @param prefix `sp_` or `sp_hdr_`
 * @param light 3 a point of `listPropPoints`
 */
export function writePropLight(
  pak: Map<string, Uint8Array>,
  prefix: string,
  bsp: Bsp,
  findPropModel: FindPropModel | undefined,
  light: Float32Array,
): void {
  let first = 0;
  for (const { prop, model } of listLitProps(bsp, findPropModel)) {
    pak.set(`${prefix}${prop}.vhv`, makeVhv(model, light, first));
    first += model.positions.length / 3;
  }
}

/** `LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_NONHDR` and `..._HDR` of `bspfile.h`. */
const BAKED_PROP_LIGHTING = 1 | 2;

/** Returns LUMP_MAP_FLAGS with the flags that announce prop light files, for LDR and HDR. */
export function flagPropLight(lump: MapLump | undefined): MapLump {
  const bytes = lump?.bytes.length === 4 ? lump.bytes.slice() : new Uint8Array(4);
  bytes[0] |= BAKED_PROP_LIGHTING;
  return { version: lump?.version ?? 0, bytes };
}

function alignToSector(bytes: number): number {
  return Math.ceil(bytes / SECTOR_BYTES) * SECTOR_BYTES;
}

/** @param first row of `light` (3 a row, in units of 255) of the model's first vertex */
export function makeVhv(model: VradPropModel, light: Float32Array, first: number): Uint8Array {
  const { groups } = model;
  const vertexTotal = groups.reduce((sum, group) => sum + group.vertices.length, 0);
  const dataStart = alignToSector(FILE_HEADER_BYTES + groups.length * MESH_HEADER_BYTES);
  const bytes = new Uint8Array(alignToSector(dataStart + vertexTotal * 4));
  const view = new DataView(bytes.buffer);
  view.setInt32(0, VHV_VERSION, true);
  view.setUint32(4, model.checksum, true);
  view.setUint32(8, VERTEX_COLOR, true);
  view.setUint32(12, 4, true);
  view.setUint32(16, vertexTotal, true);
  view.setInt32(20, groups.length, true);
  let at = dataStart;
  groups.forEach((group, i) => {
    const header = FILE_HEADER_BYTES + i * MESH_HEADER_BYTES;
    view.setUint32(header, group.lod, true);
    view.setUint32(header + 4, group.vertices.length, true);
    view.setUint32(header + 8, at, true);
    for (const vertex of group.vertices) {
      writeVertexColour(bytes, at, light, (first + vertex) * 3);
      at += 4;
    }
  });
  return bytes;
}

/**
 * Writes B, G, R, A in gamma space, where half is full light. Scales down too bright colors to keep
 * their hue.
 */
function writeVertexColour(out: Uint8Array, at: number, light: Float32Array, from: number): void {
  const colour = [0, 1, 2].map(
    (c) => 0.5 * Math.min(4, Math.max(0, light[from + c] / 255)) ** (1 / 2.2),
  );
  const most = Math.max(1, ...colour);
  for (let c = 0; c < 3; c++) out[at + 2 - c] = Math.floor((colour[c] / most) * 255 + 0.5);
  out[at + 3] = 255;
}
