/** Reads the lumps of a map file. */

import type { Diagnostics } from "../../../core/diagnostics.ts";
import { assert, FormatError } from "../../../core/errors.ts";
import { Ledger } from "../../../core/ledger.ts";
import { readRecords } from "../../binary/read-records.ts";
import type { ColumnArray, Table } from "../../binary/record-layout.ts";
import { isValveLzma, VALVE_LZMA_HEADER_BYTES } from "../../lzma/valve-lzma-header.ts";
import type { BspBytes } from "../bsp-bytes.ts";
import { bspError } from "../bsp-error.ts";
import type { Dialect } from "../dialect.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader } from "../parse-bsp-header.ts";
import type { LumpLayout } from "../records/record.ts";
import type { LumpEntry } from "../types.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns a ledger with the default limits for a single file. */
function ledgerOf(file: BspBytes): Ledger {
  const ledger = new Ledger();
  ledger.addInput(file.byteLength);
  return ledger;
}

/**
 * Returns the lumps of one file, checked against it, and records the outcome for each. For
 * partially read files, a lump is either read completely or missing.
 */
export class LumpReader {
  readonly littleEndian: boolean;
  readonly dialect: Dialect;
  /** Size of the file in bytes. */
  readonly byteLength: number;
  readonly entries: readonly LumpEntry[];
  readonly #entries: Mutable<LumpEntry>[];
  readonly #file: BspBytes;
  readonly #uncompressedLength: Int32Array;
  readonly #diagnostics: Diagnostics | undefined;
  readonly #decompressed = new Map<number, Uint8Array>();
  /** Budget for opening the map. */
  readonly ledger: Ledger;

