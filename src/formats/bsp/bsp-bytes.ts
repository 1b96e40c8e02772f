/** Bytes of a map file: all of them, or those read so far. */

import { assert } from "../../core/errors.ts";
import type { UnpackLzma } from "../lzma/valve-lzma-header.ts";

export interface BspBytes {
  /** Size of the whole file, including parts not yet read. */
  readonly byteLength: number;
  /** Whether a range was read completely. */
  has(offset: number, byteLength: number): boolean;
  /** Returns the bytes of a range for which `has` is true, as a view. */
  view(offset: number, byteLength: number): Uint8Array;
  /** Decompresses LZMA data of the file. */
  readonly unpack: UnpackLzma;
}

const nothingPacked: UnpackLzma = (_bytes, _byteLength, where) => {
  throw new Error(`visleaf bug: ${where} is packed, and nothing was fetched to unpack it`);
};

/** A file read in ranges. Bytes between them are not kept. */
export class PartialBytes implements BspBytes {
  readonly byteLength: number;
  readonly unpack: UnpackLzma;
  #parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];

  /** @param unpack decompressor; not needed if no lump in the map's header is compressed */
  constructor(byteLength: number, unpack: UnpackLzma = nothingPacked) {
    this.byteLength = byteLength;
    this.unpack = unpack;
  }

  add(offset: number, bytes: Uint8Array): void {
    this.#parts.push({ offset, bytes });
  }

  has(offset: number, byteLength: number): boolean {
    return byteLength === 0 || this.#find(offset, byteLength) !== undefined;
  }

  view(offset: number, byteLength: number): Uint8Array {
    // An empty lump may have any offset.
    if (byteLength === 0) return new Uint8Array(0);
    const part = this.#find(offset, byteLength);
    assert(part, `bytes ${offset} to ${offset + byteLength} of a map were not read`);
    const start = offset - part.offset;
    return part.bytes.subarray(start, start + byteLength);
  }

  /** Drops all ranges. Views returned earlier stay valid. */
  clear(): void {
    this.#parts = [];
  }

  #find(offset: number, byteLength: number) {
    const end = offset + byteLength;
    return this.#parts.find(
      (part) => part.offset <= offset && end <= part.offset + part.bytes.length,
    );
  }
}
