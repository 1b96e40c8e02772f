/** Reads `light`, `light_spot` and `light_environment`. Facts from vrad's `lightmap.cpp`. */

import {
  numberOf,
  parseDirection,
  parseLightColour,
  type Rgb,
  scaled,
  vectorOf,
} from "../../../formats/bsp/layouts/light-values.ts";
import type { Entity } from "../../../formats/bsp/types.ts";
import type { CompileReport } from "../../types.ts";
import { parseFalloff } from "./light-values.ts";
import {
  EMIT_POINT,
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
  type Light,
  NO_CAP,
} from "./lights.ts";

export interface EntityLights {
  readonly lights: Light[];
  /** Half the sine of the sun's width as the map asks for it; 0: sharp shadows. */
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

/** The sun and the light of the whole sky. */
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
