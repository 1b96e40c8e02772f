/** Encodes RGBA8 and RGBA floats to the uncompressed formats that can be written. */

import { halfFromFloat } from "./half-float.ts";

/** Largest finite half float. */
const MAX_HALF = 65504;

/** Encodes RGBA8 as BGRA8888. */
export function encodeBgra8888(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    out[i] = rgba[i + 2];
    out[i + 1] = rgba[i + 1];
    out[i + 2] = rgba[i];
    out[i + 3] = rgba[i + 3];
  }
  return out;
}

/**
 * Encodes RGBA16161616F: 8 bytes a texel, little-endian. Values outside of a half's range are
 * clamped.
 */
export function encodeRgba16161616f(rgba: Float32Array): Uint8Array {
  const out = new Uint8Array(rgba.length * 2);
  for (let i = 0; i < rgba.length; i++) {
    const half = halfFromFloat(Math.min(Math.max(rgba[i], -MAX_HALF), MAX_HALF));
    out[i * 2] = half & 255;
    out[i * 2 + 1] = half >> 8;
  }
  return out;
}
