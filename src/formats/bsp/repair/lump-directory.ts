/** Changes a map's header in place. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";

const ENTRY_BYTES = 16;
/** Contagion's header has a word more before its directory. */
const LONG_HEADER_VERSION = 27;

export class LumpDirectory {
  readonly header: BspHeader;
  readonly #view: DataView;

  /** @param image the map, which is written to; so are the header's columns */
  constructor(image: Uint8Array, header: BspHeader) {
    this.#view = new DataView(image.buffer, image.byteOffset, image.byteLength);
    this.header = {
      ...header,
      offset: header.offset.slice(),
      length: header.length.slice(),
      uncompressedLength: header.uncompressedLength.slice(),
    };
  }

  /** A lump's length; its place stays. */
  shorten(name: LumpName, length: number): void {
    this.place(name, this.header.offset[LUMP[name]], length);
  }

  /** An empty lump is nowhere. Its version stays, as compilers leave it. */
  drop(name: LumpName): void {
    this.place(name, 0, 0);
    this.header.uncompressedLength[LUMP[name]] = 0;
    this.#write(name, 3, 0);
  }

  place(name: LumpName, offset: number, length: number): void {
    const first = this.header.headerOrder === "standard" ? 0 : 1;
    this.header.offset[LUMP[name]] = offset;
    this.header.length[LUMP[name]] = length;
    this.#write(name, first, offset);
    this.#write(name, first + 1, length);
  }

  #write(name: LumpName, field: number, value: number): void {
    const { version, endian } = this.header;
    const base = version === LONG_HEADER_VERSION ? 12 : 8;
    this.#view.setInt32(base + LUMP[name] * ENTRY_BYTES + field * 4, value, endian === "little");
  }
}
