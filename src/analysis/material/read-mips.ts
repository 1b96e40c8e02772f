/** A texture's picture, mip by mip, as a page can draw it. */

import type { ContentSource } from "../../content/types.ts";
import { decodeVtfImage, isHdrFormat } from "../../formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../formats/vtf/open-vtf.ts";
import { findFile } from "./read-material.ts";

export interface TextureMip {
  /** 0 is the largest. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits, as stored; what goes beyond is cut off at 1. */
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Texels of an edge, from which on a mip is left out: a page shows none as large. */
export const MAX_MIP_EDGE = 1024;

/**
 * The first frame and side. Throws FormatError for a file that cannot be read, or whose format has no picture; null: no
 * source has it.
 * @param path of the content
 */
export async function readMips(
  path: string,
  sources: readonly ContentSource[],
): Promise<TextureMip[] | null> {
  const { bytes } = await findFile(path, sources);
  if (bytes === null) return null;
  const vtf = await openVtf(bytes);
  const mips: TextureMip[] = [];
  for (let level = 0; level < vtf.mipCount; level++) {
    const [width, height] = [vtf.width, vtf.height].map((edge) => Math.max(1, edge >>> level));
    if (Math.max(width, height) > MAX_MIP_EDGE) continue;
    const texels = decodeVtfImage(vtf, level);
    const rgba = isHdrFormat(vtf) ? bytesOfHalves(texels) : Uint8Array.from(texels);
    mips.push({ level, width, height, rgba });
  }
  return mips;
}

/** Halves from 0 to 1 as bytes. */
function bytesOfHalves(texels: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(texels.buffer, texels.byteOffset, texels.byteLength);
  const bytes = new Uint8Array(texels.byteLength / 2);
  for (let i = 0; i < bytes.length; i++) {
    const half = view.getUint16(i * 2, true);
    const exponent = (half >>> 10) & 31;
    const fraction = (half & 1023) / 1024;
    const value = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
    bytes[i] = half >= 0x8000 ? 0 : Math.round(Math.min(value, 1) * 255);
  }
  return bytes;
}
