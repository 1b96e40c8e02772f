/** A map taken apart to its lumps, unpacked, and put together again, so that they can be folded. */

import { LUMP, LUMP_NAMES, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { assembleLumps, type Lump } from "../../../src/formats/bsp/write/write-bsp.ts";
import { decompressValveLzma } from "../../../src/formats/lzma/valve-lzma.ts";
import { isValveLzma } from "../../../src/formats/lzma/valve-lzma-header.ts";

export interface BspParts {
  readonly version: number;
  readonly lumps: Map<LumpName, Lump>;
  readonly gameLumps: Map<string, Lump>;
  /** Lengths of lumps that were packed again. */
  readonly unpackedBytes: Map<LumpName, number>;
  /** Lumps whose directory entry is another's: they are the same bytes. */
  readonly sharedWith: Map<LumpName, LumpName>;
}

/** Throws RangeError for a map of another byte or header order: they fold no differently. */
export function takeApart(file: Uint8Array): BspParts {
  const header = parseBspHeader(file);
  if (header.endian !== "little" || header.headerOrder !== "standard") {
    throw new RangeError("little-endian maps of the standard header order");
  }
  const lumps = new Map<LumpName, Lump>();
  let gameLumps = new Map<string, Lump>();
  for (const name of LUMP_NAMES) {
    const at = LUMP[name];
    const [offset, length] = [header.offset[at], header.length[at]];
    if (length === 0) continue;
    const stored = file.subarray(offset, offset + length);
    const isPacked = header.uncompressedLength[at] > 0 && isValveLzma(stored);
    const bytes = isPacked
      ? decompressValveLzma(stored, header.uncompressedLength[at], name)
      : stored;
    if (name === "LUMP_GAME_LUMP") gameLumps = takeGameLumps(file, offset);
    else lumps.set(name, { version: header.lumpVersion[at], bytes });
  }
  const { version } = header;
  return { version, lumps, gameLumps, unpackedBytes: new Map(), sharedWith: new Map() };
}

/** Only those that are not packed: their offsets are from the file's start. */
function takeGameLumps(file: Uint8Array, at: number): Map<string, Lump> {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const lumps = new Map<string, Lump>();
  for (let i = 0; i < data.getInt32(at, true); i++) {
    const entry = at + 4 + i * 16;
    const id = String.fromCharCode(...file.subarray(entry, entry + 4))
      .split("")
      .reverse()
      .join("");
    const [offset, length] = [data.getInt32(entry + 8, true), data.getInt32(entry + 12, true)];
    if ((data.getUint16(entry + 4, true) & 1) !== 0) continue;
    const bytes = file.subarray(offset, offset + length);
    lumps.set(id, { version: data.getUint16(entry + 6, true), bytes });
  }
  return lumps;
}

export function putTogether(parts: BspParts): Uint8Array {
  const { version, lumps, gameLumps, unpackedBytes, sharedWith } = parts;
  const file = assembleLumps(version, 1, lumps, gameLumps);
  const data = new DataView(file.buffer);
  const entryOf = (name: LumpName) => 8 + LUMP[name] * 16;
  for (const [name, length] of unpackedBytes) data.setInt32(entryOf(name) + 12, length, true);
  for (const [name, other] of sharedWith) {
    file.copyWithin(entryOf(name), entryOf(other), entryOf(other) + 8);
  }
  return file;
}
