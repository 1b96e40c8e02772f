/** A map file's bytes, all of them or those that were read so far. */

import { assert } from "../../core/errors.ts";
import type { UnpackLzma } from "../lzma/valve-lzma-header.ts";

export interface BspBytes {
  /** Of the file, whatever was read of it. */
  readonly byteLength: number;
  /** Whether all of a range was read. */
  has(offset: number, byteLength: number): boolean;
  /** The bytes of a range of which `has` holds; not a copy. */
  view(offset: number, byteLength: number): Uint8Array;
  /** Unpacks what is packed in it. */
  readonly unpack: UnpackLzma;
}

const nothingPacked: UnpackLzma = (_bytes, _byteLength, where) => {
  throw new Error(`visleaf bug: ${where} is packed, and nothing was fetched to unpack it`);
};

/** A file read in ranges: nothing is held of what lies between them. */
export class PartialBytes implements BspBytes {
  readonly byteLength: number;
  readonly unpack: UnpackLzma;
  #parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];

  /** @param unpack may be left out where the map's header says that no lump is packed */
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
    // An empty lump may be said to lie anywhere.
    if (byteLength === 0) return new Uint8Array(0);
    const part = this.#find(offset, byteLength);
    assert(part, `bytes ${offset} to ${offset + byteLength} of a map were not read`);
    const start = offset - part.offset;
    return part.bytes.subarray(start, start + byteLength);
  }

  /** Lets go of everything; views that were given out stay what they are. */
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
