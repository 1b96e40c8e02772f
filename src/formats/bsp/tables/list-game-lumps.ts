/** Lists a map's game lumps with their sizes. */

import type { LumpReader } from "../read/lump-reader.ts";
import { gameLumpBase, readGameLumpDirectory } from "../read/read-game-lumps.ts";

const FLAG_COMPRESSED = 1;

export interface GameLumpWeight {
  /** Four letters. */
  readonly id: string;
  readonly version: number;
  /** Size in LUMP_GAME_LUMP in bytes. */
  readonly length: number;
  /** Size after decompression in bytes. */
  readonly byteLength: number;
  readonly compressed: boolean;
}

/**
 * Lists the game lumps. A compressed one ends where the next begins, or at the lump's end. Throws
 * FormatError.
 */
export function listGameLumps(lumps: LumpReader): GameLumpWeight[] {
  const directory = readGameLumpDirectory(lumps);
  const { offset } = lumps.entry("LUMP_GAME_LUMP");
  const lumpLength = lumps.bytes("LUMP_GAME_LUMP").length;
  const base = gameLumpBase(directory, { offset, length: lumpLength });
  return directory.map((entry, i) => {
    const start = entry.offset - base;
    const compressed = (entry.flags & FLAG_COMPRESSED) !== 0;
    const room = Math.max(0, lumpLength - start);
    const next = directory[i + 1];
    const toNext =
      next !== undefined && next.offset > entry.offset ? next.offset - entry.offset : room;
    const length = Math.min(room, compressed ? toNext : Math.max(0, entry.length));
    return {
      id: entry.id,
      version: entry.version,
      length,
      byteLength: Math.max(0, entry.length),
      compressed,
    };
  });
}
