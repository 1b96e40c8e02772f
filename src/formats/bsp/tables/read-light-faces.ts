/** Reads light with more bytes than luxels (CS:GO), face by face. */

import { readRecords } from "../../binary/read-records.ts";
import { SURF_BUMPLIGHT } from "../layouts/surface-flags.ts";
import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { LUXEL_BYTES } from "../read/read-lighting.ts";
import { FACES, MAX_STYLES, NO_STYLE } from "../records/faces.ts";
import { TEXINFO } from "../records/textures.ts";
import type { LumpTable } from "./lump-table.ts";

const FACES_OF = { LUMP_LIGHTING: "LUMP_FACES", LUMP_LIGHTING_HDR: "LUMP_FACES_HDR" } as const;

/** Lumps that must be read to locate a lighting lump's luxels. */
export const LIGHT_NEEDS: readonly LumpName[] = [
  "LUMP_FACES",
  "LUMP_FACES_HDR",
  "LUMP_TEXINFO",
  "LUMP_MAP_FLAGS",
];

interface LitFace {
  readonly face: number;
  /**
   * Offset of its luxels. Mean colours, one a style, precede them in reverse order of the styles.
   */
  readonly offset: number;
  readonly styles: readonly number[];
  /** Number of luxels of one style in one direction. */
  readonly luxels: number;
  /** 1, or 4 with the bump basis. */
  readonly directions: number;
}

/**
 * Reads a row for each lit face, in the file's order: mean colours, luxels, and the bytes after
 * them. The lists cover the lump from the first face on, because all bytes up to the next face
 * count as `alphas`. Throws FormatError.
 */
export function readLightFaces(lumps: LumpReader, slot: keyof typeof FACES_OF): LumpTable[] {
  const bytes = lumps.bytes(slot);
  const faces = findLitFaces(lumps, slot, bytes.length);
  const colours = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const at = from + i * LUXEL_BYTES;
      return [...bytes.subarray(at, at + 3), (bytes[at + 3] << 24) >> 24];
    });
  const row = (index: number) => {
    const { face, offset, styles, luxels, directions } = faces[index];
    const count = luxels * directions * styles.length;
    const next = faces[index + 1];
    const end = next === undefined ? bytes.length : next.offset - next.styles.length * LUXEL_BYTES;
    const behind = offset + count * LUXEL_BYTES;
    return {
      ...{ face, offset, styles, luxels, directions },
      averages: colours(offset - styles.length * LUXEL_BYTES, styles.length),
      // Colours are red, green, blue and an exponent of two.
      colors: colours(offset, count),
      alphas: Array.from(bytes.subarray(behind, Math.max(behind, end))),
    };
  };
  return [{ name: "lightmap", count: faces.length, recordBytes: 0, row }];
}

function findLitFaces(lumps: LumpReader, slot: keyof typeof FACES_OF, byteLength: number) {
  const own = FACES_OF[slot];
  const lump = lumps.isEmpty(own) ? "LUMP_FACES" : own;
  const layout = lumps.layout(lump, FACES);
  const faces = readRecords(lumps.bytes(lump), layout, lumps.littleEndian);
  const texInfo = lumps.layout("LUMP_TEXINFO", TEXINFO);
  const infos = readRecords(lumps.bytes("LUMP_TEXINFO"), texInfo, lumps.littleEndian);
  const lit: LitFace[] = [];
  for (let face = 0; face < faces.count; face++) {
    const offset = faces.lightOffset[face];
    const texinfo = faces.texinfo[face];
    if (offset < 0 || texinfo < 0 || texinfo >= infos.count) continue;
    const all = [...faces.styles.subarray(face * MAX_STYLES, (face + 1) * MAX_STYLES)];
    const styles = all.filter((style) => style !== NO_STYLE);
    const [width, height] = faces.lightmapSize.subarray(face * 2, face * 2 + 2);
    const luxels = width < 0 || height < 0 ? 0 : (width + 1) * (height + 1);
    const directions = (infos.flags[texinfo] & SURF_BUMPLIGHT) !== 0 ? 4 : 1;
    const end = offset + luxels * directions * styles.length * LUXEL_BYTES;
    const isThere = offset >= styles.length * LUXEL_BYTES && end <= byteLength;
    if (isThere && luxels > 0 && styles.length > 0) {
      lit.push({ face, offset, styles, luxels, directions });
    }
  }
  return lit.sort((a, b) => a.offset - b.offset);
}
