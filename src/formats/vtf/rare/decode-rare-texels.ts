/** Decodes rare pixel formats, except BC7, to RGBA8 and to half floats. */

import { halfFromFloat } from "../half-float.ts";

export type DecodeImage = (stored: Uint8Array, width: number, height: number) => Uint8Array;

/** BC4's values of a block: two endpoints and the values between, rounded to nearest. */
const ramp = new Uint8Array(8);

/** Decodes one channel of 8-byte blocks, `stride` apart, into every fourth byte of `out`. */
function decodeChannel(
  blocks: Uint8Array,
  start: number,
  stride: number,
  out: Uint8Array,
  channel: number,
  width: number,
  height: number,
): void {
  let at = start;
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4, at += stride) {
      readRamp(blocks[at], blocks[at + 1]);
      for (let i = 0; i < 16; i++) {
        const [column, row] = [x + (i & 3), y + (i >> 2)];
        if (column >= width || row >= height) continue;
        const bit = i * 3;
        const byte = at + 2 + (bit >> 3);
        // The byte after the last one is never used: the indices end at bit 48.
        const word = blocks[byte] | ((blocks[byte + 1] ?? 0) << 8);
        out[(row * width + column) * 4 + channel] = ramp[(word >> (bit & 7)) & 7];
      }
    }
  }
}

function readRamp(a: number, b: number): void {
  ramp[0] = a;
  ramp[1] = b;
  const steps = a > b ? 7 : 5;
  for (let i = 1; i < steps; i++) ramp[i + 1] = Math.round(((steps - i) * a + i * b) / steps);
  if (steps === 5) {
    ramp[6] = 0;
    ramp[7] = 255;
  }
}

/** Decodes red only, like Direct3D. */
export const decodeBc4: DecodeImage = (stored, width, height) => {
  const out = opaque(width * height);
  decodeChannel(stored, 0, 8, out, 0, width, height);
  return out;
};

/**
 * Returns a decoder of a normal map's X and Y. Z is computed like in the engine's shaders
 * (`DecompressNormal`), so that the result is a usual normal map. ATI2N stores Y first.
 */
function decodeXy(first: number, second: number): DecodeImage {
  return (stored, width, height) => {
    const out = opaque(width * height);
    decodeChannel(stored, 0, 16, out, first, width, height);
    decodeChannel(stored, 8, 16, out, second, width, height);
    for (let at = 0; at < out.length; at += 4) {
      const [x, y] = [out[at] / 127.5 - 1, out[at + 1] / 127.5 - 1];
      out[at + 2] = Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5);
    }
    return out;
  };
}

export const decodeAti2n = decodeXy(1, 0);
export const decodeBc5 = decodeXy(0, 1);

/** Returns a decoder of three 10-bit colours, from the lowest bit up, and two bits of alpha. */
function decode1010102(red: number, blue: number): DecodeImage {
  return (stored, width, height) => {
    const out = new Uint8Array(width * height * 4);
    const from = view(stored);
    for (let at = 0; at < out.length; at += 4) {
      const word = from.getUint32(at, true);
      for (let c = 0; c < 3; c++) {
        const value = (word >>> (c * 10)) & 1023;
        out[at + (c === 0 ? red : c === 2 ? blue : 1)] = Math.round((value * 255) / 1023);
      }
      out[at + 3] = (word >>> 30) * 85;
    }
    return out;
  };
}

export const decodeRgba1010102 = decode1010102(0, 2);
export const decodeBgra1010102 = decode1010102(2, 0);

export const decodeRgbx8888: DecodeImage = (stored, width, height) => {
  const out = stored.slice(0, width * height * 4);
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return out;
};

export const decodeR8: DecodeImage = (stored, width, height) => {
  const out = opaque(width * height);
  for (let i = 0; i < width * height; i++) out[i * 4] = stored[i];
  return out;
};

/** Returns a decoder of 2-byte or 4-byte floats; missing colours are 0 and missing alpha is 1. */
export function decodeFloats(channels: number, byteLength: 2 | 4): DecodeImage {
  return (stored, width, height) => {
    const out = new Uint8Array(width * height * 8);
    const [from, to] = [view(stored), view(out)];
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < channels; c++) {
        const at = (i * channels + c) * byteLength;
        const half =
          byteLength === 2 ? from.getUint16(at, true) : halfFromFloat(from.getFloat32(at, true));
        to.setUint16(i * 8 + c * 2, half, true);
      }
      to.setUint16(i * 8 + 6, 0x3c00, true);
    }
    return out;
  };
}

function opaque(texelCount: number): Uint8Array {
  const out = new Uint8Array(texelCount * 4);
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return out;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
