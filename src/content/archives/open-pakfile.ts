/** A map's pakfile: by its directory, or, where that is damaged, what of it is intact. */

import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { CENTRAL_HEADER, END_RECORD } from "../../formats/zip/find-directory.ts";
import {
  LOCAL_HEADER_ROOM,
  type LocalHeader,
  parseLocalHeader,
} from "../../formats/zip/parse-local-header.ts";
import { checkEntrySizes, LOCAL_HEADER, unpackEntry } from "../../formats/zip/read-entry.ts";
import type { ZipEntry, ZipListing } from "../../formats/zip/types.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import { openZip, readZipEntry, type ZipReader } from "./zip-archive.ts";

// A zip whose directory is lost: its intact entries, found by their local headers. An entry counts as
// intact when it unpacks to what its checksum says.

const PIECE_BYTES = 1 << 20;
/** Every signature of a zip begins with these two, and has two more. */
const LETTER_P = 0x50;
const LETTER_K = 0x4b;
const MARK_BYTES = 4;
const DATA_DESCRIPTOR = 0x08074b50;
/** Checksum and both sizes. */
const DESCRIPTOR_BYTES = 12;

/**
 * What checking may come to, besides the limit of what a pakfile unpacks to. An intact entry is read
 * once; only headers that lie about their sizes make the same bytes be read again, and after so many
 * times the archive the rest counts as damaged.
 */
const MAX_READS_OF_ARCHIVE = 8;

export interface RecoveredZip extends ZipListing {
  /** Files whose headers were found, intact or not. */
  readonly seenCount: number;
}

/**
 * Lists what is intact, in one pass. Of several intact entries with one path the last counts, as it
 * does by a directory. Memory holds a piece of the archive and one entry at a time. Rejects as `bytes`
 * does, and not for what is in them.
 */
export async function recoverZip(bytes: ByteSource, signal?: AbortSignal): Promise<RecoveredZip> {
  const scan = new LocalHeaderScan(bytes, signal);
  await scan.run();
  const { entries, seenCount } = scan;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const find = (path: string) => byPath.get(normalizeContentPath(path));
  return { entries, refused: [], seenCount, find };
}

/** A header with the place of its data. */
type SeenEntry = Pick<LocalHeader, "entry" | "crc"> & { readonly dataOffset: number };

class LocalHeaderScan {
  readonly entries: ZipEntry[] = [];
  seenCount = 0;
  readonly #bytes: ByteSource;
  readonly #signal: AbortSignal | undefined;
  #piece: Uint8Array = new Uint8Array(0);
  #pieceOffset = 0;
  /** The last header whose sizes stand behind its data, until they are found. */
  #open: SeenEntry | null = null;
  #readBudget: number;
  readonly #ledger = new Ledger();

  constructor(bytes: ByteSource, signal?: AbortSignal) {
    this.#bytes = bytes;
    this.#signal = signal;
    this.#readBudget = bytes.byteLength * MAX_READS_OF_ARCHIVE;
    this.#ledger.addInput(bytes.byteLength);
  }

