/** Reads lists of records in game lumps. */

import { readCString } from "../../binary/read-string.ts";
import { bspError } from "../bsp-error.ts";

/** `STATIC_PROP_NAME_LENGTH`, `DETAIL_NAME_LENGTH`. */
const NAME_BYTES = 128;

/** Reads a game lump that consists of several lists of records, each preceded by its count. */
export class CountedRecords {
  /** Offset of the next byte. */
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #where: string;
  readonly #littleEndian: boolean;

  constructor(bytes: Uint8Array, where: string, littleEndian: boolean) {
    this.#bytes = bytes;
    this.#where = where;
    this.#littleEndian = littleEndian;
  }

  /**
   * Reads a count and checks that this many records of the given size follow. Throws FormatError,
   * like the other methods.
   */
  count(what: string, recordBytes: number): number {
    const bytes = this.#bytes;
    if (this.at + 4 > bytes.length) {
      throw bspError("truncated", this.#where, this.at, `the count of ${what}`);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = view.getInt32(this.at, this.#littleEndian);
    const room = Math.floor((bytes.length - this.at - 4) / recordBytes);
    if (count < 0 || count > room) {
      throw bspError("bad-count", this.#where, this.at, `0 to ${room} ${what}`, count);
    }
    this.at += 4;
    return count;
  }

  take(what: string, recordBytes: number): Uint8Array {
    const length = this.count(what, recordBytes) * recordBytes;
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  modelNames(): string[] {
    const names = this.take("models", NAME_BYTES);
    return Array.from({ length: names.length / NAME_BYTES }, (_, i) =>
      readCString(names, i * NAME_BYTES, (i + 1) * NAME_BYTES),
    );
  }
}
