/** Parses the VTFs that few games have; see `openVtf`, which fetches this with the first of them. */

import { MAGIC_X360, parseVtf } from "../parse-vtf.ts";
import type { RareVtfs, Vtf } from "../types.ts";
import { convertX360 } from "./convert-x360.ts";
import { openLzmaImages } from "./lzma-images.ts";
import { openPackedImages } from "./packed-images.ts";
import { rareFormatOf } from "./rare-formats.ts";

const RARE: RareVtfs = { formatOf: rareFormatOf, openImages: openPackedImages };

/** Parses a VTF of any kind. Throws FormatError. */
export function parseRareVtf(bytes: Uint8Array): Vtf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC_X360) return parseVtf(bytes, RARE);
  const { bytes: converted, resources, console, lzmaSwapBytes } = convertX360(bytes);
  const rare =
    lzmaSwapBytes === null ? RARE : { ...RARE, openImages: openLzmaImages(lzmaSwapBytes) };
  const { length: byteLength } = bytes;
  return { ...parseVtf(converted, rare), minorVersion: 5, resources, console, byteLength };
}
