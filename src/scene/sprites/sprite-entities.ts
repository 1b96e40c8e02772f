/**
 * The sprites that a map's entities show when it starts: `env_sprite`, `env_sprite_oriented` and
 * `env_glow`, as `Sprite.cpp` of Valve's `source-sdk-2013` (`src/game/shared`) spawns them.
 */

import type { Ledger } from "../../core/ledger.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { classOf } from "../start/entity-values.ts";

/** `RenderMode_t` of const.h. */
export const RENDER_NORMAL = 0;
export const RENDER_GLOW = 3;
export const RENDER_TRANS_ADD = 5;
export const RENDER_TRANS_ALPHA_ADD = 7;
export const RENDER_TRANS_ADD_FRAME_BLEND = 8;
export const RENDER_WORLD_GLOW = 9;
/** `RenderFx_t`: neither dimmed with distance nor made larger. */
export const FX_NO_DISSIPATION = 14;

const ORIENTED_CLASS = "env_sprite_oriented";
const CLASSES: ReadonlySet<string> = new Set(["env_sprite", "env_glow", ORIENTED_CLASS]);
const SF_SPRITE_STARTON = 1;
const MAX_SPRITE_SCALE = 64;
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
}

/** Those that are seen, in the map's order; of too many the first. */
export function listSprites(
  entities: readonly Entity[],
  ledger: Ledger,
  onTooMany: () => void,
): SpriteEntity[] {
  const found = entities.filter((entity) => CLASSES.has(classOf(entity)));
  if (found.length === 0) return [];
  const unspawned = listUnspawned(entities);
  const sprites: SpriteEntity[] = [];
  for (const entity of found) {
    const name = entity.get("targetname") ?? "";
    const startsOn = (parseInteger(entity.get("spawnflags")) & SF_SPRITE_STARTON) !== 0;
    if (name !== "" && (!startsOn || unspawned.has(name))) continue;
    const sprite = readSprite(entity);
    if (sprite === null) continue;
    if (!ledger.tryTake("sprites", 1)) {
      onTooMany();
      break;
    }
    sprites.push(sprite);
  }
  return sprites;
}

/** null: it is not drawn. */
function readSprite(entity: Entity): SpriteEntity | null {
  const modulation = readModulation(entity);
  const material = spriteMaterial(entity.get("model") ?? "");
  if (modulation === null || material === "") return null;
  const color = (entity.get("rendercolor") ?? "255 255 255").trim().split(/\s+/);
  const channel = (i: number) => (parseInteger(color[i]) & 255) / 255;
  const scale = clamp(numberOf(entity.get("scale"), 0), 0, MAX_SPRITE_SCALE);
  return {
    material,
    origin: parseVector(entity.get("origin") ?? ""),
    angles: drawnAngles(parseVector(entity.get("angles") ?? ""), classOf(entity)),
    // What has no size has its picture's.
    scale: scale > 0 ? scale : 1,
    mode: parseInteger(entity.get("rendermode")) & 255,
    fx: parseInteger(entity.get("renderfx")) & 255,
    color: [channel(0), channel(1), channel(2)],
    amount: (parseInteger(entity.get("renderamt"), 255) & 255) / 255,
    blend: modulation.alpha,
    proxySize: clamp(
      numberOf(entity.get("glowproxysize"), DEFAULT_GLOW_PROXY_SIZE),
      0,
      MAX_GLOW_PROXY_SIZE,
    ),
    hdrScale: clamp(numberOf(entity.get("hdrcolorscale"), 1), 0, MAX_HDR_SCALE),
  };
}

/** Maps name materials, with or without an ending, or the `.spr` of the engine before. */
function spriteMaterial(model: string): string {
  return normalizePath(model)
    .replace(/^materials\//, "")
    .replace(/\.(vmt|spr)$/, "");
}

/**
 * Editors of old turned sprites in the picture's plane by their yaw: one without a roll has it for that.
 * What is oriented looks the other way.
 */
function drawnAngles(
  [pitch, yaw, roll]: readonly [number, number, number],
  className: string,
): [number, number, number] {
  if (className === ORIENTED_CLASS) return [pitch, yaw + 180, roll];
  return yaw !== 0 && roll === 0 ? [pitch, 0, yaw] : [pitch, yaw, roll];
}

/** Leading number of a value, as `atof` reads it. */
function numberOf(value: string | undefined, absent: number): number {
  if (value === undefined) return absent;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
