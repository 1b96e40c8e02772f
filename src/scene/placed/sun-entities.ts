/**
 * Reads the sun and the glow around it at the map's start: `env_sun`, as in `sun.cpp`
 * (`src/game/server`), `c_sun.cpp` and `c_sun.h` (`src/game/client`) of Valve's `source-sdk-2013`.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import {
  FX_NO_DISSIPATION,
  numberOf,
  RENDER_GLOW,
  readColor,
  readHdrScale,
  type SpriteEntity,
  spriteMaterial,
} from "./sprite-entity.ts";

type Vector = readonly [number, number, number];

const DEFAULT_MATERIAL = "sprites/light_glow02_add_noz";
const DEFAULT_SIZE = 16;
/** Sizes are networked with 10 bits. */
const SIZE_MASK = 0x3ff;
const OVERLAY_SCALE = 6;
/** Size of the visibility proxy at a distance of one inch. */
const PROXY_SIZE = 0.05;
/** `ANGLE_UP`, `ANGLE_DOWN`. */
const STRAIGHT_UP = -1;
const STRAIGHT_DOWN = -2;

type FindEntity = (name: string) => Entity | undefined;

/** Returns the sun's disk, and the glow around it. */
export function readSun(entity: Entity, find: FindEntity): SpriteEntity[] {
  const direction = directionOf(entity, find);
  const size = parseInteger(entity.get("size"), DEFAULT_SIZE);
  const overlaySize = parseInteger(entity.get("overlaysize"), -1);
  const own = readColor(entity);
  const brightest = Math.max(...own);
  // Only its hue counts.
  const color: Vector =
    brightest > 0 ? [own[0] / brightest, own[1] / brightest, own[2] / brightest] : [1, 1, 1];
  const overlay = readColor(entity, "overlaycolor", "0 0 0");
  const sun = (key: string, hue: Vector, half: number, isLookedAt: boolean): SpriteEntity => ({
    material: spriteMaterial(entity.get(key) || DEFAULT_MATERIAL),
    origin: parseVector(entity.get("origin") ?? ""),
    angles: [0, 0, 0],
    scale: 1,
    mode: RENDER_GLOW,
    fx: FX_NO_DISSIPATION,
    color: hue,
    amount: 1,
    blend: 1,
    proxySize: PROXY_SIZE,
    hdrScale: readHdrScale(entity),
    frameRate: 0,
    shape: { type: "sun", size: half, direction, isLookedAt },
  });
  const glow = (overlaySize === -1 ? size : overlaySize) & SIZE_MASK;
  return [
    sun("material", color, size & SIZE_MASK, false),
    sun("overlaymaterial", Math.max(...overlay) > 0 ? overlay : color, glow * OVERLAY_SCALE, true),
  ];
}

function directionOf(entity: Entity, find: FindEntity): Vector {
  if (parseInteger(entity.get("use_angles")) !== 0) return againstLight(entity);
  const other = find(entity.get("target") ?? "");
  if (other === undefined) return [0, 0, 1];
  const from = parseVector(other.get("origin") ?? "");
  const to = parseVector(entity.get("origin") ?? "");
  const away: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...away);
  return length > 0 ? [away[0] / length, away[1] / length, away[2] / length] : [0, 0, 1];
}

/** Returns the direction towards the light, for an entity with the keys of `light_environment`. */
export function againstLight(entity: Entity): Vector {
  const [anglesPitch, anglesYaw] = parseVector(entity.get("angles") ?? "");
  const angle = numberOf(entity.get("angle"), 0);
  const pitch = ((numberOf(entity.get("pitch"), 0) || anglesPitch) * Math.PI) / 180;
  if (angle === STRAIGHT_UP || angle === STRAIGHT_DOWN) return [0, 0, -Math.sin(pitch)];
  const yaw = ((angle || anglesYaw) * Math.PI) / 180;
  const level = -Math.cos(pitch);
  return [level * Math.cos(yaw), level * Math.sin(yaw), -Math.sin(pitch)];
}
