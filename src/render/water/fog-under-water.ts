/**
 * Fog for an eye in water: the water's fog for everything in it, the map's fog for everything seen
 * above it. The engine draws these separately (`CUnderWaterView` of `game/client/viewrender.cpp`).
 */

import type { Fog } from "../../map/fog.ts";
import type { MaterialSet } from "../../map/material.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_ENV_TINT, PARAM_NUMBERS } from "../../map/material-params.ts";
import { NEAR_PLANE } from "../../math/projection.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { GAMMA, WORLD_RANGE, writeFog } from "../frame/fog-uniforms.ts";
import { FRAME_LAYOUT, type FrameBlock } from "../frame/frame-uniforms.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { View } from "../views/view.ts";
import type { WorldSource } from "../world/world-source.ts";

/**
 * Inches above the water from which the map's fog applies, so that the surface itself is excluded
 * (`PushView`).
 */
const SPREAD = 2;
/** Density of a fog that hides nothing. */
const NO_DENSITY = 1e-9;

/**
 * Greatest distance in inches from the eye down to a corner of the near plane, for the widest
 * pictures.
 */
const NEAR_REACH = 3 * NEAR_PLANE;

/**
 * Writes the fog of the picture's camera if the eye is in water, or so little above it that the
 * near plane reaches into it. Otherwise keeps the fog.
 */
export function fogUnderWater({
  waters,
  cameras: [{ view, block }],
  sources,
  scene,
}: MapDraws): void {
  if (waters === null) return;
  let water = waters.leafWater[view.leaf] ?? -1;
  const isAbove = water < 0;
  if (isAbove) {
    water = waters.leafWater[findLeaf(scene.tree, view.x, view.y, view.z - NEAR_REACH)] ?? -1;
  }
  if (water < 0) return;
  const world = sources.find(({ name }) => name === "world") as WorldSource;
  const fog = fogOf(world.materials.set, waters.material[water]);
  if (fog === null) return;
  writeFogUnderWater(block, view, fog, scene.fog, waters.surfaceZ[water], isAbove);
}

/**
 * Returns the fog of a water surface's material, or `null` if the material has none or is missing.
 */
export function fogOf({ family, params }: MaterialSet, material: number): Fog | null {
  if (material < 0 || !hasTrait(family[material], "water")) return null;
  const row = (param: number) => material * PARAM_NUMBERS + param * 4;
  const isOn = params[row(PARAM_ENV_TINT) + 3] >= 2;
  const at = row(OWN_PARAM.WATER_FOG);
  const start = params[row(OWN_PARAM.REFLECT_TINT) + 3];
  const color = params.slice(at, at + 3).map((light) => light ** (1 / GAMMA));
  return {
    ...{ isOn: true, isBlended: false, isRadial: false, farZ: 0 },
    ...{ color, color2: color, direction: new Float32Array(3) },
    ...{ start, end: start + 1 / params[at + 3], maxDensity: isOn ? 1 : NO_DENSITY },
  };
}

/**
 * @param above the map's fog, or `null` if none
 * @param height height of the water in inches
 * @param isAbove whether the eye is above the water
 */
export function writeFogUnderWater(
  { page: { floats }, offset }: FrameBlock,
  view: View,
  fog: Fog,
  above: Fog | null,
  height: number,
  isAbove: boolean,
): void {
  writeFog(floats, offset + FRAME_LAYOUT.fog / 4, fog, view, WORLD_RANGE);
  writeFog(floats, offset + FRAME_LAYOUT.fogAbove / 4, above, view, WORLD_RANGE);
  const { clipFromWorld: m, width, height: rows } = view;
  // Rise of rays that are an inch long along the view's axis, per half picture to the right and up.
  const right = m[8] / (m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
  const up = m[9] / (m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const rise = offset + FRAME_LAYOUT.fogRise / 4;
  floats[rise] = (2 / width) * right;
  floats[rise + 1] = (-2 / rows) * up;
  floats[rise + 2] = m[11] - right + up;
  floats[rise + 3] = height + SPREAD - view.z;
  if (!isAbove) return;
  // Seen from above, everything beyond the near plane is seen through the surface, which has fog of
  // its own. So the place where a ray crosses the near plane decides, at any distance.
  floats[rise + 2] += (view.z - height) / NEAR_PLANE;
  floats[rise + 3] = 0;
}
