/** Assembles a map's parts into a file of a given form, compressed or not. */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import { isValveLzma } from "../../../lzma/valve-lzma-header.ts";
import { LUMP } from "../../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader, CONTAGION_VERSION } from "../../parse-bsp-header.ts";
import { mendGameLumpOffsets } from "../mend-game-lump-offsets.ts";
import { alignmentOf, fillEnd, fillUp } from "./filler.ts";
import type { GamePart, LumpPart, MapParts } from "./map-parts.ts";
import type { MapForm } from "./targets.ts";

/**
 * Compression of lumps. `keep` leaves unchanged lumps as stored, and compresses a changed lump if
 * it was compressed.
 */
export type Packing = "keep" | "pack" | "unpack";

/** Compresses with Valve's LZMA header; returns `null` if the result is not smaller. */
export type PackLump = (bytes: Uint8Array) => Uint8Array | null;

export interface AssembleOptions {
  readonly packing: Packing;
  readonly pack: PackLump;
  /**
   * Compresses an entry of the pakfile, with the header of method 14; returns `null` if the result
   * is not smaller.
   */
  readonly packEntry: PackLump;
}

const ALIGNMENT = 4;
const ENTRY_BYTES = 16;
const GAME_ENTRY_BYTES = 16;
const FLAG_COMPRESSED = 1;
const MAX_BYTES = 0x7fffffff;

type AssembledParts = Pick<MapParts, "parts" | "gameParts" | "isGameLumpBase" | "end">;

/**
 * Writes the lumps in the order of `parts`. Empty lumps keep their version.
 *
 * @param header header of the source file, for its revision and the form of its game lumps
 * @throws RangeError for 2 GB and more
 */
export function assembleParts(
  form: MapForm,
  header: BspHeader,
  { parts, gameParts, isGameLumpBase, end: mapEnd }: AssembledParts,
  options: AssembleOptions,
): Uint8Array {
  const little = form.endian === "little";
  // Contagion's header has one more word, which is 0.
  const directory = form.version === CONTAGION_VERSION ? 12 : 8;
  const head = new Uint8Array(BSP_HEADER_BYTES + directory - 8);
  const data = new DataView(head.buffer);
  head.set(new TextEncoder().encode(little ? "VBSP" : "PSBV"));
  data.setInt32(4, form.version, little);
  data.setInt32(head.length - 4, header.mapRevision, little);
  const [place, lumpVersion] = form.headerOrder === "standard" ? [0, 8] : [4, 0];

  const pieces: Uint8Array[] = [head];
  const isUnpacked = options.packing === "unpack";
  let end = head.length;
  const put = (bytes: Uint8Array) => {
    pieces.push(bytes);
    end += bytes.length;
    if (end > MAX_BYTES) throw new RangeError("a map of 2 GB");
  };
  for (const part of parts) {
    const isPak = part.slot === "LUMP_PAKFILE";
    const alignment = alignmentOf(part.slot, part.offset, form.endian);
    const filling = fillUp(end, part.filler, alignment, isUnpacked);
    const offset = end + filling.length;
    const isGame = part.slot === "LUMP_GAME_LUMP";
    const bytes = isGame
      ? placeGameLump(part, gameParts, {
          ...{ header, little, offset, options },
          base: isGameLumpBase ? 0 : offset,
        })
      : chooseBytes(part, options, isPak || part.slot === "LUMP_XZIPPAKFILE");
    const isPacked = !isGame && !isPak && bytes !== part.bytes && isValveLzma(bytes);
    const entry = directory + LUMP[part.slot] * ENTRY_BYTES;
    const isNowhere = bytes.length === 0 && part.offset === 0;
    data.setInt32(entry + place, isNowhere ? 0 : offset, little);
    data.setInt32(entry + place + 4, bytes.length, little);
    data.setInt32(entry + lumpVersion, part.version, little);
    data.setInt32(entry + 12, isPacked ? part.bytes.length : 0, little);
    if (bytes.length === 0 && part.filler === null) continue;
    put(filling);
    put(bytes);
  }
  put(fillEnd(end, mapEnd, form.endian, isUnpacked));
  return concatBytes(pieces);
}

function chooseBytes(
  { bytes, stored, wasPacked }: Pick<LumpPart, "bytes" | "stored" | "wasPacked">,
  { packing, pack }: AssembleOptions,
  isNeverPacked = false,
): Uint8Array {
  if (bytes.length === 0) return bytes;
  if (packing === "keep" || isNeverPacked) {
    if (stored !== null) return stored;
    return wasPacked ? (pack(bytes) ?? bytes) : bytes;
  }
  if (packing === "unpack") return bytes;
  return wasPacked && stored !== null ? stored : (pack(bytes) ?? bytes);
}

interface GameLumpPlace {
  readonly header: BspHeader;
  readonly little: boolean;
  /** Offset of the lump in the new file. */
  readonly offset: number;
  /** Start of the game lumps' offsets: the lump's offset, or 0. */
  readonly base: number;
  readonly options: AssembleOptions;
}

function placeGameLump(
  part: LumpPart,
  gameParts: readonly GamePart[] | null,
  { header, little, offset, base, options }: GameLumpPlace,
): Uint8Array {
  if (gameParts !== null) {
    return part.bytes.length === 0 && gameParts.length === 0
      ? part.bytes
      : writeGameLumps(gameParts, little, base, options);
  }
  const bytes = new Uint8Array(part.bytes);
  if (bytes.length > 0) mendGameLumpOffsets(bytes, header, offset);
  return bytes;
}

/**
 * Writes `dgamelumpheader_t`, its entries, then their bytes. If any is compressed, an entry without
 * an id ends the list, because the size of a compressed one is the distance to the next offset.
 * Source: `bsplib.cpp` of Source SDK 2013, and real maps of both kinds.
 *
 * @param base start of the offsets: the lump's offset in the file, or 0
 */
function writeGameLumps(
  gameParts: readonly GamePart[],
  little: boolean,
  base: number,
  options: AssembleOptions,
): Uint8Array {
  const bodies = gameParts.map((part) => chooseBytes(part, options));
  const isPacked = bodies.map((body, i) => body !== gameParts[i].bytes && isValveLzma(body));
  const count = gameParts.length + (isPacked.includes(true) ? 1 : 0);
  const alignment = isPacked.includes(true) || base === 0 ? ALIGNMENT : 1;
  const head = new Uint8Array(4 + count * GAME_ENTRY_BYTES);
  const data = new DataView(head.buffer);
  data.setInt32(0, count, little);
  const pieces: Uint8Array[] = [head];
  let at = head.length;
  gameParts.forEach(({ id, flags, version, bytes }, i) => {
    const padding = new Uint8Array(-at & (alignment - 1));
    at += padding.length;
    const entry = 4 + i * GAME_ENTRY_BYTES;
    data.setUint32(entry, lettersOf(id), little);
    data.setUint16(entry + 4, flags | (isPacked[i] ? FLAG_COMPRESSED : 0), little);
    data.setUint16(entry + 6, version, little);
    data.setInt32(entry + 8, base + at, little);
    data.setInt32(entry + 12, bytes.length, little);
    pieces.push(padding, bodies[i]);
    at += bodies[i].length;
  });
  if (count > gameParts.length)
    data.setInt32(4 + (count - 1) * GAME_ENTRY_BYTES + 8, base + at, little);
  return concatBytes(pieces);
}

/** Returns the id as a number, the first letter in its highest byte. */
const lettersOf = (id: string): number =>
  [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (id.charCodeAt(i) & 0xff), 0);
