/** Opens a map's pakfile by its directory, or recovers its intact entries if that is damaged. */

import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { CENTRAL_HEADER, END_RECORD } from "../../formats/zip/find-directory.ts";
import { decodeEntryName } from "../../formats/zip/parse-zip.ts";
import {
  checkEntrySizes,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  unpackEntry,
} from "../../formats/zip/read-entry.ts";
import type { ZipEntry, ZipListing } from "../../formats/zip/types.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import { openZip, readersOf, type ZipReader } from "./zip-archive.ts";

/** Name limit, above any path of a game. Longer ones are other data that resembles a header. */
const MAX_NAME_BYTES = 1024;
/** Number of bytes that are enough for any header and its name. */
const LOCAL_HEADER_ROOM = LOCAL_HEADER_BYTES + MAX_NAME_BYTES;

/** General purpose flag: sizes and checksum are after the data, in a data descriptor. */
const HAS_DESCRIPTOR = 1 << 3;

interface LocalHeader {
  /** Entry with the given `headerOffset`. */
  readonly entry: ZipEntry;
  /** CRC-32 of the uncompressed bytes. */
  readonly crc: number;
  /** Distance from the header's start to its data: past the name and the extra field. */
  readonly headerBytes: number;
  /** Whether sizes and checksum have to be read after the data. */
  readonly isOpen: boolean;
  /** False for a folder or a name that leads out of the root, which are not read. */
  readonly isFile: boolean;
}

/**
 * Reads a local header, or returns `null` if there is none: a signature may occur in any data.
 * @param bytes bytes from the signature on: `LOCAL_HEADER_ROOM`, or as many as there are
 * @param headerOffset offset of `bytes` in the archive
 */
function parseLocalHeader(bytes: Uint8Array, headerOffset: number): LocalHeader | null {
  if (bytes.length < LOCAL_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return null;
  const nameBytes = view.getUint16(26, true);
  const nameEnd = LOCAL_HEADER_BYTES + nameBytes;
  if (nameBytes === 0 || nameBytes > MAX_NAME_BYTES || nameEnd > bytes.length) return null;
  const stored = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd);
  // Paths contain no control characters, but random data nearly always does.
  if (stored.some((byte) => byte < 0x20)) return null;

  const flags = view.getUint16(6, true);
  const name = decodeEntryName(stored, flags);
  const compressedByteLength = view.getUint32(18, true);
  return {
    entry: {
      path: normalizePath(name),
      name,
      method: view.getUint16(8, true),
      compressedByteLength,
      byteLength: view.getUint32(22, true),
      flags,
      headerOffset,
    },
    crc: view.getUint32(14, true),
    headerBytes: nameEnd + view.getUint16(28, true),
    // Some writers set the flag and store the sizes anyway.
    isOpen: (flags & HAS_DESCRIPTOR) !== 0 && compressedByteLength === 0,
    isFile: !/[\\/]$/.test(name) && !leavesRoot(name),
  };
}

// Recovery of a zip without a directory: entries are found by their local headers. An entry is
// intact if it unpacks to its checksum.

const PIECE_BYTES = 1 << 20;
/** Every zip signature begins with these two bytes, "PK", followed by two more. */
const LETTER_P = 0x50;
const LETTER_K = 0x4b;
const MARK_BYTES = 4;
const DATA_DESCRIPTOR = 0x08074b50;
/** Bytes of a checksum and two sizes. */
const DESCRIPTOR_BYTES = 12;

/**
 * Limit of bytes read to verify entries, in multiples of the archive's size, besides the limit of
 * unpacked bytes. Intact entries are read once; only headers with wrong sizes cause repeated reads.
 * Past the limit, the remaining entries count as damaged.
 */
const MAX_READS_OF_ARCHIVE = 8;

export interface RecoveredZip extends ZipListing {
  /** Number of file headers found, intact or not. */
  readonly seenCount: number;
}

/**
 * Lists the intact entries in one pass. If several have the same path, the last wins, as in a
 * directory. Holds one piece of the archive and one entry in memory. Rejects only if reading
 * `bytes` fails, not because of its contents.
 */
export async function recoverZip(bytes: ByteSource, signal?: AbortSignal): Promise<RecoveredZip> {
  const scan = new LocalHeaderScan(bytes, signal);
  await scan.run();
  const { entries, seenCount } = scan;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const find = (path: string) => byPath.get(normalizeContentPath(path));
  return { entries, refused: [], seenCount, find };
}

/** Local header and the offset of its data. */
type SeenEntry = Pick<LocalHeader, "entry" | "crc"> & { readonly dataOffset: number };

class LocalHeaderScan {
  readonly entries: ZipEntry[] = [];
  seenCount = 0;
  readonly #bytes: ByteSource;
  readonly #signal: AbortSignal | undefined;
  #piece: Uint8Array = new Uint8Array(0);
  #pieceOffset = 0;
  /** Last header whose sizes follow its data, until they are found. */
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

  /** Handles the signature at an offset, and returns the offset to continue at. */
  async #take(at: number): Promise<number> {
    const mark = viewOf(this.#piece).getUint32(at - this.#pieceOffset, true);
    if (mark === DATA_DESCRIPTOR && (await this.#close(at, at + MARK_BYTES))) {
      return at + MARK_BYTES + DESCRIPTOR_BYTES;
    }
    // A descriptor may lack its signature: it then ends where the next record begins.
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
    // An empty entry always matches its checksum: accept it only if the next record follows.
    if (header.entry.byteLength === 0 && !(await this.#isMarkAt(dataOffset))) return dataOffset;
    this.entries.push(header.entry);
    // Skips the data: a zip nested in it is not part of this archive.
    return dataOffset + header.entry.compressedByteLength;
  }

  /** Completes the open entry, whose data ends at `dataEnd`, if the descriptor matches it. */
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

  /** Ensures that the piece holds `room` bytes from an offset, or all bytes left. */
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

  /** Returns a few bytes from the piece, or reads them if they lie outside it. */
  async #peek(offset: number, byteLength: number): Promise<Uint8Array> {
    const start = offset - this.#pieceOffset;
    const isHere = start >= 0 && start + byteLength <= this.#piece.length;
    if (isHere) return this.#piece.subarray(start, start + byteLength);
    return this.#bytes.read(offset, byteLength, this.#signal);
  }
}

/**
 * Returns the index of the next possible signature, which may continue past the piece, or the
 * piece's length.
 */
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
  /** null if the directory is sound. Single files may still be broken. */
  readonly damage: PakfileDamage | null;
}

export interface PakfileDamage {
  readonly intactCount: number;
  /** Number of files found, intact or not. The original number is unknown. */
  readonly seenCount: number;
  /** One line. */
  readonly message: string;
}

/**
 * Opens a pakfile. Rejects only if reading `bytes` fails, not because of its contents: there may be
 * no intact entry.
 */
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
      zip: { ...listing, ...readersOf(bytes) },
      damage: {
        intactCount,
        seenCount,
        message: `The pakfile is damaged: ${kept} (${error.message})`,
      },
    };
  }
}
