/** Decodes a texture's mips for display on a page. */

import type { ContentSource } from "../../content/types.ts";
import { decodeVtfImage, isHdrFormat } from "../../formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../formats/vtf/open-vtf.ts";
import { findFile } from "./read-material.ts";

export interface TextureMip {
  /** 0 is the largest. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits, as stored. Values above 1 are clamped. */
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Largest edge of a mip in texels. Larger mips are left out. */
export const MAX_MIP_EDGE = 1024;

/**
 * Decodes the first frame and side. Throws FormatError if the file cannot be read or its format has
 * no picture; returns `null` if no source has the file.
 * @param path content path
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

/** Converts half floats from 0 to 1 to bytes. */
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
