/** Reads `light`, `light_spot` and `light_environment`. Facts from vrad's `lightmap.cpp`. */

import {
  numberOf,
  parseDirection,
  parseLightColour,
  type Rgb,
  scaled,
  vectorOf,
} from "../../formats/bsp/layouts/light-values.ts";
import {
  EMIT_POINT,
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
} from "../../formats/bsp/records/lights.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import type { CompileReport } from "../types.ts";
import { type Light, NO_CAP } from "./lights.ts";

// Falloff keys of light entities. Facts from vrad's `lightmap.cpp`.

export interface Falloff {
  readonly constant: number;
  readonly linear: number;
  readonly quadratic: number;
  readonly fadeStart: number;
  readonly fadeEnd: number;
  readonly capDistance: number;
  /** Factor for the intensity, because attenuations are given for brightness at 100 inches. */
  readonly intensityScale: number;
}

const ATTENUATION_EPSILON = 0.001;

export function parseFalloff(entity: Entity): Falloff {
  const half = numberOf(entity, "_fifty_percent_distance");
  if (half !== 0) return solveFalloff(half, entity);
  const positive = (key: string) => {
    const value = numberOf(entity, key);
    return value < ATTENUATION_EPSILON ? 0 : value;
  };
  let constant = positive("_constant_attn");
  const linear = positive("_linear_attn");
  const quadratic = positive("_quadratic_attn");
  if (constant === 0 && linear === 0 && quadratic === 0) constant = 1;
  return {
    constant,
    linear,
    quadratic,
    fadeStart: 0,
    fadeEnd: -1,
    capDistance: NO_CAP,
    intensityScale: constant + 100 * linear + 10000 * quadratic,
  };
}

/**
 * Solves for a falloff with half the light at one distance and 1/256 at another: 1 / light is
 * quadratic in between.
 */
function solveFalloff(half: number, entity: Entity): Falloff {
  let none = numberOf(entity, "_zero_percent_distance");
  if (none < half) none = 2 * half;
  let [a, b, c] = solveMonotonic(half, none);
  const scale = 2 / (c + half * (b + half * a));
  a *= scale;
  b *= scale;
  c *= scale;
  let fadeStart = 0;
  let fadeEnd = -1;
  let capDistance = NO_CAP;
  if (numberOf(entity, "_hardfalloff") !== 0) {
    fadeEnd = none;
    fadeStart = 0.75 * none + 0.25 * half;
  } else if (a !== 0) {
    // Beyond the parabola's minimum the light would grow again, so it fades out from there.
    const lowest = -b / (2 * a);
    if (lowest > 0) {
      capDistance = lowest;
      fadeStart = lowest;
      fadeEnd = 10 * lowest;
    }
  }
  return {
    constant: c,
    linear: b,
    quadratic: a,
    fadeStart,
    fadeEnd,
    capDistance,
    intensityScale: 1,
  };
}

/**
 * Returns a parabola through (0, 1), (half, 2) and (none, 256), blended towards a line until it is
 * monotonic.
 */
function solveMonotonic(half: number, none: number): [a: number, b: number, c: number] {
  let a = 0;
  let b = 1;
  for (let step = 0; step <= 20; step++) {
    const blend = step * 0.05;
    const straight = 1 + (255 * half) / none;
    const middle = (1 - blend) * 2 + blend * straight;
    const determinant = half * none * (none - half);
    if (determinant === 0) break;
    a = (half * (256 - 1) - none * (middle - 1)) / determinant;
    b = (none * none * (middle - 1) - half * half * (256 - 1)) / determinant;
    if (2 * a + b >= 0) break;
  }
  return [a, b, 1];
}

export interface EntityLights {
  readonly lights: Light[];
  /** Sine of the sun's `SunSpreadAngle`; 0 for sharp shadows. */
  readonly sunSpread: number;
}

const BLACK: Rgb = [0, 0, 0];
const DEFAULT_CONE = 10;

