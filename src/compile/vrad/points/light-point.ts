/** Light at points in space: ambient cubes of leafs, and vertices of static props. */

import {
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  EMIT_SURFACE,
} from "../../../formats/bsp/records/lights.ts";
import type { LightScene, SideTable } from "../light-scene.ts";
import { LIGHT_FLOATS, LIGHT_ROW } from "../lights.ts";
import { findPlace } from "../rays/sky-visibility.ts";
import { hitsAny } from "../rays/trace-bvh.ts";
import { findPatch, SKY_PATCH } from "../transfers.ts";
import { gatherLight, mayReach, share, spot } from "./gather-light.ts";

const weights = new Float64Array(6);

/** Sums for LDR and HDR. */
const sums = [0, 1].map(() => ({
  sky: new Float64Array(3),
  cube: new Float64Array(18),
  direct: new Float64Array(3),
  bounced: new Float64Array(3),
}));

/** Most back faces that a ray passes through. */
const MOST_BACKS = 4;

/** Reads the sky's light, if there is a light_environment. */
function readSky({ lights, sides }: LightScene): void {
  for (const { sky } of sums) sky.fill(0);
  for (let light = 0; light < lights.count; light++) {
    if (lights.type[light] !== EMIT_SKYAMBIENT) continue;
    sides.forEach(({ intensity }, i) => {
      sums[i].sky.set(intensity.subarray(light * 3, light * 3 + 3));
    });
  }
}

/**
 * Computes the incoming light around a point on six sides, in units of 255. Excludes lamps, because
 * the engine adds nearby ones, but includes lit faces too dim for that.
 */
export function lightAmbientPoint(scene: LightScene, point: number): void {
  const { pointDirections: directions, ambientPoints, sides } = scene;
  const [x, y, z] = ambientPoints.position.subarray(point * 3, point * 3 + 3);
  weights.fill(0);
  for (const { cube } of sums) cube.fill(0);
  readSky(scene);
  for (let i = 0; i < directions.length; i += 3) {
    const patch = findPatch(
      scene,
      x,
      y,
      z,
      directions[i],
      directions[i + 1],
      directions[i + 2],
      MOST_BACKS,
    );
    for (let axis = 0; axis < 3; axis++) {
      const along = directions[i + axis];
      if (along === 0) continue;
      const face = axis * 2 + (along > 0 ? 0 : 1);
      const weight = Math.abs(along);
      weights[face] += weight;
      if (patch < 0 && patch !== SKY_PATCH) continue;
      for (let side = 0; side < sides.length; side++) {
        const { cube, sky } = sums[side];
        const from = patch < 0 ? sky : sides[side].radiosity;
        const at = patch < 0 ? 0 : patch * 3;
        for (let c = 0; c < 3; c++) cube[face * 3 + c] += from[at + c] * weight;
      }
    }
  }
  for (const { cube } of sums) {
    for (let i = 0; i < 18; i++) cube[i] /= weights[Math.floor(i / 3)] || 1;
  }
  addSurfaceLights(scene, x, y, z);
  sides.forEach(({ ambient }, i) => {
    ambient.set(sums[i].cube, point * 18);
  });
}

/** Whether the engine skips a surface light, because it is too dim at 512 inches. */
export function isAmbientSurfaceLight(
  { lights }: LightScene,
  { intensity }: SideTable,
  light: number,
): boolean {
  if (lights.type[light] !== EMIT_SURFACE || lights.style[light] !== 0) return false;
  const at = light * 3;
  const most = Math.max(intensity[at], intensity[at + 1], intensity[at + 2]) / 255;
  return most / (512 * 512) < 0.005;
}

