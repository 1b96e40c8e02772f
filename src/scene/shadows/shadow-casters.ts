/** Which of a map's entities cast a shadow, and where it falls. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import type { PropModel } from "../props/prop-model.ts";
import type { ShadowControl } from "./shadow-control.ts";
import { frameShadow, type ShadowFrame } from "./shadow-frame.ts";

/** Models that are entities, a row each. */
export interface ShadowCasters {
  readonly entity: readonly Entity[];
  readonly model: readonly PropModel[];
  /** 12 each: 3x4 row-major. */
  readonly worldFromModel: Float32Array;
  /** How much of each is seen, 0 to 1. */
  readonly alpha: Float32Array;
}

export interface CastShadow {
  readonly entity: Entity;
  readonly model: PropModel;
  readonly frame: ShadowFrame;
  /** 8: where in the picture a vertex lies, see `fillSilhouette`. */
  readonly cellFromModel: Float64Array;
  readonly alpha: number;
}

/** Of const.h. */
const EF_NOSHADOW = 0x10;
/** `STUDIOHDR_FLAGS_DO_NOT_CAST_SHADOWS`: `studio.h` of the public Alien Swarm SDK. */
const DO_NOT_CAST_SHADOWS = 1 << 17;

export function casts(entity: Entity, { mdl, isStandIn }: PropModel): boolean {
  if (isStandIn || (mdl.flags & DO_NOT_CAST_SHADOWS) !== 0) return false;
  if ((parseInteger(entity.get("effects")) & EF_NOSHADOW) !== 0) return false;
  return parseInteger(entity.get("disableshadows")) === 0;
}

export function listCastShadows(
  { entity, model, worldFromModel, alpha }: ShadowCasters,
  { direction, distance }: ShadowControl,
): CastShadow[] {
  const cast: CastShadow[] = [];
  for (const [i, own] of model.entries()) {
    if (!casts(entity[i], own) || !(alpha[i] > 0)) continue;
    const matrix = worldFromModel.subarray(i * 12, i * 12 + 12);
    const [mins, maxs] = boundsOf(own);
    // An entity may say how far its own falls.
    const ownDistance = Number.parseFloat(entity[i].get("shadowcastdist") ?? "");
    const reach = ownDistance > 0 ? ownDistance : distance;
    const frame = frameShadow(mins, maxs, matrix, direction, reach);
    cast.push({
      entity: entity[i],
      model: own,
      frame,
      cellFromModel: cellFromModelOf(frame, matrix),
      alpha: alpha[i],
    });
  }
  return cast;
}

/** The box that the model states, and that of its triangles as it stands: the engine's is that of its sequence. */
function boundsOf({ mdl, box }: PropModel): [mins: number[], maxs: number[]] {
  const hasView = mdl.viewMins.some((value) => value !== 0) || mdl.viewMaxs.some((v) => v !== 0);
  const [mins, maxs] = hasView ? [mdl.viewMins, mdl.viewMaxs] : [mdl.hullMins, mdl.hullMaxs];
  return [
    mins.map((value, axis) => Math.min(value, box[axis])),
    maxs.map((value, axis) => Math.max(value, box[3 + axis])),
  ];
}

function cellFromModelOf(
  { origin, x, y, width, height }: ShadowFrame,
  m: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(8);
  for (const [row, [axis, size]] of (
    [
      [x, width],
      [y, height],
    ] as const
  ).entries()) {
    for (let column = 0; column < 4; column++) {
      let value = 0;
      for (let k = 0; k < 3; k++) {
        value += axis[k] * (m[k * 4 + column] - (column === 3 ? origin[k] : 0));
      }
      out[row * 4 + column] = value / size + (column === 3 ? 0.5 : 0);
    }
  }
  return out;
}
