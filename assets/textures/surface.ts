/** A texture being painted: colour, alpha and height of each texel, tiling at the edges. */

import { clamp, type Rgb } from "./color.ts";

export interface Texel {
  color: Rgb;
  /** Opacity, 0 to 1; 1 by default. */
  alpha?: number;
  /** Height out of the wall, 0 to 1; 0 by default. */
  height?: number;
}

export interface Surface {
  readonly width: number;
  readonly height: number;
  /** Three values a texel, sRGB from 0 to 1. */
  readonly color: Float32Array;
  readonly alpha: Float32Array;
  readonly relief: Float32Array;
}

/** Calls `texel` for each texel's centre; u runs right and v down, 0 to 1. */
export function paint(
  width: number,
  height: number,
  texel: (u: number, v: number) => Texel,
): Surface {
  const color = new Float32Array(width * height * 3);
  const alpha = new Float32Array(width * height);
  const relief = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const made = texel((x + 0.5) / width, (y + 0.5) / height);
      for (let k = 0; k < 3; k++) color[i * 3 + k] = made.color[k];
      alpha[i] = made.alpha ?? 1;
      relief[i] = made.height ?? 0;
    }
  }
  return { width, height, color, alpha, relief };
}

/** Darkens texels below the average height around them and lightens those above, by `amount`. */
export function shadeRelief(surface: Surface, radius: number, amount: number): Surface {
  const { width, height, relief } = surface;
  const around = blur(relief, width, height, radius);
  const color = surface.color.slice();
  for (let i = 0; i < relief.length; i++) {
    const shade = clamp(1 + (relief[i] - around[i]) * amount, 0.35, 1.35);
    for (let k = 0; k < 3; k++) color[i * 3 + k] *= shade;
  }
  return { ...surface, color };
}

/** Blurs in both directions with a box filter, wrapping at the edges. */
function blur(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const lines = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += values[y * width + ((x + d + width) % width)];
      lines[y * width + x] = sum * share;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += lines[((y + d + height) % height) * width + x];
      out[y * width + x] = sum * share;
    }
  }
  return out;
}

/** Returns RGBA bytes: sRGB and alpha. */
export function toRgba({ color, alpha }: Surface): Uint8Array {
  const bytes = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    for (let k = 0; k < 3; k++) bytes[i * 4 + k] = Math.round(clamp(color[i * 3 + k]) * 255);
    bytes[i * 4 + 3] = Math.round(clamp(alpha[i]) * 255);
  }
  return bytes;
}

/**
 * Returns the relief's normal map as RGBA bytes, with x to the right and y down the picture, along
 * the texture's axes. `depth` is the relief's height in texels. `gloss` of each texel goes into
 * alpha, where `$normalmapalphaenvmapmask` expects it.
 */
export function toNormalMap(
  { width, height, relief }: Surface,
  depth: number,
  gloss: (texel: number) => number = () => 1,
): Uint8Array {
  const bytes = new Uint8Array(relief.length * 4);
  const at = (x: number, y: number) =>
    relief[((y + height) % height) * width + ((x + width) % width)] * depth;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dx = (at(x + 1, y) - at(x - 1, y)) / 2;
      const dy = (at(x, y + 1) - at(x, y - 1)) / 2;
      const length = Math.hypot(dx, dy, 1);
      bytes[i * 4] = Math.round((-dx / length) * 127.5 + 127.5);
      bytes[i * 4 + 1] = Math.round((-dy / length) * 127.5 + 127.5);
      bytes[i * 4 + 2] = Math.round(127.5 / length + 127.5);
      bytes[i * 4 + 3] = Math.round(clamp(gloss(i)) * 255);
    }
  }
  return bytes;
}