function addSurfaceLights(scene: LightScene, x: number, y: number, z: number): void {
  const { lights, rays, sides } = scene;
  const { values } = lights;
  for (let light = 0; light < lights.count; light++) {
    if (!sides.some((side) => isAmbientSurfaceLight(scene, side, light))) continue;
    const at = light * LIGHT_FLOATS;
    const dx = values[at] + values[at + 3] * 0.03125 - x;
    const dy = values[at + 1] + values[at + 4] * 0.03125 - y;
    const dz = values[at + 2] + values[at + 5] * 0.03125 - z;
    const distance = Math.hypot(dx, dy, dz);
    const away = -(dx * values[at + 3] + dy * values[at + 4] + dz * values[at + 5]) / distance;
    if (distance < 1e-3 || away <= 0) continue;
    const [ux, uy, uz] = [dx / distance, dy / distance, dz / distance];
    if (hitsAny(rays.blockers, x, y, z, ux, uy, uz, distance)) continue;
    for (const [i, side] of sides.entries()) {
      if (!isAmbientSurfaceLight(scene, side, light)) continue;
      [ux, uy, uz].forEach((along, axis) => {
        const face = axis * 2 + (along > 0 ? 0 : 1);
        const ratio = (Math.abs(along) * away) / (distance * distance);
        for (let c = 0; c < 3; c++) {
          sums[i].cube[face * 3 + c] += side.intensity[light * 3 + c] * ratio;
        }
      });
    }
  }
}

/**
 * Inches by which a vertex is moved towards a light, or out of its surface, against self-shadowing.
 */
const PROP_LIFT = 4;

/**
 * Computes direct light of unnamed lamps, sun and sky, and light of the surroundings, in units of
 * 255.
 */
export function lightPropPoint(scene: LightScene, point: number): void {
  const { propPoints, lights, tree, pointDirections: directions, sides } = scene;
  const [x, y, z] = propPoints.position.subarray(point * 3, point * 3 + 3);
  const [nx, ny, nz] = propPoints.normal.subarray(point * 3, point * 3 + 3);
  spot.normalCount = 1;
  spot.normals.set([nx, ny, nz]);
  spot.leaf = findPlace(tree, x, y, z);
  spot.cluster = tree.leafCluster[spot.leaf];
  for (const { direct, bounced } of sums) {
    direct.fill(0);
    bounced.fill(0);
  }
  for (let light = 0; light < lights.count; light++) {
    if (lights.style[light] !== 0 || !mayReach(scene, light)) continue;
    moveSpot(scene, light, x, y, z, nx, ny, nz);
    if (!gatherLight(scene, light)) continue;
    for (let side = 0; side < sides.length; side++) {
      const { intensity } = sides[side];
      for (let c = 0; c < 3; c++) sums[side].direct[c] += intensity[light * 3 + c] * share[0];
    }
  }
  let weight = 0;
  const [px, py, pz] = [x + nx * PROP_LIFT, y + ny * PROP_LIFT, z + nz * PROP_LIFT];
  for (let i = 0; i < directions.length; i += 3) {
    const dx = directions[i];
    const dy = directions[i + 1];
    const dz = directions[i + 2];
    const dot = dx * nx + dy * ny + dz * nz;
    if (dot <= 0.001) continue;
    weight += dot;
    const patch = findPatch(scene, px, py, pz, dx, dy, dz, MOST_BACKS);
    if (patch < 0) continue;
    for (let side = 0; side < sides.length; side++) {
      const { radiosity } = sides[side];
      for (let c = 0; c < 3; c++) sums[side].bounced[c] += radiosity[patch * 3 + c] * dot;
    }
  }
  for (let side = 0; side < sides.length; side++) {
    const { direct, bounced } = sums[side];
    for (let c = 0; c < 3; c++) {
      sides[side].props[point * 3 + c] = direct[c] + (weight > 0 ? bounced[c] / weight : 0);
    }
  }
}

function moveSpot(
  scene: LightScene,
  light: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const { type, values } = scene.lights;
  const at = light * LIGHT_FLOATS;
  let dx = nx;
  let dy = ny;
  let dz = nz;
  if (type[light] === EMIT_SKYLIGHT) {
    dx = -values[at + LIGHT_ROW.normal];
    dy = -values[at + LIGHT_ROW.normal + 1];
    dz = -values[at + LIGHT_ROW.normal + 2];
  } else if (type[light] !== EMIT_SKYAMBIENT) {
    dx = values[at] - x;
    dy = values[at + 1] - y;
    dz = values[at + 2] - z;
    const length = Math.hypot(dx, dy, dz) || 1;
    dx /= length;
    dy /= length;
    dz /= length;
  }
  spot.x = x + dx * PROP_LIFT;
  spot.y = y + dy * PROP_LIFT;
  spot.z = z + dz * PROP_LIFT;
}
