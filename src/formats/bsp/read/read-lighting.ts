/** Reads lighting lumps, and checks the faces' places in them. */

import { SURF_BUMPLIGHT } from "../layouts/surface-flags.ts";
import { MAX_STYLES, NO_STYLE } from "../records/faces.ts";
import type { Faces, TexInfos } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

/** Size of ColorRGBExp32. */
export const LUXEL_BYTES = 4;
/**
 * Maximum of `Faces.lightmapSize`, which is the luxels of an edge minus one. Valve's compilers make
 * up to 35 for brushes and 128 for displacements (`MAX_LIGHTMAP_DIM_INCLUDING_BORDER` of
 * `bspfile.h`); other compilers make more. With this limit the sixteen blocks of a face fit side by
 * side in 8,192 texels.
 */
const MAX_LIGHTMAP_SIZE = 510;

export type LightingLump = "LUMP_LIGHTING" | "LUMP_LIGHTING_HDR";

/**
 * Returns a lighting lump as stored. If the file ends inside it, returns the part before the end;
 * faces whose luxels are missing become unlit.
 */
export function readLighting(lumps: LumpReader, lump: LightingLump): Uint8Array {
  const { compressed } = lumps.entry(lump);
  const bytes = lumps.optional(
    lump,
    () => lumps.bytes(lump),
    compressed ? new Uint8Array(0) : lumps.storedPart(lump),
  );
  lumps.setRecords(lump, Math.floor(bytes.length / LUXEL_BYTES), LUXEL_BYTES);
  return bytes;
}

export function countStyles(faces: Faces, face: number): number {
  let count = 0;
  while (count < MAX_STYLES && faces.styles[face * MAX_STYLES + count] !== NO_STYLE) count++;
  return count;
}

/** Returns the bytes of all luxels of a face: all styles, flat and bumped. */
function luxelBytes(faces: Faces, face: number, texInfos: TexInfos): number {
  const bumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const luxels = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  return countStyles(faces, face) * (bumped ? 4 : 1) * luxels * LUXEL_BYTES;
}

/**
 * Makes faces unlit whose luxels or averages are outside the lighting bytes or whose lightmap size
 * is invalid. Returns the number of these faces.
 *
 * @param averageBytes bytes before the luxels for each style
 */
export function dropBadLighting(
  faces: Faces,
  texInfos: TexInfos,
  byteLength: number,
  averageBytes = LUXEL_BYTES,
): number {
  let dropped = 0;
  for (let i = 0; i < faces.count; i++) {
    const offset = faces.lightOffset[i];
    const styles = countStyles(faces, i);
    if (offset < 0 || styles === 0 || faces.texinfo[i] < 0) {
      faces.lightOffset[i] = -1;
      continue;
    }
    const s = faces.lightmapSize[i * 2];
    const t = faces.lightmapSize[i * 2 + 1];
    const sizeFits = s >= 0 && t >= 0 && s <= MAX_LIGHTMAP_SIZE && t <= MAX_LIGHTMAP_SIZE;
    const averagesFit = offset >= styles * averageBytes;
    if (sizeFits && averagesFit && offset + luxelBytes(faces, i, texInfos) <= byteLength) continue;
    faces.lightOffset[i] = -1;
    dropped++;
  }
  return dropped;
}
