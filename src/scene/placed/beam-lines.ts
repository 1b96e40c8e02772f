/**
 * Reads beams between two points as they are at the map's start: `env_beam` and `env_laser` of
 * Valve's `source-sdk-2013` (`EnvBeam.cpp`, `EnvLaser.cpp`, `beam_shared.h`, `view_beams.cpp`).
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { clamp } from "../../math/vec3.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { classOf } from "../start/entity-values.ts";
import {
  type CastBeam,
  numberOf,
  readColor,
  readHdrScale,
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

export type BeamPoint = readonly [number, number, number];

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
export function inMode(entity: Entity, mode: number): Entity {
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
export function laserEnd(entity: Entity, find: FindEntity, cast: CastBeam): BeamPoint | null {
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
