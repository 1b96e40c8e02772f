/** What is drawn of an entity as a sprite, and what entities of all such kinds say alike. */

import type { Entity } from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { clamp } from "../../math/vec3.ts";
import { parseInteger } from "../brushes/render-properties.ts";

/** `RenderMode_t` of const.h. */
export const RENDER_NORMAL = 0;
export const RENDER_GLOW = 3;
export const RENDER_TRANS_ADD = 5;
export const RENDER_TRANS_ALPHA_ADD = 7;
export const RENDER_TRANS_ADD_FRAME_BLEND = 8;
export const RENDER_WORLD_GLOW = 9;
/** `RenderFx_t`: neither dimmed with distance nor made larger. */
export const FX_NO_DISSIPATION = 14;

const MAX_GLOW_PROXY_SIZE = 64;
const DEFAULT_GLOW_PROXY_SIZE = 2;
const MAX_HDR_SCALE = 100;

export interface SpriteEntity {
  /** Its material, as `contentName` names them. */
  readonly material: string;
  readonly origin: readonly [number, number, number];
  /** Pitch, yaw, roll, degrees, as the engine draws it. */
  readonly angles: readonly [number, number, number];
  /** Inches a texel. */
  readonly scale: number;
  /** `RenderMode_t`, `RenderFx_t`. */
  readonly mode: number;
  readonly fx: number;
  /** 0 to 1 of what is stored, not of light. */
  readonly color: readonly [number, number, number];
  /** `renderamt`, 0 to 1; and what its effect makes of that. */
  readonly amount: number;
  readonly blend: number;
  /** Inches. */
  readonly proxySize: number;
  /** Of what is stored, where the map is lit by HDR light. */
  readonly hdrScale: number;
  /** Of its picture, a second; 0: it shows the first. */
  readonly frameRate: number;
  /** What it is besides, or instead of, a picture at a place. */
  readonly shape?: SpriteShape;
}

export type SpriteShape =
  | {
      readonly type: "lightglow";
      /** Half its width and height at 100 inches. */
      readonly size: readonly [number, number];
      /** From where it is seen, from where it is whole, and where it ends; inches. */
      readonly distances: readonly [number, number, number];
      readonly direction: readonly [number, number, number];
      readonly isOneSided: boolean;
    }
  | {
      readonly type: "sun";
      /** Half its width and height at 100 inches. */
      readonly size: number;
      /** Of unit length: where it is. */
      readonly direction: readonly [number, number, number];
      /** Whether it is seen the more one looks at it. */
      readonly isLookedAt: boolean;
    }
  | {
      readonly type: "beam";
      /** To its end. */
      readonly delta: readonly [number, number, number];
      /** Half of it. */
      readonly width: number;
    }
  | {
      readonly type: "halo";
      /** Half of its picture's edge, inches. */
      readonly size: number;
      /** Its beam's. */
      readonly direction: readonly [number, number, number];
      readonly width: number;
    };

/** How far one gets from a place in a direction, of so many inches, before there is something solid. */
export type CastBeam = (
  origin: readonly [number, number, number],
  direction: readonly [number, number, number],
  length: number,
) => number;

/** `rendercolor`, or another, 0 to 1. */
export function readColor(
  entity: Entity,
  key = "rendercolor",
  absent = "255 255 255",
): [number, number, number] {
  const color = (entity.get(key) ?? absent).trim().split(/\s+/);
  const channel = (i: number) => (parseInteger(color[i]) & 255) / 255;
  return [channel(0), channel(1), channel(2)];
}

/** Maps name materials, with or without an ending, or the `.spr` of the engine before. */
export function spriteMaterial(model: string): string {
  return normalizePath(model)
    .replace(/^materials\//, "")
    .replace(/\.(vmt|spr)$/, "");
}

/** How much of a glow has to be seen, inches. */
export function readProxySize(entity: Entity): number {
  const size = numberOf(entity.get("glowproxysize"), DEFAULT_GLOW_PROXY_SIZE);
  return clamp(size, 0, MAX_GLOW_PROXY_SIZE);
}

export function readHdrScale(entity: Entity): number {
  return clamp(numberOf(entity.get("hdrcolorscale"), 1), 0, MAX_HDR_SCALE);
}

/** Leading number of a value, as `atof` reads it. */
export function numberOf(value: string | undefined, absent: number): number {
  if (value === undefined) return absent;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number : 0;
}
