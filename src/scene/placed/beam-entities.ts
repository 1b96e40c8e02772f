/**
 * Reads glows and light beams at the map's start: `env_lightglow` (`c_lightglow.cpp`,
 * `glow_overlay.cpp`), `point_spotlight` (`point_spotlight.cpp`, `view_beams.cpp`), end sprites of
 * `env_laser` (`EnvLaser.cpp`) of Valve's `source-sdk-2013`, and `beam_spotlight` of its Alien
 * Swarm SDK (`beamspotlight.cpp`).
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { writeForward } from "../../math/angles.ts";
import { clamp } from "../../math/vec3.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { type FindEntity, inMode, laserEnd } from "./beam-lines.ts";
import {
  type CastBeam,
  FX_NO_DISSIPATION,
  numberOf,
  RENDER_GLOW,
  RENDER_TRANS_ADD,
  readColor,
  readHdrScale,
  readProxySize,
  type SpriteEntity,
  spriteMaterial,
} from "./sprite-entity.ts";

const LIGHT_GLOW = "sprites/light_glow02_add_noz";
const BEAM = "sprites/glow_test02";
const HALO = "sprites/light_glow03";

const SF_LIGHTGLOW_DIRECTIONAL = 1;
const SF_SPOTLIGHT_START_LIGHT_ON = 1;
/** Largest value of the 16-bit fields of a light glow. */
const MAX_GLOW_NUMBER = 0xffff;
const DEFAULT_BEAM_LENGTH = 500;
const DEFAULT_BEAM_WIDTH = 10;
/** Default width of `beam_spotlight`. */
const DEFAULT_GOAL_WIDTH = 50;
const DEFAULT_HDR_SCALE = 0.7;
const MAX_BEAM_WIDTH = 102.3;
/** `SetBrightness` of the beam, of 255. */
const BEAM_BRIGHTNESS = 64;
const HALO_SIZE = 60;
/** Halo proxy size of beams whose ends are equally wide. */
const HALO_PROXY_SIZE = 8;
/** `MAX_TRACE_LENGTH`, inches: larger than any map. */
const LONGEST_BEAM = 56_756;
/** Length in inches below which a beam is not drawn. */
const SHORTEST_BEAM = 0.1;

type Vector = readonly [number, number, number];

/** Returns a sprite at full strength, before its shape's own attenuation. */
function picture(entity: Entity, material: string, mode: number): SpriteEntity {
  return {
    material,
    origin: parseVector(entity.get("origin") ?? ""),
    angles: [0, 0, 0],
    scale: 1,
    mode,
    fx: FX_NO_DISSIPATION,
    color: readColor(entity),
    amount: 1,
    blend: 1,
    proxySize: readProxySize(entity),
    hdrScale: readHdrScale(entity),
    frameRate: 0,
  };
}

function directionOf(entity: Entity): Vector {
  const [pitch, yaw] = parseVector(entity.get("angles") ?? "");
  const forward = new Float32Array(3);
  writeForward(forward, pitch, yaw);
  return [forward[0], forward[1], forward[2]];
}

export function readLightGlow(entity: Entity): SpriteEntity[] {
  const number = (key: string) => clamp(parseInteger(entity.get(key)), 0, MAX_GLOW_NUMBER);
  const shape = {
    type: "lightglow",
    size: [number("horizontalglowsize"), number("verticalglowsize")],
    distances: [number("mindist"), number("maxdist"), number("outermaxdist")],
    direction: directionOf(entity),
    isOneSided: (parseInteger(entity.get("spawnflags")) & SF_LIGHTGLOW_DIRECTIONAL) !== 0,
  } as const;
  return [{ ...picture(entity, LIGHT_GLOW, RENDER_GLOW), shape }];
}

/** Reads a `point_spotlight`. */
export function readSpotlight(entity: Entity, cast: CastBeam): SpriteEntity[] {
  const ignoresSolid = parseInteger(entity.get("ignoresolid")) !== 0;
  const reach: CastBeam = ignoresSolid ? (_origin, _direction, length) => length : cast;
  return readShining(entity, reach, DEFAULT_BEAM_WIDTH, readHdrScale(entity));
}

/** Reads a `beam_spotlight`, which reaches twice as far as its length. */
export function readBeamSpotlight(entity: Entity, cast: CastBeam): SpriteEntity[] {
  const scale =
    entity.get("hdrcolorscale") === undefined ? DEFAULT_HDR_SCALE : readHdrScale(entity);
  return readShining(
    entity,
    (origin, direction, length) => cast(origin, direction, Math.min(length * 2, LONGEST_BEAM)),
    DEFAULT_GOAL_WIDTH,
    scale,
  );
}

/** Reads the end sprite of an `env_laser`. */
export function readLaserEnd(entity: Entity, cast: CastBeam, find: FindEntity): SpriteEntity[] {
  const material = spriteMaterial(entity.get("endsprite") ?? "");
  const origin = material === "" ? null : laserEnd(entity, find, cast);
  const modulation = readModulation(inMode(entity, RENDER_GLOW));
  if (origin === null || modulation === null) return [];
  return [
    {
      ...{ ...picture(entity, material, RENDER_GLOW), origin, blend: modulation.alpha },
      fx: parseInteger(entity.get("renderfx")) & 255,
      amount: (parseInteger(entity.get("renderamt"), 255) & 255) / 255,
    },
  ];
}

/** Returns a beam, and the halo at its start. */
function readShining(
  entity: Entity,
  cast: CastBeam,
  defaultWidth: number,
  hdrScale: number,
): SpriteEntity[] {
  const flags = parseInteger(entity.get("spawnflags"));
  if ((flags & SF_SPOTLIGHT_START_LIGHT_ON) === 0) return [];
  const positive = (key: string, otherwise: number) => {
    const value = numberOf(entity.get(key), 0);
    return value > 0 ? value : otherwise;
  };
  const longest = Math.min(positive("spotlightlength", DEFAULT_BEAM_LENGTH), LONGEST_BEAM);
  const width = Math.min(positive("spotlightwidth", defaultWidth), MAX_BEAM_WIDTH);
  const direction = directionOf(entity);
  const base = { ...picture(entity, BEAM, RENDER_TRANS_ADD), hdrScale };
  const length = cast(base.origin, direction, longest);
  if (length < SHORTEST_BEAM) return [];
  const [x, y, z] = direction;
  const [red, green, blue] = base.color;
  const dim = BEAM_BRIGHTNESS / 255;
  return [
    {
      ...base,
      color: [red * dim, green * dim, blue * dim],
      shape: { type: "beam", delta: [x * length, y * length, z * length], width },
    },
    {
      ...picture(entity, HALO, RENDER_GLOW),
      hdrScale,
      proxySize: HALO_PROXY_SIZE,
      shape: { type: "halo", size: HALO_SIZE, direction, width },
    },
  ];
}
