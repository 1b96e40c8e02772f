/**
 * A map of which as much is read as is needed: its header, then the lumps that the world is made of.
 * What stands in it, and its other light, `read-map-details.ts` reads.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { PartialBytes } from "../../formats/bsp/bsp-bytes.ts";
import {
  areSidesAlike,
  type ByteRange,
  findPakfile,
  listStatedSides,
  listWorldRanges,
} from "../../formats/bsp/lump-ranges.ts";
import {
  type BspHeader,
  MAX_BSP_HEADER_BYTES,
  parseBspHeader,
} from "../../formats/bsp/parse-bsp-header.ts";
import { parseBspWorld } from "../../formats/bsp/parse-world.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { UnpackLzma } from "../../formats/lzma/valve-lzma-header.ts";
import type { LightSideName } from "../../map/types.ts";
import { listLightSides } from "../world/map-scene.ts";

const BOTH_SIDES: readonly LightSideName[] = ["hdr", "ldr"];

/** A map file whose header was read. */
export interface MapFile {
  readonly source: ByteSource;
  readonly header: BspHeader;
  /** Of the world's lumps under the wanted light. */
  readonly ranges: readonly ByteRange[];
  readonly readSides: readonly LightSideName[];
  readonly statedSides: readonly LightSideName[];
  readonly pakfile: ByteRange | null;
  /** What opening it may still cost. */
  readonly ledger: Ledger;
}

/** Throws FormatError if it is no map that is read. */
export async function openMapHeader(
  file: ByteSource,
  wantedSide: LightSideName,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<MapFile> {
  const { byteLength } = file;
  const ledger = new Ledger(limits);
  ledger.addInput(byteLength);
  const head = await file.read(0, Math.min(MAX_BSP_HEADER_BYTES, byteLength), signal);
  const { header, source } = await readHeader(head, file);
  const statedSides = listStatedSides(header);
  const first = statedSides.includes(wantedSide) ? [wantedSide] : statedSides.slice(0, 1);
  const readSides = areSidesAlike(header) ? first : statedSides;
  const ranges = listWorldRanges(header, byteLength, readSides);
  const pakfile = findPakfile(header, byteLength);
  return { source, header, ranges, readSides, statedSides, pakfile, ledger };
}

interface OpenedFile {
  readonly header: BspHeader;
  /** Deciphered where the file is not plain. */
  readonly source: ByteSource;
}

async function readHeader(head: Uint8Array, source: ByteSource): Promise<OpenedFile> {
  try {
    const header = parseBspHeader(head, source.byteLength);
    if (header.dialect !== null) return { header, source };
    const { withDialect } = await import("../../formats/bsp/dialects/index.ts");
    return { header: withDialect(header), source };
  } catch (error) {
    const { readForeignHeader } = await import("./read-foreign-header.ts");
    return readForeignHeader(error, head, source);
  }
}

export async function readWorld(map: MapFile, signal?: AbortSignal): Promise<PartialBytes> {
  return readRanges(map.source, map.ranges, fetchUnpacker(map.header), signal);
}

export interface ParsedWorld {
  readonly bsp: BspWorld;
  readonly diagnostics: Diagnostics;
  /** Lights that the map has, also those that were not read. */
  readonly sides: readonly LightSideName[];
}

/** Throws FormatError if the world cannot be drawn; null if the other light must be read to know. */
export function parseWorld(map: MapFile, file: PartialBytes): ParsedWorld | null {
  const diagnostics = new Diagnostics();
  try {
    const bsp = parseBspWorld(file, map.header, diagnostics, map.ledger);
    const isLightThere = map.readSides.every((side) => bsp[side] !== null);
    return isLightThere ? { bsp, diagnostics, sides: map.statedSides } : null;
  } catch (error) {
    // What is too large is not made smaller by its other light.
    if (error instanceof FormatError && error.code !== "too-large") return null;
    throw error;
  }
}

/** A damaged map may be whole under its other light, as it is when it is parsed from all its lumps. */
export async function readDamagedWorld(map: MapFile, signal?: AbortSignal): Promise<ParsedWorld> {
  const { source, header, ledger } = map;
  const ranges = [
    ...listWorldRanges(header, source.byteLength, []),
    ...listWorldRanges(header, source.byteLength, BOTH_SIDES),
  ];
  const file = await readRanges(source, ranges, fetchUnpacker(header), signal);
  const diagnostics = new Diagnostics();
  const bsp = parseBspWorld(file, header, diagnostics, ledger);
  return { bsp, diagnostics, sides: listLightSides(bsp) };
}

/** A map's world by itself, with the light that is wanted if it has it. Throws FormatError. */
export async function readBsp(
  source: ByteSource,
  wantedSide: LightSideName,
  signal?: AbortSignal,
): Promise<BspWorld> {
  const map = await openMapHeader(source, wantedSide, signal);
  const world = parseWorld(map, await readWorld(map, signal));
  return (world ?? (await readDamagedWorld(map, signal))).bsp;
}

/** What unpacks lumps; undefined where none is packed. */
async function fetchUnpacker(header: BspHeader): Promise<UnpackLzma | undefined> {
  if (header.uncompressedLength.every((length) => length === 0)) return undefined;
  return (await import("../../formats/lzma/valve-lzma.ts")).decompressValveLzma;
}

/** Reads ranges at once. Those that overlap, as no compiler makes them, are read as one. */
export async function readRanges(
  source: ByteSource,
  ranges: readonly ByteRange[],
  unpacker: UnpackLzma | Promise<UnpackLzma | undefined>,
  signal?: AbortSignal,
): Promise<PartialBytes> {
  const joined: { offset: number; byteLength: number }[] = [];
  for (const { offset, byteLength } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1);
    const end = last ? last.offset + last.byteLength : 0;
    if (!last || offset >= end) joined.push({ offset, byteLength });
    else last.byteLength = Math.max(end, offset + byteLength) - last.offset;
  }
  const [unpack, ...parts] = await Promise.all([
    unpacker,
    ...joined.map(({ offset, byteLength }) => source.read(offset, byteLength, signal)),
  ]);
  const file = new PartialBytes(source.byteLength, unpack);
  for (const [i, part] of parts.entries()) file.add(joined[i].offset, part);
  return file;
}
