/** Byte buffer for writing studio files. */

import type { RecordTable, StudioFields, StudioRecord } from "../records/studio-record.ts";

const ENCODER = new TextEncoder();

export type FieldValues<F extends StudioFields> = {
  readonly [K in keyof F]?: number | string | ArrayLike<number>;
};

/**
 * Growing little-endian buffer. Space is reserved first and filled afterwards, because these
 * formats are trees of offsets. Strings are collected and written at the end, each once.
 */
export class StudioWriter {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  readonly #strings = new Map<string, [at: number, base: number][]>();

  get byteLength(): number {
    return this.#length;
  }

  /** Appends zeros at a multiple of `align` bytes and returns their offset. */
  reserve(byteLength: number, align = 4): number {
    const offset = Math.ceil(this.#length / align) * align;
    this.#length = offset + byteLength;
    if (this.#length > this.#bytes.byteLength) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.byteLength * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return offset;
  }

  u8(at: number, ...values: readonly number[]): void {
    this.#bytes.set(values, at);
  }

  i16(at: number, ...values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.#view.setInt16(at + i * 2, values[i], true);
  }

  i32(at: number, ...values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.#view.setInt32(at + i * 4, values[i], true);
  }

  f32(at: number, values: ArrayLike<number>, first = 0, count = values.length): void {
    for (let i = 0; i < count; i++) this.#view.setFloat32(at + i * 4, values[first + i], true);
  }

  /**
   * Writes fields of the record at `at`. Text is stored in a field of bytes, truncated, or its
   * offset in a field for that.
   */
  put<F extends StudioFields>(at: number, record: StudioRecord<F>, values: FieldValues<F>): void {
    for (const name in values) {
      const value = values[name] as number | string | ArrayLike<number>;
      const { type, arity, points } = record.fields[name];
      const place = at + record.at[name];
      if (typeof value === "string") {
        if (type === "u8") this.fixedString(place, arity, value);
        else this.string(place, points?.from === "file" ? 0 : at, value);
        continue;
      }
      const list = typeof value === "number" ? [value] : Array.from(value);
      if (type === "f32") this.f32(place, list);
      else if (type === "u8" || type === "i8") this.u8(place, ...list);
      else if (type === "u16" || type === "i16") this.i16(place, ...list);
      else this.i32(place, ...list);
    }
  }

  /**
   * Reserves a table of the record at `record`, and stores its count and offset there.
   * @returns the offset of the table
   */
  table({ countAt, offsetAt, bytes }: RecordTable, count: number, record = 0, align = 4): number {
    const first = this.reserve(count * bytes, align);
    this.i32(record + countAt, count);
    this.i32(record + offsetAt, first - record);
    return first;
  }

  bytes(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, at);
  }

  /** Writes text into a field of fixed size, truncated so that there is a terminator. */
  fixedString(at: number, byteLength: number, text: string): void {
    this.#bytes.set(ENCODER.encode(text).subarray(0, byteLength - 1), at);
  }

  /** Stores at `at` the offset, relative to `base`, of a zero-terminated string. */
  string(at: number, base: number, text: string): void {
    const uses = this.#strings.get(text);
    if (uses) uses.push([at, base]);
    else this.#strings.set(text, [[at, base]]);
  }

  /** Appends the strings collected so far. */
  flushStrings(): void {
    for (const [text, uses] of this.#strings) {
      const encoded = ENCODER.encode(text);
      const offset = this.reserve(encoded.length + 1, 1);
      this.#bytes.set(encoded, offset);
      for (const [at, base] of uses) this.i32(at, offset - base);
    }
    this.#strings.clear();
    this.reserve(0);
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array {
    this.flushStrings();
    return this.#bytes.slice(0, this.#length);
  }
}
