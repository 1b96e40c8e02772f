/**
 * The common form of entities that are drawn as sprites, and the reading of keys that they share.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { clamp } from "../../math/vec3.ts";
import { parseInteger } from "../brushes/render-properties.ts";

/** `RenderMode_t` of const.h. */
export const RENDER_GLOW = 3;
export const RENDER_TRANS_ADD = 5;
export const RENDER_TRANS_ALPHA_ADD = 7;
export const RENDER_TRANS_ADD_FRAME_BLEND = 8;
export const RENDER_WORLD_GLOW = 9;
/** `RenderFx_t` of sprites that keep brightness and size at any distance. */
export const FX_NO_DISSIPATION = 14;

const MAX_GLOW_PROXY_SIZE = 64;
const DEFAULT_GLOW_PROXY_SIZE = 2;
const MAX_HDR_SCALE = 100;

export interface SpriteEntity {
  /** Name of the material, as normalized by `contentName`. */
  readonly material: string;
  readonly origin: readonly [number, number, number];
  /** Pitch, yaw, roll in degrees, as the engine draws the sprite. */
  readonly angles: readonly [number, number, number];
  /** Inches per texel. */
  readonly scale: number;
  /** `RenderMode_t`, `RenderFx_t`. */
  readonly mode: number;
  readonly fx: number;
  /** 0 to 1, in the stored (gamma) space. */
  readonly color: readonly [number, number, number];
  /** `renderamt`, 0 to 1; `blend` is the opacity after `renderfx`. */
  readonly amount: number;
  readonly blend: number;
  /** Size of the glow's visibility proxy, inches. */
  readonly proxySize: number;
  /** Factor of the stored colour in maps lit by HDR light. */
  readonly hdrScale: number;
  /** Frames per second; 0 to show only the first. */
  readonly frameRate: number;
  /** Shape; a textured quad if omitted. */
  readonly shape?: SpriteShape;
}

export type SpriteShape =
  | {
      readonly type: "lightglow";
      /** Half width and half height at a distance of 100 inches. */
      readonly size: readonly [number, number];
      /** Distances in inches at which it appears, is fully visible, and ends. */
      readonly distances: readonly [number, number, number];
      readonly direction: readonly [number, number, number];
      readonly isOneSided: boolean;
    }
  | {
      readonly type: "sun";
      /** Half width and half height at a distance of 100 inches. */
      readonly size: number;
      /** Unit vector towards the sun. */
      readonly direction: readonly [number, number, number];
      /** True if it gets brighter the more directly one looks at it. */
      readonly isLookedAt: boolean;
    }
  | {
      readonly type: "beam";
      /** Vector from the start to the end. */
      readonly delta: readonly [number, number, number];
      /** Half width. */
      readonly width: number;
    }
  | {
      readonly type: "halo";
      /** Half of the edge, inches. */
      readonly size: number;
      /** Direction of the beam. */
      readonly direction: readonly [number, number, number];
      readonly width: number;
    };

/**
 * Returns how far a ray gets along a unit direction before it hits something solid, at most
 * `length` inches.
 */
export type CastBeam = (
  origin: readonly [number, number, number],
  direction: readonly [number, number, number],
  length: number,
) => number;

/** Reads `rendercolor`, or another key, as 0 to 1. */
export function readColor(
  entity: Entity,
  key = "rendercolor",
  absent = "255 255 255",
): [number, number, number] {
  const color = (entity.get(key) ?? absent).trim().split(/\s+/);
  const channel = (i: number) => (parseInteger(color[i]) & 255) / 255;
  return [channel(0), channel(1), channel(2)];
}

/**
 * Returns the material of a sprite's `model`, which may have an extension, or be a `.spr` of the
 * previous engine.
 */
export function spriteMaterial(model: string): string {
  return normalizePath(model)
    .replace(/^materials\//, "")
    .replace(/\.(vmt|spr)$/, "");
}

/** Reads the size of a glow's visibility proxy, inches. */
export function readProxySize(entity: Entity): number {
  const size = numberOf(entity.get("glowproxysize"), DEFAULT_GLOW_PROXY_SIZE);
  return clamp(size, 0, MAX_GLOW_PROXY_SIZE);
}

export function readHdrScale(entity: Entity): number {
  return clamp(numberOf(entity.get("hdrcolorscale"), 1), 0, MAX_HDR_SCALE);
}

/** Reads the leading number of a value, as `atof` does. */
export function numberOf(value: string | undefined, absent: number): number {
  if (value === undefined) return absent;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number : 0;
}
