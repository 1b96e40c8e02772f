/**
 * The sprites that a map's entities show when it starts; of those, `env_sprite`, `env_sprite_oriented` and
 * `env_glow` here, as `Sprite.cpp` of Valve's `source-sdk-2013` (`src/game/shared`) spawns them.
 */

import type { Ledger } from "../../core/ledger.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { clamp } from "../../math/vec3.ts";
import type { FindEntity } from "../beams/beam-lines.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { classOf } from "../start/entity-values.ts";
import { readBeamSpotlight, readLaserEnd, readLightGlow, readSpotlight } from "./beam-entities.ts";
import { firstByName } from "./first-by-name.ts";
import {
  type CastBeam,
  numberOf,
  readColor,
  readHdrScale,
  readProxySize,
  type SpriteEntity,
  spriteMaterial,
} from "./sprite-entity.ts";
import { readSun } from "./sun-entities.ts";

const ORIENTED_CLASS = "env_sprite_oriented";
const SF_SPRITE_STARTON = 1;
const MAX_SPRITE_SCALE = 64;
/** Nobody sees more, and a float counts them for days. */
const MAX_FRAME_RATE = 1000;

type ReadEntity = (entity: Entity, cast: CastBeam, find: FindEntity) => readonly SpriteEntity[];

const READERS: Readonly<Record<string, ReadEntity>> = {
  env_sprite: readSprite,
  env_glow: readSprite,
  [ORIENTED_CLASS]: readSprite,
  env_lightglow: readLightGlow,
  point_spotlight: readSpotlight,
  beam_spotlight: readBeamSpotlight,
  env_laser: readLaserEnd,
  env_sun: (entity, _cast, find) => readSun(entity, find),
};

/** Those that are seen, in the map's order; of too many the first. */
export function listSprites(
  entities: readonly Entity[],
  ledger: Ledger,
  onTooMany: () => void,
  cast: CastBeam = (_origin, _direction, length) => length,
): SpriteEntity[] {
  const found = entities.filter((entity) => Object.hasOwn(READERS, classOf(entity)));
  if (found.length === 0) return [];
  const unspawned = listUnspawned(entities);
  let byName: Map<string, Entity> | null = null;
  const find = (name = "") => {
    byName ??= firstByName(entities);
    return byName.get(name.toLowerCase());
  };
  const sprites: SpriteEntity[] = [];
  for (const entity of found) {
    const name = entity.get("targetname") ?? "";
    if (name !== "" && unspawned.has(name)) continue;
    const read = READERS[classOf(entity)](entity, cast, find);
    if (!ledger.tryTake("sprites", read.length)) {
      onTooMany();
      break;
    }
    sprites.push(...read);
  }
  return sprites;
}

function readSprite(entity: Entity): SpriteEntity[] {
  const modulation = readModulation(entity);
  const material = spriteMaterial(entity.get("model") ?? "");
  const startsOn = (parseInteger(entity.get("spawnflags")) & SF_SPRITE_STARTON) !== 0;
  if ((entity.get("targetname") ?? "") !== "" && !startsOn) return [];
  if (modulation === null || material === "") return [];
  const scale = clamp(numberOf(entity.get("scale"), 0), 0, MAX_SPRITE_SCALE);
  const sprite = {
    material,
    origin: parseVector(entity.get("origin") ?? ""),
    angles: drawnAngles(parseVector(entity.get("angles") ?? ""), classOf(entity)),
    // What has no size has its picture's.
    scale: scale > 0 ? scale : 1,
    mode: parseInteger(entity.get("rendermode")) & 255,
    fx: parseInteger(entity.get("renderfx")) & 255,
    color: readColor(entity),
    amount: (parseInteger(entity.get("renderamt"), 255) & 255) / 255,
    blend: modulation.alpha,
    proxySize: readProxySize(entity),
    hdrScale: readHdrScale(entity),
    frameRate: clamp(numberOf(entity.get("framerate"), 0), 0, MAX_FRAME_RATE),
  };
  return [sprite];
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
