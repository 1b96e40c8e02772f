/** Light of one source at one point. Formulas from vrad's public `lightmap.cpp`. */

import {
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
  EMIT_SURFACE,
} from "../../../formats/bsp/records/lights.ts";
import type { LightScene } from "../light-scene.ts";
import { LIGHT_FLOATS, LIGHT_ROW } from "../lights.ts";
import { writeAcross } from "../rays/directions.ts";
import { seesSky } from "../rays/sky-visibility.ts";
import { hitsAnyAgain } from "../rays/trace-bvh.ts";

/** Position and normals of the point: the input of `gatherLight`. */
export const spot = {
  x: 0,
  y: 0,
  z: 0,
  leaf: 0,
  cluster: -1,
  normalCount: 1,
  /** 3 a normal: the point's own, then those of the bump basis. */
  normals: new Float64Array(12),
};

/** Result of `gatherLight`: the share of the light's intensity for each normal. */
export const share = new Float64Array(4);

const SUN_RAYS = 30;
const SUN_RAYS_FAST = 7;
const DIST_EPSILON = 0.03125;
const EQUAL_EPSILON = 0.001;

/** Whether the PVS allows the light to reach the spot. */
export function mayReach(scene: LightScene, light: number): boolean {
  if (scene.lightPvsWords === 0 || spot.cluster < 0) return true;
  const row = light * scene.lightPvsWords;
  return ((scene.lightPvs[row + (spot.cluster >>> 5)] >>> (spot.cluster & 31)) & 1) !== 0;
}

/** Fills `share`. Returns false if it is all zero. */
export function gatherLight(scene: LightScene, light: number): boolean {
  share.fill(0);
  const type = scene.lights.type[light];
  if (type === EMIT_SKYLIGHT) gatherSun(scene, light);
  else if (type === EMIT_SKYAMBIENT) gatherSky(scene);
  else gatherLamp(scene, light, type);
  // A light behind the face must not appear in its bumps.
  return share[0] > 0;
}

function gatherSun(scene: LightScene, light: number): void {
  const { values } = scene.lights;
  const at = light * LIGHT_FLOATS + LIGHT_ROW.normal;
  const dx = -values[at];
  const dy = -values[at + 1];
  const dz = -values[at + 2];
  const { normals, x, y, z, leaf } = spot;
  const dot = normals[0] * dx + normals[1] * dy + normals[2] * dz;
  if (dot <= 0) return;
  const seen =
    scene.sunSpread > 0
      ? gatherWideSun(scene, dx, dy, dz)
      : seesSky(scene, 0, leaf, x, y, z, dx, dy, dz)
        ? 1
        : 0;
  if (seen === 0) return;
  share[0] = dot * seen;
  for (let n = 1; n < spot.normalCount; n++) {
    const along = normals[n * 3] * dx + normals[n * 3 + 1] * dy + normals[n * 3 + 2] * dz;
    share[n] = Math.max(0, along) * seen;
  }
}

const across = new Float64Array(6);

/** Returns the visible share of a wide sun, by rays over its disc. */
function gatherWideSun(scene: LightScene, dx: number, dy: number, dz: number): number {
  const rays = scene.fast ? SUN_RAYS_FAST : SUN_RAYS;
  writeAcross(across, dx, dy, dz);
  let seen = 0;
  for (let i = 0; i < rays; i++) {
    const radius = Math.sqrt((i + 0.5) / rays) * scene.sunSpread;
    const angle = i * 2.399963229728653;
    const u = radius * Math.cos(angle);
    const v = radius * Math.sin(angle);
    const jx = dx + across[0] * u + across[3] * v;
    const jy = dy + across[1] * u + across[4] * v;
    const jz = dz + across[2] * u + across[5] * v;
    const length = Math.sqrt(jx * jx + jy * jy + jz * jz);
    const ux = jx / length;
    const uy = jy / length;
    const uz = jz / length;
    if (seesSky(scene, 0, spot.leaf, spot.x, spot.y, spot.z, ux, uy, uz)) {
      seen++;
    }
  }
  return seen / rays;
}

const skyDots = new Float64Array(4);
const skyHits = new Float64Array(4);