  constructor(file: BspBytes, header: BspHeader, diagnostics?: Diagnostics, ledger?: Ledger) {
    assert(header.dialect, "the map's dialect was not detected");
    this.dialect = header.dialect;
    this.ledger = ledger ?? ledgerOf(file);
    this.#file = file;
    this.byteLength = file.byteLength;
    this.#uncompressedLength = header.uncompressedLength;
    this.#diagnostics = diagnostics;
    this.littleEndian = header.endian === "little";
    this.#entries = LUMP_NAMES.map((name, index) => ({
      index,
      name,
      offset: header.offset[index],
      length: header.length[index],
      version: header.lumpVersion[index],
      compressed: this.#isCompressed(header.offset[index], header.length[index], index),
      records: header.length[index] === 0 ? 0 : -1,
      recordBytes: 0,
    }));
    this.entries = this.#entries;
    for (const entry of this.#entries) {
      const fault = this.#placeFault(entry);
      if (fault) entry.problem = fault.message;
    }
  }

  entry(name: LumpName): LumpEntry {
    return this.#entries[LUMP[name]];
  }

  isEmpty(name: LumpName): boolean {
    return this.entry(name).length === 0;
  }

  /** Whether a lump was read, or cannot be read because it is empty or outside the file. */
  has(name: LumpName): boolean {
    const entry = this.entry(name);
    const { offset, length } = entry;
    return length === 0 || this.#placeFault(entry) !== null || this.#file.has(offset, length);
  }

  /**
   * Returns the bytes of a lump as stored: a view of the file. Throws FormatError if they are
   * incomplete.
   */
  stored(name: LumpName): Uint8Array {
    const entry = this.entry(name);
    const fault = this.#placeFault(entry);
    if (fault) throw fault;
    return this.#file.view(entry.offset, entry.length);
  }

  /** Returns the available part of a lump that is cut short by the file's end. */
  storedPart(name: LumpName): Uint8Array {
    const { offset, length } = this.entry(name);
    const room = Math.min(length, this.#file.byteLength - offset);
    const isThere = offset >= BSP_HEADER_BYTES && room > 0 && this.#file.has(offset, room);
    return isThere ? this.#file.view(offset, room) : new Uint8Array(0);
  }

  /** Returns the bytes of a lump, decompressed if it is compressed. Throws FormatError. */
  bytes(name: LumpName): Uint8Array {
    const stored = this.stored(name);
    const entry = this.entry(name);
    if (!entry.compressed) return stored;
    let bytes = this.#decompressed.get(entry.index);
    if (!bytes) {
      bytes = this.decompress(stored, this.#uncompressedLength[entry.index] >>> 0, name);
      this.#decompressed.set(entry.index, bytes);
    }
    return bytes;
  }

  /** Decompresses Valve's LZMA to `byteLength` bytes. Throws FormatError. */
  decompress(stored: Uint8Array, byteLength: number, where: string): Uint8Array {
    this.ledger.take("unpackedBytes", byteLength, where);
    const bytes = this.#file.unpack(stored, byteLength, where);
    this.ledger.addInput(byteLength, true);
    return bytes;
  }

  /**
   * Returns the layout of a lump's records in the map's dialect: the one of the lump's version if
   * the length is a multiple of its record size, else another one that fits. Throws FormatError if
   * none fits.
   */
  layout<L extends LumpLayout<object>>(name: LumpName, standard: readonly L[]): L {
    // A dialect's layouts have the same columns as the standard ones that they replace.
    const layouts = (this.dialect.layouts[name] as readonly L[] | undefined) ?? standard;
    const length = this.#byteLength(name);
    const { version, offset } = this.entry(name);
    const stated = layouts.find((layout) => layout.lumpVersions.includes(version));
    if (length === 0) return stated ?? layouts[0];
    const fitting = layouts.filter((layout) => length % layout.bytes === 0);
    if (stated && fitting.includes(stated)) return stated;
    // An unknown version with a known size is a stray version number, as seen in real maps. A known
    // version with a wrong size is accepted only if exactly one other record fits.
    if (fitting.length === 1 || (!stated && fitting.length > 0)) return fitting[0];
    const sizes = layouts.map((layout) => `${layout.bytes} (version ${layout.lumpVersions})`);
    throw bspError(
      stated ? "bad-count" : "unsupported",
      name,
      offset,
      `whole records of ${sizes.join(" or ")} bytes`,
      `${length} bytes of version ${version}`,
    );
  }

  /**
   * Returns the records of a lump as columns, without rows if the lump is empty. Throws
   * FormatError.
   */
  table<C extends { readonly [K in keyof C]: ColumnArray }>(
    name: LumpName,
    layouts: readonly LumpLayout<C>[],
  ): Table<C> {
    const layout = this.layout(name, layouts);
    const table = readRecords(this.bytes(name), layout, this.littleEndian);
    this.setRecords(name, table.count, layout.bytes);
    return table;
  }

  /** Records how many rows of a lump were read, for the directory. */
  setRecords(name: LumpName, records: number, recordBytes: number): void {
    const entry = this.#entries[LUMP[name]];
    entry.records = records;
    entry.recordBytes = recordBytes;
  }

  /**
   * Reads a part that the map can be drawn without. On a FormatError it returns `missing`, with a
   * warning; it returns `missing` without a warning if the lump was not read.
   */
  optional<T>(name: LumpName, read: () => T, missing: T): T {
    return this.has(name) ? this.#attempt(name, read, missing) : missing;
  }

  /**
   * Returns the number of records of a lump, whether it was read or not; 0, with a warning, if
   * unknown.
   */
  countRecords<C extends { readonly [K in keyof C]: ColumnArray }>(
    name: LumpName,
    layouts: readonly LumpLayout<C>[],
  ): number {
    const read = () => {
      const { bytes } = this.layout(name, layouts);
      const count = this.#byteLength(name) / bytes;
      this.setRecords(name, count, bytes);
      return count;
    };
    return this.#attempt(name, read, 0);
  }

  #attempt<T>(name: LumpName, read: () => T, missing: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.leftOut(name, error);
      return missing;
    }
  }

  /** Records that a lump, or a part of it, was left out. */
  damaged(name: LumpName, message: string): void {
    const entry = this.#entries[LUMP[name]];
    entry.problem ??= message;
    this.#diagnostics?.warn("damaged-section", name, message);
  }

  /** Records that a part was left out because it is damaged or would cost too much. */
  leftOut(name: LumpName, error: FormatError): void {
    if (error.code !== "too-large") {
      this.damaged(name, error.message);
      return;
    }
    this.#entries[LUMP[name]].problem ??= error.message;
    this.#diagnostics?.warn("over-budget", name, `${name} is left out: ${error.message}`);
  }

  #placeFault(entry: LumpEntry): FormatError | null {
    const { name, offset, length } = entry;
    const at = 8 + entry.index * 16;
    if (length === 0) return null;
    if (length < 0) return bspError("bad-count", name, at, "a length of 0 or more", length);
    if (offset < BSP_HEADER_BYTES) {
      return bspError("bad-offset", name, at, `an offset from ${BSP_HEADER_BYTES}`, offset);
    }
    const fileLength = this.#file.byteLength;
    if (offset + length > fileLength) {
      const end = `${offset} + ${length}`;
      return bspError("truncated", name, at, `an end within ${fileLength} bytes`, end);
    }
    return null;
  }

  /** Checks the first bytes of the lump only, because for some lumps nothing else is read. */
  #isCompressed(offset: number, length: number, index: number): boolean {
    const start = Math.min(length, VALVE_LZMA_HEADER_BYTES);
    return (
      this.#uncompressedLength[index] !== 0 &&
      offset >= 0 &&
      length > 0 &&
      offset + length <= this.#file.byteLength &&
      this.#file.has(offset, start) &&
      isValveLzma(this.#file.view(offset, start))
    );
  }

  /**
   * Returns the length of a lump after decompression, from the directory, so that counting records
   * does not decompress the lump.
   */
  #byteLength(name: LumpName): number {
    const { index, length, compressed } = this.entry(name);
    if (compressed) return this.#uncompressedLength[index] >>> 0;
    return this.has(name) ? this.stored(name).length : length;
  }
}
