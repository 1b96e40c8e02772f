/**
 * Converts light of faces that hold the mean colours of their styles (versions before 19, and
 * Vampire). All others store them in the lighting lump before the face's luxels, from the last
 * style to the first.
 */

import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray } from "../../../binary/record-layout.ts";
import { SURF_BUMPLIGHT } from "../../layouts/surface-flags.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { LUXEL_BYTES } from "../../read/read-lighting.ts";
import { FACES, MAX_STYLES, NO_STYLE } from "../../records/faces.ts";
import { TEXINFO } from "../../records/textures.ts";
import { structOf } from "../../tables/lump-structs.ts";
import type { MapChange } from "./repack-map.ts";

export interface FaceLight {
  /** Rebuilt lighting lumps. */
  readonly made: ReadonlyMap<LumpName, { readonly version: number; readonly bytes: Uint8Array }>;
  /**
   * For each face lump: the offset of each face's luxels in the rebuilt lighting lump; −1 if unlit.
   */
  readonly offsets: ReadonlyMap<LumpName, { readonly lightofs: Int32Array }>;
  readonly changes: readonly MapChange[];
}

const SIDES = [
  ["LUMP_FACES", "LUMP_LIGHTING"],
  ["LUMP_FACES_HDR", "LUMP_LIGHTING_HDR"],
] as const;
const MAX_LIGHTMAP_SIZE = 510;

/**
 * Converts the light. Throws FormatError (BSP): `too-large` if faces share more luxels than the
 * limit.
 */
export function convertFaceLight(lumps: LumpReader): FaceLight {
  const made = new Map<LumpName, { version: number; bytes: Uint8Array }>();
  const offsets = new Map<LumpName, { lightofs: Int32Array }>();
  const changes: MapChange[] = [];
  for (const [faces, lighting] of lumps.dialect.hasAveragesInFaces ? SIDES : []) {
    if (lumps.isEmpty(faces) || lumps.isEmpty(lighting)) continue;
    const light = lumps.bytes(lighting);
    const found = findLight(lumps, faces, light.length);
    if (found === null) continue;
    const { bytes, lightofs } = writeLight(lumps, found, light, lighting);
    made.set(lighting, { version: lumps.entry(lighting).version, bytes });
    offsets.set(faces, { lightofs });
    const note = (action: MapChange["action"], message: string) =>
      changes.push({ lump: lighting, action, message });
    note("converted", "the mean colours of faces were moved before their luxels");
    if (found.cut > 0)
      note("reduced", `${found.cut} faces lose the light of their styles from the fifth on`);
    if (found.dark > 0) note("reduced", `${found.dark} faces have no luxels and become unlit`);
  }
  return { made, offsets, changes };
}

interface FoundLight {
  readonly averages: ColumnArray;
  readonly averageBytes: number;
  /** Offset of each face's luxels, or −1; number of styles kept; luxel bytes of one style. */
  readonly start: Int32Array;
  readonly styles: Uint8Array;
  readonly luxelBytes: Uint32Array;
  /** Number of faces with more styles, and of faces whose light is missing. */
  readonly cut: number;
  readonly dark: number;
}

/** Returns `null` if the lump has standard records, without mean colours. */
function findLight(
  lumps: LumpReader,
  lump: "LUMP_FACES" | "LUMP_FACES_HDR",
  end: number,
): FoundLight | null {
  const record = structOf(lumps, lump, FACES);
  const table = readRecords(lumps.bytes(lump), record, lumps.littleEndian);
  const { count } = table;
  const columns = table as unknown as Readonly<Record<string, ColumnArray>>;
  if (columns.avgLightColor === undefined) return null;
  const { lightofs, lightmapTextureSizeInLuxels: size, texinfo } = columns;
  const infos = lumps.table("LUMP_TEXINFO", TEXINFO);
  const arity = columns.styles.length / Math.max(1, count);
  const start = new Int32Array(count).fill(-1);
  const styles = new Uint8Array(count);
  const luxelBytes = new Uint32Array(count);
  let [cut, dark] = [0, 0];
  for (let face = 0; face < count; face++) {
    const own = columns.styles.subarray(face * arity, (face + 1) * arity);
    const none = own.indexOf(NO_STYLE);
    const styleCount = none < 0 ? arity : none;
    if (lightofs[face] < 0 || styleCount === 0) continue;
    const [width, height] = size.subarray(face * 2, face * 2 + 2);
    const isSized = Math.min(width, height) >= 0 && Math.max(width, height) <= MAX_LIGHTMAP_SIZE;
    const isBumped = ((infos.flags[texinfo[face]] ?? 0) & SURF_BUMPLIGHT) !== 0;
    styles[face] = Math.min(styleCount, MAX_STYLES);
    luxelBytes[face] = (width + 1) * (height + 1) * (isBumped ? 4 : 1) * LUXEL_BYTES;
    if (!isSized || lightofs[face] + styles[face] * luxelBytes[face] > end) {
      dark++;
      continue;
    }
    if (styleCount > MAX_STYLES) cut++;
    start[face] = lightofs[face];
  }
  const averageBytes = arity * LUXEL_BYTES;
  return { averages: columns.avgLightColor, averageBytes, start, styles, luxelBytes, cut, dark };
}

/** Writes the faces' light without gaps, in the original order. */
function writeLight(lumps: LumpReader, found: FoundLight, light: Uint8Array, where: string) {
  const { averages, averageBytes, start, styles, luxelBytes } = found;
  const faces = Array.from(start.keys()).filter((face) => start[face] >= 0);
  faces.sort((a, b) => start[a] - start[b]);
  const bytesOf = (face: number) => styles[face] * (LUXEL_BYTES + luxelBytes[face]);
  const total = faces.reduce((sum, face) => sum + bytesOf(face), 0);
  // Faces may share luxels. After conversion each has its own copy.
  lumps.ledger.take("unpackedBytes", total, where);
  const bytes = new Uint8Array(total);
  const lightofs = new Int32Array(start.length).fill(-1);
  let at = 0;
  for (const face of faces) {
    for (let style = styles[face] - 1; style >= 0; style--, at += LUXEL_BYTES) {
      const from = face * averageBytes + style * LUXEL_BYTES;
      bytes.set(averages.subarray(from, from + LUXEL_BYTES), at);
    }
    lightofs[face] = at;
    const length = styles[face] * luxelBytes[face];
    bytes.set(light.subarray(start[face], start[face] + length), at);
    at += length;
  }
  return { bytes, lightofs };
}
