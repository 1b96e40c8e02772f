/** Reads a binary DMX front to back, with bounds checks. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { readCString } from "../binary/read-string.ts";

/** Maximum length of a string. The longest of real files, a path, has 200 bytes. */
const MAX_STRING_BYTES = 1024;

export function dmxError(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found?: string | number,
): FormatError {
  const detail = { format: "PCF", code, where, offset, expected } as const;
  return new FormatError(found === undefined ? detail : { ...detail, found: String(found) });
}

export class DmxReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  /** Name of the part being read, for errors. */
  where = "header";
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Moves past the next bytes. Returns their offset. */
  take(byteLength: number): number {
    if (byteLength > this.left) {
      throw dmxError("truncated", this.where, this.at, `${byteLength} more bytes`, this.left);
    }
    this.at += byteLength;
    return this.at - byteLength;
  }

  u8(): number {
    return this.bytes[this.take(1)];
  }

  u16(): number {
    return this.#view.getUint16(this.take(2), true);
  }

  i32(): number {
    return this.#view.getInt32(this.take(4), true);
  }

  f32(): number {
    return this.#view.getFloat32(this.take(4), true);
  }

  /** Reads a count of 32 bits, whose items have at least `itemBytes` bytes each. */
  count(itemBytes: number): number {
    const place = this.at;
    return this.checkCount(this.i32(), place, itemBytes);
  }

  checkCount(count: number, place: number, itemBytes: number): number {
    const most = Math.floor(this.left / itemBytes);
    if (count >= 0 && count <= most) return count;
    throw dmxError("bad-count", this.where, place, `0 to ${most}`, count);
  }

  /** Reads a zero-terminated string. */
  string(): string {
    const { bytes, at } = this;
    const room = bytes.subarray(at, at + MAX_STRING_BYTES);
    const length = room.indexOf(0);
    if (length < 0) {
      if (room.length < MAX_STRING_BYTES) {
        throw dmxError("truncated", this.where, at, "the end of a string", "the file's end");
      }
      throw dmxError("bad-value", this.where, at, `a string of < ${MAX_STRING_BYTES} bytes`);
    }
    this.at += length + 1;
    return readCString(bytes, at, at + length);
  }
}
