/** A small valid map that tests inflate by repeating records and overlapping lists. */

import { readRecords } from "../../../src/formats/binary/read-records.ts";
import type {
  ColumnArray,
  RecordLayout,
  Table,
} from "../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../src/formats/binary/write-records.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { DFACE, type DFace } from "../../../src/formats/bsp/records/faces.ts";
import { DLEAF_V1, DNODE, MODELS } from "../../../src/formats/bsp/records/tree.ts";
import { assembleLumps, type Lump } from "../../../src/formats/bsp/write/write-bsp.ts";
import { makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { ROOM_FACES } from "../../formats/bsp/room.ts";
import { packRuns } from "./lzma-runs.ts";

/** Plane 6 of the room: x = 128, which splits it. */
export const MIDDLE_PLANE = 6;

/**
 * Value of a column in every row, or a function of the index (for arrays, the row times the length
 * plus the position).
 */
type Change<C> = { readonly [K in keyof C]?: number | ((at: number) => number) };
type Columns<C> = { readonly [K in keyof C]: ColumnArray };

export class HostileMap {
  readonly #lumps: Map<LumpName, Lump>;
  readonly #gameLumps = new Map<string, Lump>();
  readonly #unpackedBytes = new Map<LumpName, number>();

  /**
   * Builds a room of ten lit faces in two leafs with a cluster each; no props, terrain or brushes.
   */
  constructor() {
    this.#lumps = makeBspLumps();
    for (const name of [
      "LUMP_DISPINFO",
      "LUMP_DISP_VERTS",
      "LUMP_DISP_TRIS",
      "LUMP_PRIMITIVES",
      "LUMP_PRIMINDICES",
    ] as const) {
      this.#lumps.delete(name);
    }
    this.edit("LUMP_FACES", DFACE, { dispInfo: -1, primitiveCount: 0 });
  }

  put(name: LumpName, bytes: Uint8Array, version = 0): void {
    this.#lumps.set(name, { version, bytes });
  }

  putGameLump(id: string, version: number, bytes: Uint8Array): void {
    this.#gameLumps.set(id, { version, bytes });
  }

  /** Writes a lump of repeating bytes, compressed. */
  putRuns(
    name: LumpName,
    version: number,
    byteLength: number,
    pattern: Uint8Array,
    head = new Uint8Array(0),
  ): void {
    this.put(name, packRuns(head, pattern, byteLength), version);
    this.#unpackedBytes.set(name, byteLength);
  }

  putText(text: string): void {
    this.put("LUMP_ENTITIES", new TextEncoder().encode(`${text}\0`));
  }

  rows<C extends Columns<C>>(name: LumpName, layout: RecordLayout<C>): Table<C> {
    return readRecords(this.#lumps.get(name)!.bytes, layout, true);
  }

  /** Changes columns of every row. */
  edit<C extends Columns<C>>(name: LumpName, layout: RecordLayout<C>, change: Change<C>): void {
    const table = this.rows(name, layout);
    this.#write(name, layout, table, change);
  }

  /** Writes `count` changed copies of one row, replacing or following the lump's rows. */
  fold<C extends Columns<C>>(
    name: LumpName,
    layout: RecordLayout<C>,
    count: number,
    change: Change<C>,
    { row = 0, isAppended = false } = {},
  ): void {
    const known = this.#lumps.get(name)!.bytes;
    const record = known.subarray(row * layout.bytes, (row + 1) * layout.bytes);
    const copies = new Uint8Array(count * layout.bytes);
    for (let i = 0; i < count; i++) copies.set(record, i * layout.bytes);
    this.#write(name, layout, readRecords(copies, layout, true), change);
    if (!isAppended) return;
    const { bytes, version } = this.#lumps.get(name)!;
    const both = new Uint8Array(known.length + bytes.length);
    both.set(known);
    both.set(bytes, known.length);
    this.put(name, both, version);
  }

  /** Writes world faces as changed copies of one. The leafs keep their lists. */
  foldFaces(count: number, change: Change<DFace>, row = 0): void {
    this.fold("LUMP_FACES", DFACE, Math.max(count, ROOM_FACES.length), change, { row });
    this.edit("LUMP_MODELS", MODELS[0], {
      firstFace: 0,
      faceCount: (model) => (model === 0 ? count : 0),
    });
  }

  /**
   * Builds a balanced tree of `leafs` leafs with every node at the room's middle plane, so that
   * anything across it is in all leafs. They are copies of leaf 1 with separate clusters, up to 16
   * bits, except the first, which is solid.
   */
  flatTree(leafs: number): void {
    const leaf = {
      cluster: (row: number) => Math.min(row, 0x7fff) - 1,
      contents: (row: number) => (row === 0 ? 1 : 0),
      firstLeafFace: 0,
    };
    this.fold("LUMP_LEAFS", DLEAF_V1, leafs, leaf, { row: 1 });
    // Numbered like a heap; the leafs follow the last node.
    const count = leafs - 1;
    const children = (at: number) => (at + 1 < count ? at + 1 : count - at - 2);
    this.fold("LUMP_NODES", DNODE, count, { plane: MIDDLE_PLANE, faceCount: 0, children });
    // These lumps have a row or bit per leaf or cluster.
    this.drop("LUMP_VISIBILITY", "LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING");
  }

  drop(...names: LumpName[]): void {
    for (const name of names) this.#lumps.delete(name);
  }

  done(): Uint8Array {
    const file = assembleLumps(20, 1, this.#lumps, this.#gameLumps);
    const data = new DataView(file.buffer);
    for (const [name, byteLength] of this.#unpackedBytes) {
      data.setInt32(8 + LUMP[name] * 16 + 12, byteLength, true);
    }
    return file;
  }

  #write<C extends Columns<C>>(
    name: LumpName,
    layout: RecordLayout<C>,
    table: Table<C>,
    change: Change<C>,
  ): void {
    for (const column of Object.keys(change) as (keyof C & string)[]) {
      const value = change[column]!;
      const values: ColumnArray = table[column];
      for (let at = 0; at < values.length; at++) {
        values[at] = typeof value === "function" ? value(at) : (value as number);
      }
    }
    this.put(name, writeRecords(table, layout), this.#lumps.get(name)!.version);
  }
}
