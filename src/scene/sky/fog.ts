/**
 * Reads the fog of `env_fog_controller` and `sky_camera` as the engine's public sources do
 * (`game/server/fogcontroller.cpp`, `SkyCamera.cpp`).
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { Fog } from "../../map/fog.ts";
import { writeForward } from "../../math/angles.ts";
import { parseVector } from "../brushes/brush-models.ts";

/** `SF_FOG_MASTER`: this controller takes precedence over others. */
const SPAWNFLAG_MASTER = 1;

/** Returns the number that a key begins with, or `rest` if none. */
function numberOf(entity: Entity, key: string, rest: number): number {
  const value = Number.parseFloat(entity.get(key) ?? "");
  return Number.isFinite(value) ? value : rest;
}

const isSet = (entity: Entity, key: string) => Math.trunc(numberOf(entity, key, 0)) !== 0;

/** Reads a colour such as "255 128 0" as gamma-space values, 0 to 1. */
function colorOf(entity: Entity, key: string): Float32Array {
  const bytes = parseVector(entity.get(key));
  return Float32Array.from(bytes, (byte) => Math.min(Math.max(byte, 0), 255) / 255);
}

function directionOf(entity: Entity): Float32Array {
  const direction = new Float32Array(3);
  if (isSet(entity, "use_angles")) {
    const [pitch, yaw] = parseVector(entity.get("angles"));
    writeForward(direction, pitch, yaw);
    // The angles point away from the first colour.
    return direction.map((value) => -value);
  }
  direction.set(parseVector(entity.get("fogdir")));
  const length = Math.hypot(direction[0], direction[1], direction[2]);
  return length > 0 ? direction.map((value) => value / length) : direction;
}

/**
 * Reads the fog of one entity; `null` if it has neither fog nor a far plane.
 * @param scale divisor of the distances, used for a 3D skybox camera
 */
export function readFog(entity: Entity, scale = 1): Fog | null {
  const isOn = isSet(entity, "fogenable");
  const farZ = Math.max(numberOf(entity, "farz", 0), 0);
  if (!isOn && farZ === 0) return null;
  return {
    isOn,
    color: colorOf(entity, "fogcolor"),
    color2: colorOf(entity, "fogcolor2"),
    direction: directionOf(entity),
    isBlended: isSet(entity, "fogblend"),
    start: numberOf(entity, "fogstart", 0) / scale,
    end: numberOf(entity, "fogend", 0) / scale,
    maxDensity: Math.min(Math.max(numberOf(entity, "fogmaxdensity", 1), 0), 1),
    isRadial: isSet(entity, "fogradial"),
    farZ,
  };
}

/**
 * Returns the fog at a player's start: of the last master controller, or else of the first
 * controller.
 */
export function findFog(entities: readonly Entity[]): Fog | null {
  let found: Entity | null = null;
  for (const entity of entities) {
    if (entity.get("classname")?.toLowerCase() !== "env_fog_controller") continue;
    const isMaster = (numberOf(entity, "spawnflags", 0) & SPAWNFLAG_MASTER) !== 0;
    if (found === null || isMaster) found = entity;
  }
  return found === null ? null : readFog(found);
}
