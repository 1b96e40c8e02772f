/** Lights of a map as columns: from its entities and, added later, from its glowing faces. */

import { allocateFloat32, allocateInt32 } from "../shared-arrays.ts";

export interface Light {
  readonly type: number;
  readonly origin: readonly [number, number, number];
  /** Direction of the light, unit length; zero for a point light. */
  readonly normal: readonly [number, number, number];
  /** Linear RGB. 255 with 1 / attenuation of 1 is full light. */
  readonly intensity: readonly [r: number, g: number, b: number];
  readonly intensityHdr: readonly [r: number, g: number, b: number];
  readonly style: number;
  /**
   * Cosines of the inner cone, inside which a spotlight is brightest, and of the outer cone,
   * outside which it is dark.
   */
  readonly innerCosine: number;
  readonly outerCosine: number;
  readonly exponent: number;
  /** Radius from the entity, for the engine's use; 0 for unlimited. */
  readonly radius: number;
  readonly constant: number;
  readonly linear: number;
  readonly quadratic: number;
  /** Distances between which the light fades out. No fade if the end is not past the start. */
  readonly fadeStart: number;
  readonly fadeEnd: number;
  /** Distance beyond which the attenuation stays constant. */
  readonly capDistance: number;
}

/** Lights without their intensities. Rows of `LIGHT_FLOATS`, in the order of `LIGHT_ROW`. */
export interface LightTable {
  readonly count: number;
  readonly type: Int32Array;
  readonly style: Int32Array;
  readonly values: Float32Array;
}

export const LIGHT_FLOATS = 15;
export const LIGHT_ROW = {
  origin: 0,
  normal: 3,
  innerCosine: 6,
  outerCosine: 7,
  exponent: 8,
  constant: 9,
  linear: 10,
  quadratic: 11,
  fadeStart: 12,
  fadeEnd: 13,
  capDistance: 14,
} as const;

export const NO_CAP = 1e22;

export function buildLightTable(lights: readonly Light[]): LightTable {
  const count = lights.length;
  const type = allocateInt32(count);
  const style = allocateInt32(count);
  const values = allocateFloat32(count * LIGHT_FLOATS);
  lights.forEach((light, i) => {
    type[i] = light.type;
    style[i] = light.style;
    const at = i * LIGHT_FLOATS;
    values.set(light.origin, at + LIGHT_ROW.origin);
    values.set(light.normal, at + LIGHT_ROW.normal);
    values[at + LIGHT_ROW.innerCosine] = light.innerCosine;
    values[at + LIGHT_ROW.outerCosine] = light.outerCosine;
    values[at + LIGHT_ROW.exponent] = light.exponent;
    values[at + LIGHT_ROW.constant] = light.constant;
    values[at + LIGHT_ROW.linear] = light.linear;
    values[at + LIGHT_ROW.quadratic] = light.quadratic;
    values[at + LIGHT_ROW.fadeStart] = light.fadeStart;
    values[at + LIGHT_ROW.fadeEnd] = light.fadeEnd;
    values[at + LIGHT_ROW.capDistance] = light.capDistance;
  });
  return { count, type, style, values };
}

/** Returns the intensities of lights, 3 a light. */
export function listIntensities(lights: readonly Light[], hdr: boolean): Float32Array {
  const out = allocateFloat32(lights.length * 3);
  lights.forEach((light, i) => {
    out.set(hdr ? light.intensityHdr : light.intensity, i * 3);
  });
  return out;
}

/** Whether any light has another color in HDR. */
export function differInHdr(lights: readonly Light[]): boolean {
  return lights.some(({ intensity, intensityHdr }) =>
    intensity.some((value, i) => value !== intensityHdr[i]),
  );
}
