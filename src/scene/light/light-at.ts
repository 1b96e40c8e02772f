/**
 * The light of one world light at a point: what `common/light/lights.wgsl` computes, and the tests hold
 * it to. Formulas from Valve's public `common_vs_fxc.h` and vrad's `leaf_ambient_lighting.cpp`.
 */

import {
  CONSTANT_DOT,
  PROP_IGNORE_NORMALS,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_SUN,
} from "../../map/world-lights.ts";
import { LIGHT_FLOATS, type LocalLights } from "./local-lights.ts";

const ROW = {
  origin: WORLD_LIGHT_ROW.origin / 4,
  flags: WORLD_LIGHT_ROW.flags / 4,
  intensity: WORLD_LIGHT_ROW.intensity / 4,
  exponent: WORLD_LIGHT_ROW.exponent / 4,
  normal: WORLD_LIGHT_ROW.normal / 4,
  inner: WORLD_LIGHT_ROW.innerCosine / 4,
  constant: WORLD_LIGHT_ROW.constant / 4,
  linear: WORLD_LIGHT_ROW.linear / 4,
  quadratic: WORLD_LIGHT_ROW.quadratic / 4,
  outer: WORLD_LIGHT_ROW.outerCosine / 4,
} as const;

/** What `aimAtLight` found: unit vector towards the light, inches to it (Infinity: a sun). */
export const aim = { x: 0, y: 0, z: 0, distance: 0 };

/**
 * The share of a light's intensity that comes to a point, whatever faces there: attenuation by cone.
 * Fills `aim`. A lamp is never nearer than an inch.
 */
export function aimAtLight(
  { rows, words }: Pick<LocalLights, "rows" | "words">,
  light: number,
  x: number,
  y: number,
  z: number,
): number {
  const at = light * LIGHT_FLOATS;
  const nx = rows[at + ROW.normal];
  const ny = rows[at + ROW.normal + 1];
  const nz = rows[at + ROW.normal + 2];
  if ((words[at + ROW.flags] & WORLD_LIGHT_SUN) !== 0) {
    aim.x = -nx;
    aim.y = -ny;
    aim.z = -nz;
    aim.distance = Number.POSITIVE_INFINITY;
    return 1;
  }
  const dx = rows[at + ROW.origin] - x;
  const dy = rows[at + ROW.origin + 1] - y;
  const dz = rows[at + ROW.origin + 2] - z;
  const distance = Math.max(1, Math.sqrt(dx * dx + dy * dy + dz * dz));
  aim.x = dx / distance;
  aim.y = dy / distance;
  aim.z = dz / distance;
  aim.distance = distance;
  const cosine = -(aim.x * nx + aim.y * ny + aim.z * nz);
  const cone = coneAt(cosine, rows[at + ROW.inner], rows[at + ROW.outer], rows[at + ROW.exponent]);
  if (cone === 0) return 0;
  return (
    cone /
    (rows[at + ROW.constant] +
      distance * (rows[at + ROW.linear] + distance * rows[at + ROW.quadratic]))
  );
}

function coneAt(cosine: number, inner: number, outer: number, exponent: number): number {
  if (cosine >= inner) return 1;
  if (cosine <= outer) return 0;
  return ((cosine - outer) / (inner - outer)) ** exponent;
}

/** Adds the light of a light to linear RGB, at a point that faces along a unit normal. */
export function addLightAt(
  out: Float64Array | number[],
  lights: Pick<LocalLights, "rows" | "words">,
  light: number,
  point: ArrayLike<number>,
  normal: ArrayLike<number>,
  flags = 0,
): void {
  const share = aimAtLight(lights, light, point[0], point[1], point[2]);
  const facing =
    (flags & PROP_IGNORE_NORMALS) !== 0
      ? CONSTANT_DOT
      : Math.max(0, normal[0] * aim.x + normal[1] * aim.y + normal[2] * aim.z);
  const at = light * LIGHT_FLOATS + ROW.intensity;
  for (let c = 0; c < 3; c++) out[c] += lights.rows[at + c] * share * facing;
}
