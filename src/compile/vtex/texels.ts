/** What the texels of an image mean, and how they are stored and filtered for it. */

import { byteFromLinear, byteFromUnit, LINEAR_FROM_BYTE } from "./linear-light.ts";

/**
 * `color`: sRGB bytes, filtered in linear light. `normal`: a unit vector in r, g, b, made one again
 * in each mip. `data`: numbers that are filtered as they are. Alpha is a number in each of them.
 */
export type TexelKind = "color" | "normal" | "data";

/** RGBA in the space that filtering happens in: linear light, -1..1 vectors, or plain numbers. */
export interface TexelPlane {
  readonly width: number;
  readonly height: number;
  readonly rgba: Float32Array;
}

/** From stored bytes. */
export function planeFromBytes(
  bytes: Uint8Array,
  width: number,
  height: number,
  kind: TexelKind,
): TexelPlane {
  const rgba = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const unit = bytes[i] / 255;
    if (i % 4 === 3 || kind === "data") rgba[i] = unit;
    else rgba[i] = kind === "color" ? LINEAR_FROM_BYTE[bytes[i]] : unit * 2 - 1;
  }
  return { width, height, rgba };
}

/** To stored bytes. */
export function bytesFromPlane({ rgba }: TexelPlane, kind: TexelKind): Uint8Array {
  const bytes = new Uint8Array(rgba.length);
  for (let i = 0; i < bytes.length; i++) {
    if (i % 4 === 3 || kind === "data") bytes[i] = byteFromUnit(rgba[i]);
    else if (kind === "color") bytes[i] = byteFromLinear(rgba[i]);
    else bytes[i] = byteFromUnit(rgba[i] * 0.5 + 0.5);
  }
  return bytes;
}