  async run(): Promise<void> {
    const { byteLength } = this.#bytes;
    for (let at = 0; at + MARK_BYTES <= byteLength; ) {
      await this.#fetch(at, MARK_BYTES);
      const found = findMark(this.#piece, at - this.#pieceOffset);
      at = this.#pieceOffset + found;
      if (found + MARK_BYTES <= this.#piece.length) at = await this.#take(at);
    }
  }

  /** Reads on from the mark at an offset; gives the offset to go on from. */
  async #take(at: number): Promise<number> {
    const mark = viewOf(this.#piece).getUint32(at - this.#pieceOffset, true);
    if (mark === DATA_DESCRIPTOR && (await this.#close(at, at + MARK_BYTES))) {
      return at + MARK_BYTES + DESCRIPTOR_BYTES;
    }
    // A descriptor may come without its mark: then it ends where the next record begins.
    if (mark === LOCAL_HEADER || mark === CENTRAL_HEADER || mark === END_RECORD) {
      await this.#close(at - DESCRIPTOR_BYTES, at - DESCRIPTOR_BYTES);
    }
    if (mark !== LOCAL_HEADER) return at + 2;
    await this.#fetch(at, LOCAL_HEADER_ROOM);
    const header = parseLocalHeader(this.#piece.subarray(at - this.#pieceOffset), at);
    if (header === null) return at + 2;
    const dataOffset = at + header.headerBytes;
    if (!header.isFile) return dataOffset;
    this.seenCount++;
    const seen = { ...header, dataOffset };
    this.#open = header.isOpen ? seen : null;
    if (header.isOpen || !(await this.#isIntact(seen))) return dataOffset;
    // Zeros for sizes and checksum always fit: they are believed where the next record follows at once.
    if (header.entry.byteLength === 0 && !(await this.#isMarkAt(dataOffset))) return dataOffset;
    this.entries.push(header.entry);
    // Past its data: a zip that lies in it is not the archive's.
    return dataOffset + header.entry.compressedByteLength;
  }

  /** Ends the open entry, whose data end at an offset, by a descriptor, if it fits them. */
  async #close(dataEnd: number, descriptorOffset: number): Promise<boolean> {
    const open = this.#open;
    if (open === null || dataEnd < open.dataOffset) return false;
    if (descriptorOffset + DESCRIPTOR_BYTES > this.#bytes.byteLength) return false;
    const view = viewOf(await this.#peek(descriptorOffset, DESCRIPTOR_BYTES));
    const compressedByteLength = view.getUint32(4, true);
    if (compressedByteLength !== dataEnd - open.dataOffset) return false;
    const entry = { ...open.entry, compressedByteLength, byteLength: view.getUint32(8, true) };
    if (!(await this.#isIntact({ ...open, entry, crc: view.getUint32(0, true) }))) return false;
    this.entries.push(entry);
    this.#open = null;
    return true;
  }

  async #isIntact({ entry, crc, dataOffset }: SeenEntry): Promise<boolean> {
    const { compressedByteLength } = entry;
    if (dataOffset + compressedByteLength > this.#bytes.byteLength) return false;
    try {
      checkEntrySizes(entry);
      this.#readBudget -= compressedByteLength;
      if (this.#readBudget < 0) return false;
      if (!this.#ledger.tryTake("pakfileBytes", entry.byteLength)) return false;
      const data = await this.#bytes.read(dataOffset, compressedByteLength, this.#signal);
      return crc32(unpackEntry(data, entry)) === crc;
    } catch (error) {
      if (error instanceof FormatError) return false;
      throw error;
    }
  }

  async #isMarkAt(offset: number): Promise<boolean> {
    if (offset + 2 > this.#bytes.byteLength) return true;
    const [first, second] = await this.#peek(offset, 2);
    return first === LETTER_P && second === LETTER_K;
  }

  /** Makes the piece hold `room` bytes from an offset on, or all that are left. */
  async #fetch(offset: number, room: number): Promise<void> {
    const end = Math.min(offset + room, this.#bytes.byteLength);
    if (offset >= this.#pieceOffset && end <= this.#pieceOffset + this.#piece.length) return;
    this.#piece = await this.#bytes.read(
      offset,
      Math.min(PIECE_BYTES, this.#bytes.byteLength - offset),
      this.#signal,
    );
    this.#pieceOffset = offset;
  }

  /** A few bytes out of the piece, or from beside it. */
  async #peek(offset: number, byteLength: number): Promise<Uint8Array> {
    const start = offset - this.#pieceOffset;
    const isHere = start >= 0 && start + byteLength <= this.#piece.length;
    if (isHere) return this.#piece.subarray(start, start + byteLength);
    return this.#bytes.read(offset, byteLength, this.#signal);
  }
}

/** Where a signature may begin, its last bytes beyond the piece perhaps; else the piece's end. */
function findMark(piece: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = piece.indexOf(LETTER_P, at);
    if (at < 0) return piece.length;
    if (at + 1 === piece.length || piece[at + 1] === LETTER_K) return at;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export interface OpenPakfile {
  readonly zip: ZipReader;
  /** null where it is sound: what the directory lists may still be broken, file by file. */
  readonly damage: PakfileDamage | null;
}

export interface PakfileDamage {
  readonly intactCount: number;
  /** Files that were found, intact or not; how many there were once, nobody knows. */
  readonly seenCount: number;
  /** One line. */
  readonly message: string;
}

/** Rejects as `bytes` does, and not for what is in them: nothing may be intact. */
export async function openPakfile(bytes: ByteSource, signal?: AbortSignal): Promise<OpenPakfile> {
  try {
    return { zip: await openZip(bytes, signal), damage: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { seenCount, ...listing } = await recoverZip(bytes, signal);
    const intactCount = listing.entries.length;
    const kept =
      intactCount === 0
        ? "none of the map's own files could be recovered"
        : `${intactCount} of the ${seenCount} files found in it are intact and used`;
    return {
      zip: { ...listing, read: (entry, signal) => readZipEntry(bytes, entry, signal) },
      damage: {
        intactCount,
        seenCount,
        message: `The pakfile is damaged: ${kept} (${error.message})`,
      },
    };
  }
}
