/**
 * Reads beams and glows at the map's start, by Valve's `source-sdk-2013` and its Alien Swarm SDK.
 * Beams between two points: `env_beam` and `env_laser` (`EnvBeam.cpp`, `EnvLaser.cpp`,
 * `beam_shared.h`, `view_beams.cpp`). Glows and light beams, which are sprites: `env_lightglow`
 * (`c_lightglow.cpp`, `glow_overlay.cpp`), `point_spotlight` (`point_spotlight.cpp`), end sprites of
 * `env_laser`, and `beam_spotlight` (`beamspotlight.cpp`).
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { writeForward } from "../../math/angles.ts";
import { clamp } from "../../math/vec3.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { classOf } from "../start/entity-values.ts";
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

const SF_STARTON = 1;
const SF_RANDOM = 4;
const SF_RING = 8;
const SF_SHADEIN = 0x80;
const SF_SHADEOUT = 0x100;
const SF_TAPEROUT = 0x200;
/** `MAX_BEAM_WIDTH`, `MAX_BEAM_NOISEAMPLITUDE`, `MAX_BEAM_SCROLLSPEED`. */
const MAX_WIDTH = 102.3;
const MAX_NOISE = 64;
const MAX_SCROLL = 100;
/** Factor that the client applies to the networked scroll speed. */
const SCROLL_UNIT = 0.1;
/** Length in inches below which a beam is not drawn. */
const SHORTEST = 0.1;
/** Longest life or pause, seconds. A float holds times up to this with sub-frame precision. */
const MAX_SECONDS = 3600;
/**
 * `kRenderTransTexture`: render mode that `env_beam` sets when it spawns, so that `renderamt`
 * counts.
 */
const BEAM_MODE = 4;
/** `IsStaticPointEntity`: classes that count as points even if they have a model. */
const POINT_CLASSES: ReadonlySet<string> = new Set(["info_target", "info_landmark", "path_corner"]);

type BeamPoint = readonly [number, number, number];

export interface BeamLine {
  readonly material: string;
  readonly start: BeamPoint;
  readonly delta: BeamPoint;
  /** Half widths at the start and at the end, inches. */
  readonly widths: readonly [number, number];
  readonly noise: number;
  /** Scroll speed of the texture, as in `BEAM_ROW.speed`. */
  readonly speed: number;
  /** 0 to 1, in the stored (gamma) space. */
  readonly color: readonly [number, number, number];
  readonly shade: "in" | "out" | null;
  readonly isRing: boolean;
  /** Seconds that the beam is visible before its pause; 0 if it is permanent. */
  readonly life: number;
  readonly pause: number;
  readonly hdrScale: number;
}

/** Returns the first existing entity of a name. */
export type FindEntity = (name: string | undefined) => Entity | undefined;

const placeOf = (entity: Entity): BeamPoint => parseVector(entity.get("origin") ?? "");

function isPoint(entity: Entity): boolean {
  if ((entity.get("parentname") ?? "") !== "") return false;
  return (entity.get("model") ?? "") === "" || POINT_CLASSES.has(classOf(entity));
}

/** Returns the entity with a fixed `rendermode`, for classes whose code sets the mode. */
function inMode(entity: Entity, mode: number): Entity {
  const get = (key: string) => (key === "rendermode" ? `${mode}` : entity.get(key));
  return { pairs: entity.pairs, get };
}

function startsOn(entity: Entity, flags: number): boolean {
  return (entity.get("targetname") ?? "") === "" || (flags & SF_STARTON) !== 0;
}

/**
 * Returns `null` if the beam is invisible: hidden by its render keys, without a texture, or too
 * short.
 */
function lookOf(entity: Entity, modulated: Entity, start: BeamPoint, end: BeamPoint) {
  const modulation = readModulation(modulated);
  const material = spriteMaterial(entity.get("texture") ?? "");
  const delta: BeamPoint = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  if (modulation === null || material === "" || Math.hypot(...delta) < SHORTEST) return null;
  const [red, green, blue] = readColor(entity);
  const { alpha } = modulation;
  return {
    ...{ material, start, delta },
    color: [red * alpha, green * alpha, blue * alpha] as const,
    hdrScale: readHdrScale(entity),
    noise: clamp(numberOf(entity.get("noiseamplitude"), 0), 0, MAX_NOISE),
    speed: clamp(parseInteger(entity.get("texturescroll")), 0, MAX_SCROLL) * SCROLL_UNIT,
  };
}

