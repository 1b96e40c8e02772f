/** Map file whose lumps are read one by one, on demand. */

import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { PartialBytes } from "../../formats/bsp/bsp-bytes.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { withDialect } from "../../formats/bsp/detect-dialect.ts";
import { findPakfile, rangesIn } from "../../formats/bsp/lump-ranges.ts";
import { LUMP_NAMES, type LumpName } from "../../formats/bsp/lumps.ts";
import {
  type BspHeader,
  MAX_BSP_HEADER_BYTES,
  parseBspHeader,
} from "../../formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import { isLightingLump } from "../../formats/bsp/tables/lump-structs.ts";
import { type LumpTable, rowTable } from "../../formats/bsp/tables/lump-table.ts";
import { LIGHT_NEEDS } from "../../formats/bsp/tables/read-light-faces.ts";
import { readLumpTables } from "../../formats/bsp/tables/read-lump-tables.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import { decompressValveLzma } from "../../formats/lzma/valve-lzma.ts";
import { type OpenPakfile, openPakfile } from "../archives/open-pakfile.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { decipheredBytes } from "../bytes/deciphered-bytes.ts";
import { sliceBytes } from "../bytes/slice-bytes.ts";

export class LumpFile {
  readonly header: BspHeader;
  readonly byteLength: number;
  readonly #source: ByteSource;
  readonly #limits: Limits | undefined;
  #pakfile: Promise<OpenPakfile | null> | null = null;

  private constructor(source: ByteSource, header: BspHeader, limits?: Limits) {
    this.header = header;
    this.byteLength = source.byteLength;
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * Reads the header, also that of an enciphered map. Rejects with FormatError, or as `source`
   * does.
   */
  static async open(source: ByteSource, limits?: Limits): Promise<LumpFile> {
    const { byteLength } = source;
    const stored = await source.read(0, Math.min(MAX_BSP_HEADER_BYTES, byteLength));
    const key = findMapKey(stored);
    const head = key === null ? stored : decipherMap(stored, 0, key);
    const file = key === null ? source : decipheredBytes(source, key);
    try {
      const header = withDialect(parseBspHeader(head, byteLength));
      return new LumpFile(file, header, limits);
    } catch (error) {
      throw explainBadMagic(error, head);
    }
  }

  /**
   * Reads the directory, the heads that show whether lumps are packed, and the named lumps as far
   * as they lie in the file.
   */
  async readLumps(...names: readonly LumpName[]): Promise<LumpReader> {
    const bytes = new PartialBytes(this.byteLength, decompressValveLzma);
    const { whole, counted } = rangesIn(this.header, this.byteLength);
    const heads = LUMP_NAMES.filter((name) => !names.includes(name));
    for (const { offset, byteLength } of [...whole(names), ...counted(heads)]) {
      bytes.add(offset, await this.#source.read(offset, byteLength));
    }
    const ledger = new Ledger(this.#limits);
    ledger.addInput(this.byteLength);
    return new LumpReader(bytes, this.header, undefined, ledger);
  }

  /** Opens the pakfile, reading its directory once; null if no part of it lies in the file. */
  openPakfile(): Promise<OpenPakfile | null> {
    const range = findPakfile(this.header, this.byteLength);
    if (range === null) return Promise.resolve(null);
    this.#pakfile ??= openPakfile(sliceBytes(this.#source, range.offset, range.byteLength));
    return this.#pakfile;
  }

  /**
   * Reads the tables of a slot's lump; for the pakfile, its directory. Rejects with FormatError.
   */
  async readTables(slot: number): Promise<readonly LumpTable[]> {
    const name = LUMP_NAMES[slot];
    if (name === "LUMP_PAKFILE") {
      const { zip } = (await this.openPakfile()) ?? {};
      const rows = (zip?.entries ?? []).map(({ name: _, ...entry }) => entry);
      return rows.length === 0 ? [] : [rowTable("file", rows)];
    }
    const needs = isLightingLump(name) ? LIGHT_NEEDS : [];
    return readLumpTables(await this.readLumps(name, ...needs), name, this.header);
  }

  /** Reads a slot's lump, unpacked. Rejects with FormatError. */
  async readBytes(slot: number): Promise<Uint8Array> {
    const name = LUMP_NAMES[slot];
    return (await this.readLumps(name)).bytes(name);
  }
}
