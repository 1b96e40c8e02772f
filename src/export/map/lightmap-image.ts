/** Converts a lightmap to a picture for glTF. */

import type { LightmapAtlas } from "../../map/lightmap.ts";
import { encodeSrgb, type TexturePixels } from "../materials/texture-pixels.ts";

/** Light stored as white. Brighter light is clamped. Equals the range of LDR maps. */
export const LIGHT_RANGE = 2;
/** Luxels along the edge of the corner with neutral brightness, for unlit faces. */
const PLAIN_EDGE = 4;
/** Number of values of a 5-bit exponent. */
const EXPONENTS = 32;
const EXPONENT_BIAS = 24;

/** Pages of a lightmap as one picture: sRGB of light divided by `LIGHT_RANGE`. */
export interface LightmapImage extends TexturePixels {
  /** Returns the place in the picture of a place on a page: 2 numbers, 0 to 1. */
  place(page: number, s: number, t: number): readonly [number, number];
  /** Place with neutral brightness. */
  readonly plain: readonly [number, number];
}

/**
 * Arranges the pages side by side, with a neutral corner below them.
 * @param exposure factor for the light
 */
export function buildLightmapImage(
  { width, height, pageCount, texels }: LightmapAtlas,
  exposure: number,
): LightmapImage {
  const columns = Math.ceil(Math.sqrt(pageCount));
  const wide = columns * width;
  const tall = Math.ceil(pageCount / columns) * height + PLAIN_EDGE;
  const rgba = new Uint8Array(wide * tall * 4).fill(255);
  const scale = exposure / 255 / LIGHT_RANGE;
  const steps = Float64Array.from(
    { length: EXPONENTS },
    (_, exponent) => scale * 2 ** (exponent - EXPONENT_BIAS),
  );
  const plain = encode(1 / LIGHT_RANGE);
  for (let i = (tall - PLAIN_EDGE) * wide * 4; i < rgba.length; i++) {
    if (i % 4 !== 3) rgba[i] = plain;
  }
  for (let page = 0; page < pageCount; page++) {
    const [left, top] = cornerOf(page);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const texel = texels[(page * height + row) * width + column];
        const step = steps[texel >>> 27];
        const out = ((top + row) * wide + left + column) * 4;
        rgba[out] = encode((texel & 511) * step);
        rgba[out + 1] = encode(((texel >>> 9) & 511) * step);
        rgba[out + 2] = encode(((texel >>> 18) & 511) * step);
      }
    }
  }
  return {
    width: wide,
    height: tall,
    rgba,
    place(page, s, t) {
      const [left, top] = cornerOf(page);
      return [(left + s) / wide, (top + t) / tall];
    },
    plain: [PLAIN_EDGE / 2 / wide, (tall - PLAIN_EDGE / 2) / tall],
  };

  function cornerOf(page: number): [left: number, top: number] {
    return [(page % columns) * width, Math.floor(page / columns) * height];
  }
}

function encode(light: number): number {
  return Math.round(255 * encodeSrgb(Math.min(1, light)));
}
