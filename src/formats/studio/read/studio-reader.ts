/** Reads studio files with bounds checks. */

import { FormatError, type FormatErrorCode, type FormatName } from "../../../core/errors.ts";
import { readCString } from "../../binary/read-string.ts";
import type { RecordTable } from "../records/studio-record.ts";

/** Maximum length of a name or directory: MAX_PATH of the tools that write these files. */
const MAX_STRING_BYTES = 260;
/** Maximum count of a structural table: its row numbers are stored in 16 bits. */
const MAX_TABLE_ROWS = 0xffff;
/** How many times over the bytes of a file may be claimed. Intact files store each array once. */
const CLAIMS_PER_BYTE = 4;

/** A table in the file: `count` records from the offset `at`. */
export interface FoundTable {
  /** Name of its records. */
  readonly where: string;
  readonly at: number;
  readonly count: number;
  readonly bytes: number;
}

/**
 * Bounds-checked access to a studio file. `array` claims a whole array of records at once. The
 * plain reads after it are unchecked and must stay inside the claimed range.
 *
 * These formats are trees of relative offsets. In a bad file, many parents can share one large
 * child, which multiplies the cost although the file is small. Therefore the total of all claims is
 * limited to a few times the file's size.
 */
export class StudioReader {
  readonly format: FormatName;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly littleEndian: boolean;
  readonly #base: number;
  #claimable: number;

  /** @param base offset of `bytes` in its file, for errors */
  constructor(format: FormatName, bytes: Uint8Array, littleEndian = true, base = 0) {
    this.format = format;
    this.littleEndian = littleEndian;
    this.#base = base;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#claimable = bytes.byteLength * CLAIMS_PER_BYTE;
  }

  error(
    code: FormatErrorCode,
    where: string,
    offset: number,
    expected: string,
    found?: string | number,
  ): FormatError {
    const detail = { format: this.format, code, where, offset: this.#base + offset, expected };
    return new FormatError(found === undefined ? detail : { ...detail, found: String(found) });
  }

  /**
   * Checks the file's first word, which is its type or version. In console files all words have the
   * other byte order: throws `unsupported`.
   */
  identify(where: string, id: number, code: "bad-magic" | "bad-version", name: string): void {
    const word = this.i32(0);
    if (word === id) return;
    if (this.view.getInt32(0, !this.littleEndian) === id) {
      throw this.error("unsupported", where, 0, "a little-endian file", "a console's");
    }
    const found = code === "bad-magic" ? this.fixedString(0, 4) : word;
    throw this.error(code, where, 0, name, found);
  }

  /** Throws FormatError if the file is shorter than its header. */
  header(where: string, byteLength: number): void {
    if (this.bytes.byteLength < byteLength) {
      const found = `${this.bytes.byteLength} bytes`;
      throw this.error("truncated", where, 0, `${byteLength} bytes`, found);
    }
  }

  /**
   * Claims `count` records of `recordBytes` at `offset` and returns `offset`, or 0 if the count is
   * 0. `at` is where the count was read, for the error.
   */
  array(where: string, at: number, count: number, offset: number, recordBytes: number): number {
    if (count === 0) return 0;
    const byteLength = this.bytes.byteLength;
    if (count < 0 || count * recordBytes > byteLength) {
      const most = Math.floor(byteLength / recordBytes);
      throw this.error("bad-count", where, at, `0 to ${most} records`, count);
    }
    if (offset < 0 || offset + count * recordBytes > byteLength) {
      const expected = `${count} records of ${recordBytes} bytes inside ${byteLength}`;
      throw this.error("bad-offset", where, at, expected, `offset ${offset}`);
    }
    this.#claim(where, at, count * recordBytes);
    return offset;
  }

  /** Like `array`, for tables whose rows are numbered in 16 bits. */
  table(where: string, at: number, count: number, offset: number, recordBytes: number): number {
    if (count > MAX_TABLE_ROWS) {
      throw this.error("bad-count", where, at, `0 to ${MAX_TABLE_ROWS} records`, count);
    }
    return this.array(where, at, count, offset, recordBytes);
  }

  /** Reads a zero-terminated string. */
  string(where: string, at: number, offset: number): string {
    const { bytes } = this;
    if (offset < 0 || offset >= bytes.byteLength) {
      const expected = `a string inside ${bytes.byteLength} bytes`;
      throw this.error("bad-offset", where, at, expected, `offset ${offset}`);
    }
    const limit = Math.min(bytes.byteLength, offset + MAX_STRING_BYTES);
    let end = offset;
    while (end < limit && bytes[end] !== 0) end++;
    if (end === limit) {
      throw this.error("bad-value", where, offset, `a string of < ${MAX_STRING_BYTES} bytes`);
    }
    this.#claim(where, at, end - offset);
    // Faster than a decoder for short names, which are almost always ASCII.
    let text = "";
    for (let i = offset; i < end && bytes[i] < 0x80; i++) text += String.fromCharCode(bytes[i]);
    return text.length === end - offset ? text : readCString(bytes, offset, end);
  }

  /** Reads a string from a field of fixed size, whose terminator may be missing. */
  fixedString(offset: number, byteLength: number): string {
    return readCString(this.bytes, offset, offset + byteLength);
  }

  i32(offset: number): number {
    return this.view.getInt32(offset, this.littleEndian);
  }

  u16(offset: number): number {
    return this.view.getUint16(offset, this.littleEndian);
  }

  f32(offset: number): number {
    return this.view.getFloat32(offset, this.littleEndian);
  }

  #claim(where: string, at: number, byteLength: number): void {
    this.#claimable -= byteLength;
    if (this.#claimable < 0) {
      const expected = "arrays that do not share their bytes many times over";
      throw this.error("bad-count", where, at, expected);
    }
  }
}

/**
 * Finds a table of the record at `record`; of the header by default.
 * @throws FormatError if it is outside the file
 */
export function findTable(
  reader: StudioReader,
  { where, countAt, offsetAt, bytes }: RecordTable,
  record = 0,
): FoundTable {
  const place = record + countAt;
  const count = reader.i32(place);
  const offset = record + reader.i32(record + offsetAt);
  return { where, count, bytes, at: reader.table(where, place, count, offset, bytes) };
}

/** @throws FormatError for NaN and infinity */
export function readFinite(
  reader: StudioReader,
  where: string,
  offset: number,
  expected = "a finite number",
): number {
  const value = reader.f32(offset);
  if (Number.isFinite(value)) return value;
  throw reader.error("bad-value", where, offset, expected, value);
}

export function readVector(reader: StudioReader, offset: number): [number, number, number] {
  return [reader.f32(offset), reader.f32(offset + 4), reader.f32(offset + 8)];
}

/** Reads four floats, such as a start, start of full weight, end of full weight, and end. */
export function readSpan(reader: StudioReader, offset: number): [number, number, number, number] {
  return [
    reader.f32(offset),
    reader.f32(offset + 4),
    reader.f32(offset + 8),
    reader.f32(offset + 12),
  ];
}
