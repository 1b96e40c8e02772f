/**
 * Builds placeholders for models whose triangles are missing, as on servers: the collision hulls,
 * else a box of the size in the model's header. See `ghosts.ts` for models without a header. For 95
 * static models of real content the header's box is off by 4 % of the model's size (median, the
 * worst side).
 */

import type { Phy } from "../../formats/phy/parse-phy.ts";
import type { Mdl, StudioMesh } from "../../formats/studio/types.ts";
import { FAMILY } from "../../map/material-families.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { DEFAULT_ALPHA_TEST_REFERENCE } from "../materials/material-state.ts";
import type { PropModel } from "../props/prop-model.ts";
import { buildHullCorners } from "./hull-corners.ts";

// A mesh with one LOD and one untextured material.

/**
 * Builds three vertices per triangle, each with the triangle's normal, for flat shading.
 * @param corners 9 numbers a triangle, model space; counter-clockwise seen from outside
 */
function buildFlatMesh(corners: Float32Array): StudioMesh {
  const count = corners.length / 3;
  const normal = new Float32Array(count * 3);
  const tangent = new Float32Array(count * 4);
  const boneWeight = new Float32Array(count * 3);
  for (let triangle = 0; triangle < corners.length; triangle += 9) {
    const side = (corner: number, axis: number) =>
      corners[triangle + corner * 3 + axis] - corners[triangle + axis];
    const x = side(1, 1) * side(2, 2) - side(1, 2) * side(2, 1);
    const y = side(1, 2) * side(2, 0) - side(1, 0) * side(2, 2);
    const z = side(1, 0) * side(2, 1) - side(1, 1) * side(2, 0);
    const length = Math.hypot(x, y, z);
    // A triangle without area is invisible.
    const facing = length > 0 ? [x / length, y / length, z / length] : [0, 0, 1];
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangle / 3 + corner;
      normal.set(facing, vertex * 3);
      // Any tangent will do, because there is no texture.
      tangent[vertex * 4 + (Math.abs(facing[0]) < 0.9 ? 0 : 1)] = tangent[vertex * 4 + 3] = 1;
      boneWeight[vertex * 3] = 1;
    }
  }
  return {
    vertices: {
      count,
      position: corners,
      normal,
      tangent,
      texCoord: new Float32Array(count * 2),
      boneWeight,
      boneIndex: new Uint8Array(count * 3),
      boneCount: new Uint8Array(count).fill(1),
    },
    indices: Uint32Array.from({ length: count }, (_, i) => i),
    lodCount: 1,
    switchPoint: new Float32Array(1),
    drawCount: 1,
    drawLod: new Uint8Array(1),
    drawMesh: new Uint32Array(1),
    drawMaterial: new Uint16Array(1),
    drawFirstIndex: new Uint32Array(1),
    drawIndexCount: Uint32Array.of(count),
  };
}

/** Names that are not files; `STAND_IN_STATES` has their materials. */
export const STAND_IN_MATERIAL = "visleaf/stand-in";
export const GHOST_MATERIAL = "visleaf/ghost";

/** Whether a material is that of a placeholder for a model. */
export function isStandInMaterial(name: string): boolean {
  return name === STAND_IN_MATERIAL || name === GHOST_MATERIAL;
}

/** Linear middle grey, as for unknown materials. */
const GREY = 0.214;

/** Draw state: lit like other props, without a texture. */
export const STAND_IN_STATE: MaterialState = {
  family: FAMILY.flat,
  isUnseen: false,
  opacity: "opaque",
  flags: 0,
  tint: [GREY, GREY, GREY],
  alpha: 1,
  alphaTestReference: DEFAULT_ALPHA_TEST_REFERENCE,
  params: [],
  paramRates: [],
  stores: [],
  graph: null,
  ignoredProxies: [],
  textures: [],
  spaces: [],
  decalScale: 1,
  sway: null,
  untextured: true,
  unsupported: false,
};

/** States of these materials by name: hulls and boxes, and ghosts. */
export const STAND_IN_STATES: ReadonlyMap<string, MaterialState> = new Map([
  [STAND_IN_MATERIAL, STAND_IN_STATE],
  [GHOST_MATERIAL, { ...STAND_IN_STATE, family: FAMILY.ghost, opacity: "blended" }],
]);

/** Largest accepted size of a box, inches: that of the world. */
const MAX_SIZE = 65536;

/** Builds a model from collision hulls; `null` if they are unusable. */
export function buildHullModel(name: string, mdl: Mdl, phy: Phy): PropModel | null {
  return standInOf(name, mdl, buildHullCorners(phy, mdl));
}

/** Builds a model from the header's box; `null` if the header has no size. */
export function buildBoxModel(name: string, mdl: Mdl): PropModel | null {
  const box = Float32Array.of(...mdl.hullMins, ...mdl.hullMaxs);
  return isSeen(box) ? standInOf(name, mdl, boxCorners(box)) : null;
}

function standInOf(name: string, mdl: Mdl, corners: Float32Array): PropModel | null {
  const box = boxOf(corners);
  if (box === null || !isSeen(box)) return null;
  return {
    name,
    mdl,
    mesh: buildFlatMesh(corners),
    lodCount: 1,
    stripGroups: [],
    palette: null,
    box,
    track: null,
    lightPoint: mdl.illumPosition,
    isStandIn: true,
  };
}

/** Whether a box is visible: at most one axis may have no size. */
function isSeen(box: Float32Array): boolean {
  let flat = 0;
  for (let axis = 0; axis < 3; axis++) {
    const size = box[3 + axis] - box[axis];
    if (!(size >= 0 && size <= MAX_SIZE)) return false;
    if (size === 0) flat++;
  }
  return flat <= 1;
}

/** Returns `null` if the box is empty or not finite. */
function boxOf(corners: Float32Array): Float32Array | null {
  if (corners.length === 0) return null;
  const box = Float32Array.of(...corners.subarray(0, 3), ...corners.subarray(0, 3));
  for (let i = 0; i < corners.length; i++) {
    if (!Number.isFinite(corners[i])) return null;
    const axis = i % 3;
    box[axis] = Math.min(box[axis], corners[i]);
    box[3 + axis] = Math.max(box[3 + axis], corners[i]);
  }
  return box;
}

/** Returns two triangles a side, counter-clockwise seen from outside. */
export function boxCorners(box: Float32Array): Float32Array {
  const corners: number[] = [];
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1;
    const isUpper = side & 1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const corner of isUpper ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]) {
      const at = [0, 0, 0];
      at[axis] = box[isUpper * 3 + axis];
      at[u] = box[(corner === 1 || corner === 2 ? 3 : 0) + u];
      at[v] = box[(corner >= 2 ? 3 : 0) + v];
      corners.push(...at);
    }
  }
  return Float32Array.from(corners);
}
