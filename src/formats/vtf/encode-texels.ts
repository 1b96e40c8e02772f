/**
 * Encodes RGBA8 and RGBA floats to the formats that can be written: BGRA8888, RGBA16161616F, BC1
 * and BC3 (DXT1, DXT5). `encode-bc-color.ts` encodes the colours of a block.
 */

import { encodeBcColor } from "./encode-bc-color.ts";
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

const texels = new Uint8Array(64);
const ramp = new Uint8Array(8);
const bestAlpha = { error: 0, ends: new Uint8Array(2), indices: new Uint8Array(16) };
const candidate = new Uint8Array(16);

/**
 * Encodes one image of `width` x `height` texels. Blocks that extend past the edge repeat the last
 * texels. For BC1, `punchThrough` makes texels with alpha below 128 transparent; otherwise alpha is
 * dropped.
 */
export function encodeBc(
  kind: 1 | 3,
  rgba: Uint8Array,
  width: number,
  height: number,
  punchThrough = false,
): Uint8Array {
  const blockBytes = kind === 1 ? 8 : 16;
  const out = new Uint8Array(Math.ceil(width / 4) * Math.ceil(height / 4) * blockBytes);
  let at = 0;
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4, at += blockBytes) {
      readBlock(rgba, width, height, x, y);
      if (kind === 3) encodeBcAlpha(out, at);
      encodeBcColor(texels, kind === 1 && punchThrough, out, at + blockBytes - 8);
    }
  }
  return out;
}

function readBlock(rgba: Uint8Array, width: number, height: number, x: number, y: number): void {
  for (let row = 0; row < 4; row++) {
    const line = Math.min(y + row, height - 1) * width;
    for (let column = 0; column < 4; column++) {
      const from = (line + Math.min(x + column, width - 1)) * 4;
      const to = (row * 4 + column) * 4;
      for (let k = 0; k < 4; k++) texels[to + k] = rgba[from + k];
    }
  }
}

/**
 * Encodes alpha as eight steps over the whole range, or as six steps over values other than 0 and
 * 255, whichever is closer.
 */
function encodeBcAlpha(out: Uint8Array, at: number): void {
  let [low, high, innerLow, innerHigh] = [255, 0, 255, 0];
  for (let i = 0; i < 16; i++) {
    const alpha = texels[i * 4 + 3];
    low = Math.min(low, alpha);
    high = Math.max(high, alpha);
    if (alpha > 0) innerLow = Math.min(innerLow, alpha);
    if (alpha < 255) innerHigh = Math.max(innerHigh, alpha);
  }
  bestAlpha.error = Number.POSITIVE_INFINITY;
  tryAlphaEnds(high, low);
  // If the block has values 0 or 255, the six-step form stores them exactly.
  if (innerLow <= innerHigh) tryAlphaEnds(innerLow, innerHigh);
  else tryAlphaEnds(low, low);
  for (let round = 0; bestAlpha.error > 0 && round < 8; round++) {
    const before = bestAlpha.error;
    const [a, b] = bestAlpha.ends;
    for (const [da, db] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ]) {
      const keepsForm = a + da > b + db === a > b;
      if (keepsForm && a + da >= 0 && a + da <= 255 && b + db >= 0 && b + db <= 255) {
        tryAlphaEnds(a + da, b + db);
      }
    }
    if (bestAlpha.error === before) break;
  }
  writeAlpha(out, at);
}

function tryAlphaEnds(a: number, b: number): void {
  ramp[0] = a;
  ramp[1] = b;
  if (a > b) {
    for (let i = 1; i < 7; i++) ramp[i + 1] = ((7 - i) * a + i * b) / 7;
  } else {
    for (let i = 1; i < 5; i++) ramp[i + 1] = ((5 - i) * a + i * b) / 5;
    ramp[6] = 0;
    ramp[7] = 255;
  }
  let error = 0;
  for (let i = 0; i < 16; i++) {
    const alpha = texels[i * 4 + 3];
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 8; k++) {
      const distance = (ramp[k] - alpha) ** 2;
      if (distance < least) {
        least = distance;
        candidate[i] = k;
      }
    }
    error += least;
    if (error >= bestAlpha.error) return;
  }
  bestAlpha.error = error;
  bestAlpha.ends[0] = a;
  bestAlpha.ends[1] = b;
  bestAlpha.indices.set(candidate);
}

/** Writes two endpoints, then 48 bits of indices: 12 a row, so two rows in three bytes. */
function writeAlpha(out: Uint8Array, at: number): void {
  out[at] = bestAlpha.ends[0];
  out[at + 1] = bestAlpha.ends[1];
  for (let half = 0; half < 2; half++) {
    let bits = 0;
    for (let i = 0; i < 8; i++) bits |= bestAlpha.indices[half * 8 + i] << (i * 3);
    out[at + 2 + half * 3] = bits & 255;
    out[at + 3 + half * 3] = (bits >> 8) & 255;
    out[at + 4 + half * 3] = (bits >> 16) & 255;
  }
}
