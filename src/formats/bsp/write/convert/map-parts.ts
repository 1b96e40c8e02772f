/** Takes a map file apart for writers: each lump as stored and uncompressed. */

import type { Limits } from "../../../../core/limits.ts";
import { isValveLzma } from "../../../lzma/valve-lzma-header.ts";
import { LUMP_NAMES, type LumpName } from "../../lumps.ts";
import {
  BSP_HEADER_BYTES,
  type BspHeader,
  CONTAGION_VERSION,
  MAX_BSP_HEADER_BYTES,
} from "../../parse-bsp-header.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { gameLumpBase, readGameLump, readGameLumpDirectory } from "../../read/read-game-lumps.ts";
import { openLumps } from "../../tables/open-lumps.ts";
import type { GameLumpEntry } from "../../types.ts";
import type { GameLump } from "./convert-game-lumps.ts";
import { alignmentOf, endAlignmentOf, type MapEnd, tellGap } from "./filler.ts";

/** Stored form of a part, as long as the part is unchanged. */
interface Stored {
  /** Bytes as stored in the file; `null` for a changed part. */
  readonly stored: Uint8Array | null;
  readonly wasPacked: boolean;
}

export interface LumpPart extends Stored {
  readonly slot: LumpName;
  readonly version: number;
  /** Offset in the source file. */
  readonly offset: number;
  /** Uncompressed bytes. */
  readonly bytes: Uint8Array;
  /** Bytes before the lump, unless they are only zeros for alignment. */
  readonly filler: Uint8Array | null;
}

export interface GamePart extends GameLump, Stored {
  readonly flags: number;
}

export interface MapParts {
  readonly header: BspHeader;
  readonly lumps: LumpReader;
  /**
   * All 64 lumps in file order, empty ones before others at the same offset. LUMP_GAME_LUMP is in
   * `gameParts`.
   */
  readonly parts: readonly LumpPart[];
  /** `null` if the map's dialect has another form of the game lump directory. */
  readonly gameParts: readonly GamePart[] | null;
  /** Number of non-zero bytes that belong to no lump and are not filler. */
  readonly unnamedBytes: number;
  /**
   * Whether game lump offsets count from the lump's start, as in console maps, instead of the
   * file's.
   */
  readonly isGameLumpBase: boolean;
  readonly end: MapEnd;
}

const FLAG_COMPRESSED = 1;
const ALIGNMENT = 4;

/**
 * Takes a map apart.
 * @param file a map that is not enciphered
 * @throws FormatError (BSP, LZMA): for lumps that are outside the file or cannot be decompressed;
 * `too-large` if lumps share more bytes than the limit
 */
export function takeApart(file: Uint8Array, limits?: Limits): MapParts {
  const { header, lumps } = openLumps(file, limits);
  const parts = LUMP_NAMES.map((slot): LumpPart => {
    const { version, offset, length, compressed } = lumps.entry(slot);
    if (length === 0) {
      const bytes = new Uint8Array(0);
      return { slot, version, offset, bytes, filler: null, stored: bytes, wasPacked: false };
    }
    const stored = lumps.stored(slot);
    const bytes = compressed ? lumps.bytes(slot) : stored;
    return { slot, version, offset, bytes, filler: null, stored, wasPacked: compressed };
  });
  // Bytes shared by several lumps are written once for each lump.
  const claimed = parts.reduce((sum, { stored }) => sum + (stored?.length ?? 0), 0);
  lumps.ledger.take("unpackedBytes", Math.max(0, claimed - file.length), "lumps that share bytes");
  parts.sort((a, b) => a.offset - b.offset || a.bytes.length - b.bytes.length);
  const isStandard = header.dialect?.name === "standard";
  return {
    header,
    lumps,
    gameParts: isStandard ? takeGameLumps(lumps) : null,
    isGameLumpBase: isStandard && findBase(lumps, readGameLumpDirectory(lumps)) === 0,
    ...withFillers(file, parts, header),
  };
}

/** Returns the game lumps. Throws FormatError (BSP, LZMA). */
export function takeGameLumps(lumps: LumpReader): GamePart[] {
  const directory = readGameLumpDirectory(lumps);
  const base = findBase(lumps, directory);
  const lump = lumps.bytes("LUMP_GAME_LUMP");
  return directory.map((entry, i) => {
    const { id, version, flags } = entry;
    const bytes = readGameLump(lumps, directory, entry);
    const start = entry.offset - base;
    const wasPacked = (flags & FLAG_COMPRESSED) !== 0 && isValveLzma(lump.subarray(start));
    const next = directory[i + 1]?.offset ?? 0;
    const room = next > entry.offset ? next - entry.offset : lump.length - start;
    const stored = wasPacked ? packedBytes(lump.subarray(start, start + room)) : bytes;
    return { id, version, flags: flags & ~FLAG_COMPRESSED, bytes, stored, wasPacked };
  });
}

function findBase(lumps: LumpReader, directory: readonly GameLumpEntry[]): number {
  const { offset } = lumps.entry("LUMP_GAME_LUMP");
  const { length } = lumps.bytes("LUMP_GAME_LUMP");
  return gameLumpBase(directory, { offset, length });
}

/** Returns the compressed bytes without the alignment that follows. */
function packedBytes(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.subarray(0, 17 + view.getUint32(8, true));
}

/**
 * Adds to each part the bytes before it. An empty lump may follow filler bytes. If only alignment
 * precedes it, nothing is written for it, and those bytes belong to the gap before the next part.
 */
function withFillers(
  file: Uint8Array,
  parts: readonly LumpPart[],
  { endian, version }: BspHeader,
): Pick<MapParts, "parts" | "unnamedBytes" | "end"> {
  let reached = version === CONTAGION_VERSION ? MAX_BSP_HEADER_BYTES : BSP_HEADER_BYTES;
  let unnamedBytes = 0;
  const tell = (end: number, alignment: number) => {
    const gap = tellGap(file.subarray(reached, end), alignment);
    unnamedBytes += gap.unnamedBytes;
    return gap;
  };
  const filled = parts.map((part): LumpPart => {
    const { slot, offset, stored } = part;
    const length = stored?.length ?? 0;
    const isPlace = length > 0 || (offset % ALIGNMENT === 0 && offset <= file.length);
    if (!isPlace || offset + length <= reached) return part;
    const gap = offset > reached ? tell(offset, alignmentOf(slot, offset, endian)) : null;
    const filler = gap?.filler ?? null;
    if (length === 0 && filler === null && gap?.unnamedBytes === 0) return part;
    reached = offset + length;
    return { ...part, filler };
  });
  const { filler } = tell(file.length, endAlignmentOf(file.length, endian));
  return { parts: filled, unnamedBytes, end: { filler, byteLength: file.length } };
}
