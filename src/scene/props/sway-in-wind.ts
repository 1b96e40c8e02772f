/** Sets up swaying props: their wind, and the margin that it adds to their boxes. */

import type { Entity } from "../../formats/bsp/types.ts";
import { MATERIAL_HANGS, MATERIAL_VERTEX_LIT, type MaterialSet } from "../../map/material.ts";
import { FAMILY, hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import type { PropSet } from "../../map/props.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { PLAIN_MODEL } from "../materials/families/plain-model.ts";

/** Wind along the world's x and y axes. */
export type Wind = readonly [x: number, y: number];

/** Fixed wind of `$treeswaystatic`. */
const OWN_WIND: Wind = [0.5, 0.5];

/**
 * Largest movement of trunks, branches and leaves at wind 1, relative to their strength: the sum of
 * their sines and offsets.
 */
const TRUNK_REACH = 1.1;
const BRANCH_REACH = 1.4;
const LEAF_REACH = Math.sqrt(3);

/**
 * Returns the wind at the map's start, between gusts. The last `env_wind` overwrites the others;
 * its mean speed counts, along its angles. Half of the wind sways trees. Source:
 * `env_wind_shared.cpp`.
 */
export function findWind(entities: readonly Entity[]): Wind {
  let wind: Wind = [0, 0];
  for (const entity of entities) {
    if (entity.get("classname")?.toLowerCase() !== "env_wind") continue;
    const whole = (key: string) => Math.trunc(Number.parseFloat(entity.get(key) ?? "")) || 0;
    const [, yaw = 0] = (entity.get("angles") ?? "").trim().split(/\s+/).map(Number.parseFloat);
    const radians = ((Math.trunc(yaw) || 0) * Math.PI) / 180;
    const speed = (whole("minwind") + whole("maxwind")) / 2;
    wind = [(Math.cos(radians) * speed) / 2, (Math.sin(radians) * speed) / 2];
  }
  return wind;
}

/** Sets the wind of a swaying material. Without wind it is drawn as a still one. */
export function blowOn(state: MaterialState, wind: Wind): void {
  const { sway } = state;
  if (sway === null) return;
  const [x, y] = sway.isBlown ? wind : OWN_WIND;
  if (x === 0 && y === 0) return;
  const { params } = state;
  if (state.family === FAMILY.lit) {
    // Parameters of a vertex-lit model without highlights or glow.
    state.flags |= MATERIAL_VERTEX_LIT;
    PLAIN_MODEL.forEach((row, i) => {
      params[OWN_PARAM.GLOW + i] = row;
    });
  }
  state.family = FAMILY.sway;
  if (sway.hangs) state.flags |= MATERIAL_HANGS;
  sway.params.forEach((row, i) => {
    params[OWN_PARAM.SWAY_SIZE + i] = row;
  });
  const [from, to] = sway.params[OWN_PARAM.SWAY_WIND - OWN_PARAM.SWAY_SIZE];
  params[OWN_PARAM.SWAY_WIND] = [from, to, x, y];
}

type Placed = Pick<
  PropSet,
  "variantFirstDraw" | "variantDrawCount" | "drawMaterial" | "instanceBox" | "worldFromModel"
>;

/** Grows the boxes of swaying props by their reach. */
export function growSwaying(
  placed: Placed,
  instanceVariant: Uint32Array,
  materials: MaterialSet,
): void {
  const { variantFirstDraw, variantDrawCount, drawMaterial, instanceBox, worldFromModel } = placed;
  const reach = Float32Array.from(variantFirstDraw, (first, variant) =>
    drawMaterial
      .subarray(first, first + variantDrawCount[variant])
      .reduce((most, material) => Math.max(most, reachOf(materials, material)), 0),
  );
  for (let i = 0; i < instanceVariant.length; i++) {
    const most = reach[instanceVariant[i]];
    if (most === 0) continue;
    const column = [0, 4, 8].map((row) => worldFromModel[i * 12 + row]);
    // The shader scales the wind to model space, and the movement back to world space.
    const inches = most * Math.max(Math.hypot(...column), 1) ** 2;
    for (let axis = 0; axis < 3; axis++) {
      instanceBox[i * 6 + axis] -= inches;
      instanceBox[i * 6 + 3 + axis] += inches;
    }
  }
}

/** Returns how far a material sways, in inches. */
function reachOf({ family, params }: MaterialSet, material: number): number {
  if (!hasTrait(family[material], "swaying")) return 0;
  const numberAt = (param: number, k: number) => params[material * PARAM_NUMBERS + param * 4 + k];
  const wind = Math.hypot(numberAt(OWN_PARAM.SWAY_WIND, 2), numberAt(OWN_PARAM.SWAY_WIND, 3));
  const strength = Math.abs(numberAt(OWN_PARAM.SWAY_SPEED, 1)) * (TRUNK_REACH + BRANCH_REACH);
  return wind * (strength + Math.abs(numberAt(OWN_PARAM.SWAY_SPEED, 3)) * LEAF_REACH);
}