function gatherSky(scene: LightScene): void {
  const { skyDirections } = scene;
  const { normals, normalCount, x, y, z, leaf } = spot;
  let sum = 0;
  skyHits.fill(0);
  for (let i = 0; i < skyDirections.length; i += 3) {
    const dx = skyDirections[i];
    const dy = skyDirections[i + 1];
    const dz = skyDirections[i + 2];
    skyDots[0] = normals[0] * dx + normals[1] * dy + normals[2] * dz;
    if (skyDots[0] <= EQUAL_EPSILON) continue;
    sum += skyDots[0];
    skyHits[0]++;
    for (let n = 1; n < normalCount; n++) {
      const dot = normals[n * 3] * dx + normals[n * 3 + 1] * dy + normals[n * 3 + 2] * dz;
      skyDots[n] = dot > EQUAL_EPSILON ? dot : 0;
      if (skyDots[n] > 0) skyHits[n]++;
    }
    if (!seesSky(scene, i / 3 + 1, leaf, x, y, z, dx, dy, dz)) continue;
    for (let n = 0; n < normalCount; n++) share[n] += skyDots[n];
  }
  // Part of a bump normal's hemisphere is below the face. Scales by the part above.
  for (let n = 0; n < normalCount; n++) {
    const whole = (sum * skyHits[n]) / skyHits[0];
    share[n] = whole > 0 ? share[n] / whole : 0;
  }
}

/** Last blocker between each lamp and a spot that it did not reach. */
let lampBlockers = new Int32Array(64);

function gatherLamp(scene: LightScene, light: number, type: number): void {
  const { values } = scene.lights;
  if (light >= lampBlockers.length) lampBlockers = new Int32Array(scene.lights.count);
  const at = light * LIGHT_FLOATS;
  let lx = values[at];
  let ly = values[at + 1];
  let lz = values[at + 2];
  const { normals, x, y, z } = spot;
  let dx = lx - x;
  let dy = ly - y;
  let dz = lz - z;
  const squared = dx * dx + dy * dy + dz * dz;
  const distance = Math.sqrt(squared);
  if (distance === 0) return;
  dx /= distance;
  dy /= distance;
  dz /= distance;
  const dot = normals[0] * dx + normals[1] * dy + normals[2] * dz;
  if (dot <= 0) return;
  const fadeStart = values[at + LIGHT_ROW.fadeStart];
  const fadeEnd = values[at + LIGHT_ROW.fadeEnd];
  const fades = fadeEnd > fadeStart;
  if (fades && distance > fadeEnd) return;
  const nx = values[at + LIGHT_ROW.normal];
  const ny = values[at + LIGHT_ROW.normal + 1];
  const nz = values[at + LIGHT_ROW.normal + 2];
  const away = -(dx * nx + dy * ny + dz * nz);
  let falloff: number;
  if (type === EMIT_SURFACE) {
    if (away <= 0) return;
    falloff = away / squared;
    lx += nx * DIST_EPSILON;
    ly += ny * DIST_EPSILON;
    lz += nz * DIST_EPSILON;
  } else {
    const reach = Math.min(Math.max(1, distance), values[at + LIGHT_ROW.capDistance]);
    falloff =
      1 /
      (values[at + LIGHT_ROW.constant] +
        reach * (values[at + LIGHT_ROW.linear] + reach * values[at + LIGHT_ROW.quadratic]));
    if (type === EMIT_SPOTLIGHT) falloff *= coneShare(values, at, away);
  }
  if (fades) falloff *= fade(distance, fadeStart, fadeEnd);
  if (!(falloff > 0)) return;
  const rx = lx - x;
  const ry = ly - y;
  const rz = lz - z;
  const length = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const { blockers } = scene.rays;
  const ux = rx / length;
  const uy = ry / length;
  const uz = rz / length;
  if (hitsAnyAgain(blockers, lampBlockers, light, x, y, z, ux, uy, uz, length)) return;
  share[0] = dot * falloff;
  for (let n = 1; n < spot.normalCount; n++) {
    const along = normals[n * 3] * dx + normals[n * 3 + 1] * dy + normals[n * 3 + 2] * dz;
    share[n] = Math.max(0, along) * falloff;
  }
}

/** @param cosine of the angle between the spotlight's axis and the point */
function coneShare(values: Float32Array, at: number, cosine: number): number {
  const inner = values[at + LIGHT_ROW.innerCosine];
  const outer = values[at + LIGHT_ROW.outerCosine];
  if (cosine <= outer) return 0;
  if (cosine > inner) return cosine;
  const exponent = values[at + LIGHT_ROW.exponent];
  const fringe = Math.min(1, Math.max(0, (cosine - outer) / (inner - outer)));
  return cosine * (exponent !== 0 && exponent !== 1 ? fringe ** exponent : fringe);
}

/** Returns 1 at the start, 0 at the end, with zero slope at both. */
function fade(distance: number, start: number, end: number): number {
  const t = 1 - Math.min(1, Math.max(0, (distance - start) / (end - start)));
  return t * t * t * (t * (t * 6 - 15) + 10);
}
