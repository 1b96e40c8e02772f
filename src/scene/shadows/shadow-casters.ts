/** Lists entities that cast a shadow, and computes where each shadow falls. */

import { EMIT_SKYAMBIENT } from "../../formats/bsp/records/lights.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { writeForward } from "../../math/angles.ts";
import { normalize, type Vec3 } from "../../math/vec3.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { pickWorldLights } from "../light/local-lights.ts";
import type { PropModel } from "../props/prop-model.ts";
import { frameShadow, type ShadowFrame } from "./shadow-frame.ts";

// Shadow settings of the map: `shadow_control`, as in Valve's public `shadowcontrol.cpp` and
// `clientshadowmgr.cpp`.

export interface ShadowControl {
  /** Unit vector along which shadows fall. */
  readonly direction: readonly [number, number, number];
  /** Factor of shadowed surfaces, 0 to 1, gamma-encoded. */
  readonly color: readonly [number, number, number];
  /** Distance behind a model at which its shadow ends, inches. */
  readonly distance: number;
  readonly isOff: boolean;
}

/** Fallback for a direction of length 0. */
const DOWN: Vec3 = [0, 0, -1];
/** Direction and distance of maps without `shadow_control`. */
const DIRECTION = [0.1, 0.1, -1] as const;
const DISTANCE = 50;
/** Defaults of a `shadow_control` without the key. */
const OWN_DIRECTION = [0.2, 0.2, -2] as const;
const OWN_COLOR = 64 / 255;
/** Used if all angles are 0. */
const OWN_ANGLES = [80, 30] as const;

/**
 * Reads the shadow settings. The last `shadow_control` wins, because each sets the client's single
 * shadow manager, in map order.
 */
export function readShadowControl(
  bsp: Pick<BspWorld, "entities" | "ldr" | "hdr">,
  side: LightSideName | null,
): ShadowControl {
  const control = bsp.entities
    .filter((entity) => entity.get("classname")?.toLowerCase() === "shadow_control")
    .at(-1);
  if (control === undefined) {
    const color = ambientColor(bsp, side);
    return { direction: normalize(DIRECTION, DOWN), color, distance: DISTANCE, isOff: false };
  }
  const distance = Number.parseFloat(control.get("distance") ?? "");
  return {
    direction: directionOf(control),
    color: colorOf(control),
    distance: Number.isFinite(distance) ? distance : DISTANCE,
    isOff: parseInteger(control.get("disableallshadows")) !== 0,
  };
}

function directionOf(control: Entity): [number, number, number] {
  const text = control.get("angles");
  if (text === undefined) {
    const direction = control.get("direction");
    return normalize(direction === undefined ? OWN_DIRECTION : parseVector(direction), DOWN);
  }
  const [pitch, yaw, roll] = parseVector(text);
  const forward = new Float32Array(3);
  const isAtRest = pitch === 0 && yaw === 0 && roll === 0;
  writeForward(forward, ...(isAtRest ? OWN_ANGLES : ([pitch, yaw] as const)));
  return normalize(forward, DOWN);
}

function colorOf(control: Entity): [number, number, number] {
  const text = control.get("color")?.trim().split(/\s+/);
  if (text === undefined) return [OWN_COLOR, OWN_COLOR, OWN_COLOR];
  const byte = (channel: number) => (parseInteger(text[channel]) & 255) / 255;
  return [byte(0), byte(1), byte(2)];
}

/**
 * Returns three times the sky's ambient light plus a third, which the client requests from the
 * engine. The engine's own computation is not public; here it is the map's light of that kind.
 */
function ambientColor(
  bsp: Pick<BspWorld, "ldr" | "hdr">,
  side: LightSideName | null,
): [number, number, number] {
  const lights = pickWorldLights(bsp as BspWorld, side);
  const light = lights?.type.indexOf(EMIT_SKYAMBIENT) ?? -1;
  const channel = (c: number) =>
    Math.min(1, 0.3 + 3 * (lights === null || light < 0 ? 0 : lights.intensity[light * 3 + c]));
  return [channel(0), channel(1), channel(2)];
}

/** Models of entities, in columns. */
export interface ShadowCasters {
  readonly entity: readonly Entity[];
  readonly model: readonly PropModel[];
  /** 3x4 row-major, 12 numbers each. */
  readonly worldFromModel: Float32Array;
  /** Opacity of each, 0 to 1. */
  readonly alpha: Float32Array;
}

export interface CastShadow {
  readonly entity: Entity;
  readonly model: PropModel;
  readonly frame: ShadowFrame;
  /** 8 numbers: projection from model space into the shadow texture, see `fillSilhouette`. */
  readonly cellFromModel: Float64Array;
  readonly alpha: number;
}

/** Entity effect of const.h. */
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
    // An entity may override the distance.
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

/**
 * Returns the union of the box stated by the model and the box of its posed triangles. The engine
 * uses the box of the model's sequence.
 */
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