export function readLightEntities(
  entities: readonly Entity[],
  report: CompileReport,
): EntityLights {
  const lights: Light[] = [];
  let sunSpread = 0;
  let hasSun = false;
  for (const entity of entities) {
    const className = entity.get("classname")?.toLowerCase();
    if (className === "light") {
      lights.push({ ...readCommon(entity, entities, report), type: EMIT_POINT });
    } else if (className === "light_spot") {
      lights.push(readSpot(entity, entities, report));
    } else if (className === "light_environment") {
      if (hasSun) {
        report.warn("More than one light_environment: only the first one shines.");
        continue;
      }
      hasSun = true;
      sunSpread = Math.sin((numberOf(entity, "SunSpreadAngle") * Math.PI) / 180);
      lights.push(...readSky(entity, entities, report));
    }
  }
  return { lights, sunSpread };
}

function readCommon(entity: Entity, entities: readonly Entity[], report: CompileReport): Light {
  const ldr = parseLightColour(entity.get("_light"), false) ?? BLACK;
  const hdr =
    parseLightColour(entity.get("_lightHDR"), true) ??
    parseLightColour(entity.get("_light"), true) ??
    BLACK;
  const { intensityScale, ...falloff } = parseFalloff(entity);
  return {
    type: EMIT_POINT,
    origin: vectorOf(entity, "origin"),
    normal: findDirection(entity, entities, report),
    intensity: scaled(ldr, intensityScale),
    intensityHdr: scaled(hdr, intensityScale * numberOf(entity, "_lightscaleHDR", 1)),
    style: Math.trunc(numberOf(entity, "style")),
    innerCosine: 0,
    outerCosine: 0,
    exponent: 0,
    radius: numberOf(entity, "_distance"),
    ...falloff,
  };
}

function findDirection(
  entity: Entity,
  entities: readonly Entity[],
  report: CompileReport,
): [number, number, number] {
  const target = entity.get("target");
  if (!target) return parseDirection(entity);
  const found = entities.find((other) => other.get("targetname") === target);
  if (!found) {
    report.warn(`The light at ${entity.get("origin")} points to "${target}", which is not there.`);
    return [0, 0, 0];
  }
  const from = vectorOf(entity, "origin");
  const to = vectorOf(found, "origin");
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
}

function readSpot(entity: Entity, entities: readonly Entity[], report: CompileReport): Light {
  const light = readCommon(entity, entities, report);
  const inner = numberOf(entity, "_inner_cone") || DEFAULT_CONE;
  const outer = Math.max(inner, numberOf(entity, "_cone") || inner);
  if (inner === 180 && outer === 180) return light;
  const cosine = (degrees: number) => Math.cos((Math.min(90, degrees) * Math.PI) / 180);
  return {
    ...light,
    type: EMIT_SPOTLIGHT,
    innerCosine: cosine(inner),
    outerCosine: cosine(outer),
    exponent: numberOf(entity, "_exponent"),
  };
}

/** Reads the sun and the ambient light of the sky. */
function readSky(entity: Entity, entities: readonly Entity[], report: CompileReport): Light[] {
  const common = readCommon(entity, entities, report);
  const ldr = parseLightColour(entity.get("_light"), false) ?? BLACK;
  const hdr =
    parseLightColour(entity.get("_lightHDR"), true) ??
    parseLightColour(entity.get("_light"), true) ??
    BLACK;
  const sunHdr = scaled(hdr, numberOf(entity, "_lightscaleHDR", 1));
  const ambient = parseLightColour(entity.get("_ambient"), false) ?? scaled(ldr, 0.5);
  const ambientHdr =
    parseLightColour(entity.get("_ambientHDR"), true) ??
    parseLightColour(entity.get("_ambient"), true) ??
    scaled(sunHdr, 0.5);
  const plain = { ...common, constant: 0, linear: 0, quadratic: 0, fadeStart: 0, fadeEnd: -1 };
  return [
    { ...plain, type: EMIT_SKYLIGHT, intensity: ldr, intensityHdr: sunHdr, capDistance: NO_CAP },
    {
      ...plain,
      type: EMIT_SKYAMBIENT,
      normal: [0, 0, 0],
      intensity: ambient,
      intensityHdr: scaled(ambientHdr, numberOf(entity, "_AmbientScaleHDR", 1)),
      style: 0,
      capDistance: NO_CAP,
    },
  ];
}