/** Whether an `env_beam` strikes points that the engine picks at random. */
export function strikesAnywhere(entity: Entity): boolean {
  if (classOf(entity) !== "env_beam" || !startsOn(entity, parseInteger(entity.get("spawnflags")))) {
    return false;
  }
  return numberOf(entity.get("life"), 0) !== 0 && (entity.get("lightningend") ?? "") === "";
}

/** Returns `null` if the beam is not drawn. */
export function readEnvBeam(entity: Entity, find: FindEntity): BeamLine | null {
  const flags = parseInteger(entity.get("spawnflags"));
  const from = find(entity.get("lightningstart"));
  const to = find(entity.get("lightningend"));
  if (!startsOn(entity, flags) || from === undefined || to === undefined) return null;
  const isRing = (flags & SF_RING) !== 0;
  if (isRing && (isPoint(from) || isPoint(to))) return null;
  const look = lookOf(entity, inMode(entity, BEAM_MODE), placeOf(from), placeOf(to));
  if (look === null) return null;
  const life = clamp(numberOf(entity.get("life"), 0), 0, MAX_SECONDS);
  const restrike = clamp(numberOf(entity.get("striketime"), 0), 0, MAX_SECONDS);
  // Permanent beams are entities that clients draw. Temporary ones are effects, which have no
  // shading and no taper.
  const isLasting = life === 0 && !isRing;
  const width = clamp(numberOf(entity.get("boltwidth"), 0), 0, MAX_WIDTH);
  const shading = (flags & SF_SHADEIN) !== 0 ? "in" : (flags & SF_SHADEOUT) !== 0 ? "out" : null;
  return {
    ...look,
    widths: [width, isLasting && (flags & SF_TAPEROUT) !== 0 ? 0 : width],
    shade: isLasting ? shading : null,
    ...{ isRing, life },
    // With random strikes, the mean pause is half of the longest.
    pause: (flags & SF_RANDOM) !== 0 ? restrike / 2 : restrike,
  };
}

/** Returns the end point of an `env_laser` that starts on, or `null` if it has none. */
function laserEnd(entity: Entity, find: FindEntity, cast: CastBeam): BeamPoint | null {
  const target = find(entity.get("lasertarget"));
  if (target === undefined || !startsOn(entity, parseInteger(entity.get("spawnflags"))))
    return null;
  const [x, y, z] = placeOf(entity);
  const aim = placeOf(target);
  const way: BeamPoint = [aim[0] - x, aim[1] - y, aim[2] - z];
  const length = Math.hypot(...way);
  if (length < SHORTEST) return null;
  const part =
    cast([x, y, z], [way[0] / length, way[1] / length, way[2] / length], length) / length;
  return [x + way[0] * part, y + way[1] * part, z + way[2] * part];
}

/** Returns `null` if the laser is not drawn. */
export function readEnvLaser(entity: Entity, find: FindEntity, cast: CastBeam): BeamLine | null {
  const end = laserEnd(entity, find, cast);
  const look = end === null ? null : lookOf(entity, entity, placeOf(entity), end);
  if (look === null) return null;
  const width = clamp(numberOf(entity.get("width"), 0), 0, MAX_WIDTH);
  return {
    ...look,
    ...{ widths: [width, width], shade: null, isRing: false, life: 0, pause: 0 },
  };
}

// Sprites of lamps and lasers.

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
/** `SetBrightness` of the beam, of 255. */
const BEAM_BRIGHTNESS = 64;
const HALO_SIZE = 60;
/** Halo proxy size of beams whose ends are equally wide. */
const HALO_PROXY_SIZE = 8;
/** `MAX_TRACE_LENGTH`, inches: larger than any map. */
const LONGEST_BEAM = 56_756;

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
  const width = Math.min(positive("spotlightwidth", defaultWidth), MAX_WIDTH);
  const direction = directionOf(entity);
  const base = { ...picture(entity, BEAM, RENDER_TRANS_ADD), hdrScale };
  const length = cast(base.origin, direction, longest);
  if (length < SHORTEST) return [];
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
