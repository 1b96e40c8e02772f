/** Decodes textures to pixels for pictures with eight bits a channel. */

import { decodeHalf } from "../../formats/studio/animation/pose-encoding.ts";
import { decodeVtfImage, isHdrFormat } from "../../formats/vtf/decode-vtf-image.ts";
import type { Vtf } from "../../formats/vtf/types.ts";

export interface TexturePixels {
  readonly width: number;
  readonly height: number;
  /** RGBA8, rows from top to bottom. */
  readonly rgba: Uint8Array;
}

/**
 * Decodes the largest mip of a texture's first frame with an edge of at most `maxSize`, or its
 * smallest mip.
 */
export function readPixels(vtf: Vtf, maxSize: number): TexturePixels {
  let mip = 0;
  while (mip + 1 < vtf.mipCount && Math.max(vtf.width, vtf.height) >>> mip > maxSize) mip++;
  const texels = decodeVtfImage(vtf, mip);
  return {
    width: Math.max(1, vtf.width >>> mip),
    height: Math.max(1, vtf.height >>> mip),
    rgba: isHdrFormat(vtf) ? toBytes(texels) : texels,
  };
}

/** Converts linear half floats to sRGB, clamped at white. */
function toBytes(halves: Uint8Array): Uint8Array {
  const view = new DataView(halves.buffer, halves.byteOffset, halves.byteLength);
  const out = new Uint8Array(halves.length / 2);
  for (let i = 0; i < out.length; i++) {
    const value = Math.min(1, Math.max(0, decodeHalf(view.getUint16(i * 2, true))));
    out[i] = Math.round(255 * (i % 4 === 3 ? value : encodeSrgb(value)));
  }
  return out;
}

export function encodeSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

export function decodeSrgb(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

export function hasAlpha({ rgba }: TexturePixels): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] < 255) return true;
  return false;
}

/** Inverts green, because it points up in glTF and down in Source. */
export function flipGreen(pixels: TexturePixels): TexturePixels {
  const rgba = Uint8Array.from(pixels.rgba);
  for (let i = 1; i < rgba.length; i += 4) rgba[i] = 255 - rgba[i];
  return { ...pixels, rgba };
}

/** Returns the emission: the color times its alpha. */
export function maskByAlpha(pixels: TexturePixels): TexturePixels {
  const rgba = new Uint8Array(pixels.rgba.length);
  for (let i = 0; i < rgba.length; i++) {
    const mask = pixels.rgba[i | 3] / 255;
    const value = pixels.rgba[i] / 255;
    rgba[i] = i % 4 === 3 ? 255 : Math.round(255 * encodeSrgb(decodeSrgb(value) * mask));
  }
  return { ...pixels, rgba };
}

/** Sets alpha to the brightness, for additive materials, where dark covers nothing. */
export function coverByBrightness(pixels: TexturePixels): TexturePixels {
  const rgba = new Uint8Array(pixels.rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    const [r, g, b] = pixels.rgba.subarray(i, i + 3);
    const most = Math.max(r, g, b);
    const scale = most === 0 ? 0 : 255 / most;
    rgba.set([r * scale, g * scale, b * scale, most], i);
  }
  return { ...pixels, rgba };
}
