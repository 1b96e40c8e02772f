/**
 * Converts a map's world lights to rows of `WORLD_LIGHT_ROW`, as the engine uses them to light
 * models.
 *
 * Source: Valve's public `bspfile.h`, and vrad's `lightmap.cpp` and `leaf_ambient_lighting.cpp`,
 * which repeats the engine's falloff. A glowing face is a hemispherical spot that fades with the
 * squared distance. Lights that are already in the ambient cubes, including the light of the whole
 * sky, are not added again. A radius below 1 means no limit; a lamp without attenuation has a
 * quadratic one, a spot without exponent 1. `emit_quakelight` lights no models.
 */

import {
  EMIT_POINT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
  EMIT_SURFACE,
} from "../../formats/bsp/records/lights.ts";
import type { BspWorld, WorldLights } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { WORLD_LIGHT_ROW, WORLD_LIGHT_SUN } from "../../map/world-lights.ts";
import { normalize } from "../../math/vec3.ts";

export const LIGHT_FLOATS = WORLD_LIGHT_ROW.strideBytes / 4;

const DWL_FLAGS_INAMBIENTCUBE = 1;
/** Cosine below all cosines, so that every direction is inside the cone. */
const ALL_AROUND = -2;

export interface LocalLights {
  readonly count: number;
  /** `LIGHT_FLOATS` numbers a light, laid out as `WORLD_LIGHT_ROW`. */
  readonly rows: Float32Array;
  /** View of the memory of `rows`. */
  readonly words: Uint32Array;
  /** −1 if in solid, and then visible from nowhere. Unused for suns. */
  readonly cluster: Int32Array;
  /** Range in inches; Infinity if unlimited, as for suns. */
  readonly radius: Float32Array;
  /** The largest of a light's three channels. */
  readonly brightest: Float32Array;
}

/** Returns a side's lights, or the other side's if it has none. */
export function pickWorldLights(bsp: BspWorld, side: LightSideName | null): WorldLights | null {
  if (side === null) return null;
  const [first, second] = side === "ldr" ? [bsp.ldr, bsp.hdr] : [bsp.hdr, bsp.ldr];
  return first?.worldLights ?? second?.worldLights ?? null;
}

export function buildLocalLights(lights: WorldLights | null): LocalLights {
  const shining = lights === null ? [] : listShining(lights);
  const rows = new Float32Array(shining.length * LIGHT_FLOATS);
  const words = new Uint32Array(rows.buffer);
  shining.forEach((light, row) => {
    if (lights !== null) writeRow(rows, words, row * LIGHT_FLOATS, lights, light);
  });
  return {
    count: shining.length,
    rows,
    words,
    cluster: Int32Array.from(shining, (light) => lights?.cluster[light] ?? -1),
    radius: Float32Array.from(shining, (light) => {
      const radius = lights?.radius[light] ?? 0;
      const isSun = lights?.type[light] === EMIT_SKYLIGHT;
      return radius < 1 || isSun ? Number.POSITIVE_INFINITY : radius;
    }),
    brightest: Float32Array.from(shining, (light) =>
      Math.max(...(lights?.intensity.subarray(light * 3, light * 3 + 3) ?? [])),
    ),
  };
}

function listShining({ count, type, flags, intensity }: WorldLights): number[] {
  const shines = (light: number) => {
    const isLocal =
      type[light] === EMIT_POINT ||
      type[light] === EMIT_SPOTLIGHT ||
      type[light] === EMIT_SURFACE ||
      type[light] === EMIT_SKYLIGHT;
    const isAmbient = (flags[light] & DWL_FLAGS_INAMBIENTCUBE) !== 0;
    return isLocal && !isAmbient && intensity.subarray(light * 3, light * 3 + 3).some((c) => c > 0);
  };
  return Array.from({ length: count }, (_, light) => light).filter(shines);
}

function writeRow(
  rows: Float32Array,
  words: Uint32Array,
  at: number,
  lights: WorldLights,
  light: number,
): void {
  const type = lights.type[light];
  const put = (field: keyof typeof WORLD_LIGHT_ROW, ...values: readonly number[]) =>
    rows.set(values, at + WORLD_LIGHT_ROW[field] / 4);
  put("origin", ...lights.origin.subarray(light * 3, light * 3 + 3));
  put("intensity", ...lights.intensity.subarray(light * 3, light * 3 + 3));
  put("normal", ...normalize(lights.normal.subarray(light * 3, light * 3 + 3)));
  words[at + WORLD_LIGHT_ROW.flags / 4] =
    lights.style[light] | (type === EMIT_SKYLIGHT ? WORLD_LIGHT_SUN : 0);
  if (type === EMIT_SURFACE) {
    put("constant", 0, 0, 1);
    put("innerCosine", 1);
    put("outerCosine", 0);
    put("exponent", 1);
    return;
  }
  const attenuation = [lights.constantAttn[light], lights.linearAttn[light]];
  const quadratic = lights.quadraticAttn[light];
  const isBare = quadratic === 0 && attenuation.every((value) => value === 0);
  put("constant", ...attenuation, isBare ? 1 : quadratic);
  const isSpot = type === EMIT_SPOTLIGHT;
  put("innerCosine", isSpot ? lights.stopdot[light] : ALL_AROUND);
  put("outerCosine", isSpot ? lights.stopdot2[light] : ALL_AROUND);
  put("exponent", lights.exponent[light] || 1);
}
