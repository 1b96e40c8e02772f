/**
 * Reads the header of a map, then only the lumps that its world is made of. `read-map-details.ts`
 * reads the props and the other light.
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
  listLightmapRanges,
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
import { MAX_TAIL_BYTES } from "../../formats/zip/tail-bytes.ts";
import type { LightSideName } from "../../map/types.ts";
import { listLightSides } from "../world/map-scene.ts";
import { sendRequests } from "./send-requests.ts";

const BOTH_SIDES: readonly LightSideName[] = ["hdr", "ldr"];

/** A .bsp whose header was read. */
export interface OpenedBsp {
  readonly source: ByteSource;
  readonly header: BspHeader;
  /** Ranges of the world's lumps under the wanted light. */
  readonly ranges: readonly ByteRange[];
  readonly readSides: readonly LightSideName[];
  readonly statedSides: readonly LightSideName[];
  readonly pakfile: ByteRange | null;
  /** Costs of opening the map so far, and their limits. */
  readonly ledger: Ledger;
}

/** Opens a .bsp, and reads its header. Throws FormatError if the file is no supported map. */
export async function openBsp(
  file: ByteSource,
  wantedSide: LightSideName,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<OpenedBsp> {
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
  /** Deciphers the file if it is enciphered. */
  readonly source: ByteSource;
}

async function readHeader(head: Uint8Array, source: ByteSource): Promise<OpenedFile> {
  try {
    const header = parseBspHeader(head, source.byteLength);
    if (header.dialect !== null) return { header, source };
    const { withDialect } = await import("../../formats/bsp/detect-dialect.ts");
    return { header: withDialect(header), source };
  } catch (error) {
    const { readForeignHeader } = await import("./read-foreign-header.ts");
    return readForeignHeader(error, head, source);
  }
}

export async function readWorldRanges(map: OpenedBsp, signal?: AbortSignal): Promise<PartialBytes> {
  return readRanges(map.source, map.ranges, fetchUnpacker(map.header), signal);
}

/** Lumps of a world whose lightmaps may still be arriving. */
export interface FirstLumps {
  /** Zeros in place of `lightmaps`: parsing reads no luxel, only their number. */
  readonly lumps: PartialBytes;
  readonly lightmaps: readonly {
    readonly side: LightSideName;
    readonly bytes: Promise<Uint8Array>;
  }[];
}

/** Greatest gap that is read with the lumps around it instead of waiting for another round trip. */
const MOST_GAP_BYTES = 1 << 17;

/** Lightmaps with fewer bytes arrive in one request with other lumps. */
const LATE_BYTES = 1 << 16;

/**
 * Reads the lumps of the world without its lightmaps, so that it can be parsed while those arrive:
 * they are half of its bytes or more.
 */
export async function readFirstRanges(
  { source, header, ranges, readSides }: OpenedBsp,
  signal?: AbortSignal,
): Promise<FirstLumps> {
  // Only damaged files have overlapping ranges, which must be read as one.
  const isApart = (light: ByteRange) =>
    ranges.filter((range) => overlap(range, light)).length === 1;
  const late = listLightmapRanges(header, source.byteLength, readSides).filter(
    (light) => light.byteLength >= LATE_BYTES && isApart(light),
  );
  const first = ranges.filter((range) => !late.some((light) => overlap(range, light)));
  const { parallelReads = Number.POSITIVE_INFINITY } = source;
  const most = Math.max(1, parallelReads - late.length);
  const reading = readRanges(source, first, fetchUnpacker(header), signal, most);
  reading.catch(() => {});
  // Apart from the other requests: joined with lightmaps, a lump behind them would wait for them.
  await sendRequests();
  const lightmaps = late.map(({ side, offset, byteLength }) => ({
    side,
    bytes: source.read(offset, byteLength, signal),
  }));
  for (const { bytes } of lightmaps) bytes.catch(() => {});
  const lumps = await reading;
  for (const { offset, byteLength } of late) lumps.add(offset, new Uint8Array(byteLength));
  return { lumps, lightmaps };
}

function overlap(a: ByteRange, b: ByteRange): boolean {
  return a.offset < b.offset + b.byteLength && b.offset < a.offset + a.byteLength;
}

/** Returns the world with its lightmaps, once they have arrived. */
export async function addLightmaps(
  bsp: BspWorld,
  lightmaps: FirstLumps["lightmaps"],
): Promise<BspWorld> {
  let lit = bsp;
  for (const { side, bytes } of lightmaps) {
    const lighting = await bytes;
    const light = lit[side];
    if (light !== null) lit = { ...lit, [side]: { ...light, lighting } };
  }
  return lit;
}

/** Reads the end of the map's pakfile, which has its directory; `null` if the map has none. */
export async function readPakfileEnd(
  { source, pakfile }: OpenedBsp,
  signal?: AbortSignal,
): Promise<ReadPart | null> {
  if (pakfile === null) return null;
  const byteLength = Math.min(pakfile.byteLength, MAX_TAIL_BYTES);
  const offset = pakfile.byteLength - byteLength;
  return { offset, bytes: await source.read(pakfile.offset + offset, byteLength, signal) };
}

/** A part of a file that is in memory. */
export interface ReadPart {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface ParsedWorld {
  readonly bsp: BspWorld;
  readonly diagnostics: Diagnostics;
  /** All lights of the map, including any that were not read. */
  readonly sides: readonly LightSideName[];
}

/**
 * Parses the lumps of the world. Returns `null` if the other light must be read first: see
 * `readDamagedWorld`. Throws FormatError if the world would cost more than it may.
 */
export function parseWorld(map: OpenedBsp, file: PartialBytes): ParsedWorld | null {
  const diagnostics = new Diagnostics();
  try {
    const bsp = parseBspWorld(file, map.header, diagnostics, map.ledger);
    const isLightThere = map.readSides.every((side) => bsp[side] !== null);
    return isLightThere ? { bsp, diagnostics, sides: map.statedSides } : null;
  } catch (error) {
    // A map that is too large does not get smaller with its other light.
    if (error instanceof FormatError && error.code !== "too-large") return null;
    throw error;
  }
}

/**
 * Reads and parses the world again with both lights: a damaged map may be intact under its other
 * light.
 */
export async function readDamagedWorld(map: OpenedBsp, signal?: AbortSignal): Promise<ParsedWorld> {
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

/** Reads a map's world alone, with the wanted light if the map has it. Throws FormatError. */
export async function readBsp(
  source: ByteSource,
  wantedSide: LightSideName,
  signal?: AbortSignal,
): Promise<BspWorld> {
  const map = await openBsp(source, wantedSide, signal);
  const world = parseWorld(map, await readWorldRanges(map, signal));
  return (world ?? (await readDamagedWorld(map, signal))).bsp;
}

/** Returns the function that unpacks lumps; undefined if no lump is packed. */
async function fetchUnpacker(header: BspHeader): Promise<UnpackLzma | undefined> {
  if (header.uncompressedLength.every((length) => length === 0)) return undefined;
  return (await import("../../formats/lzma/valve-lzma.ts")).decompressValveLzma;
}

/**
 * Reads ranges in parallel. Overlapping ranges, which only damaged files have, are read as one.
 * @param most requests to send at once: ranges with small gaps between them are read as one
 */
export async function readRanges(
  source: ByteSource,
  ranges: readonly ByteRange[],
  unpacker: UnpackLzma | Promise<UnpackLzma | undefined>,
  signal?: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<PartialBytes> {
  const joined: { offset: number; byteLength: number }[] = [];
  for (const { offset, byteLength } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1);
    const end = last ? last.offset + last.byteLength : 0;
    if (!last || offset >= end) joined.push({ offset, byteLength });
    else last.byteLength = Math.max(end, offset + byteLength) - last.offset;
  }
  const runs = joinNearest(joined, most);
  const [unpack, ...parts] = await Promise.all([
    unpacker,
    ...runs.map(([first, ...rest]) => {
      const last = rest.at(-1) ?? first;
      return source.read(first.offset, last.offset + last.byteLength - first.offset, signal);
    }),
  ]);
  const file = new PartialBytes(source.byteLength, unpack);
  for (const [i, run] of runs.entries()) {
    for (const { offset, byteLength } of run) {
      const start = offset - run[0].offset;
      file.add(offset, parts[i].subarray(start, start + byteLength));
    }
  }
  return file;
}

/** Splits ascending ranges at their widest gaps into runs, `most` of them unless all gaps are wide. */
function joinNearest(ranges: readonly ByteRange[], most: number): ByteRange[][] {
  const gaps = ranges.slice(1).map((range, i) => {
    const before = ranges[i];
    return range.offset - before.offset - before.byteLength;
  });
  const widest = [...gaps].sort((a, b) => b - a)[most - 1] ?? -1;
  const joined = Math.min(widest, MOST_GAP_BYTES);
  const runs: ByteRange[][] = [];
  for (const [i, range] of ranges.entries()) {
    if (i > 0 && gaps[i - 1] <= joined) runs.at(-1)?.push(range);
    else runs.push([range]);
  }
  return runs;
}
