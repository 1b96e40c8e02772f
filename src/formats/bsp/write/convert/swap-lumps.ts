/** Swaps the byte order of records and lumps. */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import {
  ABSENT,
  type Column,
  type RecordLayout,
  SCALAR_BYTES,
} from "../../../binary/record-layout.ts";
import { type StructField, struct, u8, u16 } from "../../../binary/struct.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { bspError } from "../../bsp-error.ts";
import type { LumpName } from "../../lumps.ts";
import { DPHYSMODEL } from "../../records/physics.ts";
import type { LumpStruct } from "../../records/record.ts";

/**
 * Returns an array of records in the other byte order: the bytes of each value are reversed. Bytes
 * outside of all columns, and after the last whole record, stay the same.
 */
export function swapRecords(bytes: Uint8Array, layout: RecordLayout<object>): Uint8Array {
  const out = new Uint8Array(bytes);
  const columns: readonly Column[] = Object.values(layout.columns);
  const end = bytes.length - (bytes.length % layout.bytes);
  for (const { at, type, arity = 1 } of columns) {
    const size = SCALAR_BYTES[type];
    if (at === ABSENT || size === 1) continue;
    for (let record = at; record < end; record += layout.bytes) {
      for (let value = record; value < record + arity * size; value += size) {
        for (let i = 0; i < size; i++) out[value + i] = bytes[value + size - 1 - i];
      }
    }
  }
  return out;
}

/** Returns an array of 2-byte or 4-byte numbers in the other byte order. */
export function swapWords(bytes: Uint8Array, size: 2 | 4): Uint8Array {
  const column: Column = { at: 0, type: size === 2 ? "u16" : "u32", as: Uint32Array };
  return swapRecords(bytes, { bytes: size, columns: { column } } as RecordLayout<object>);
}

// LUMP_PHYSCOLLIDE in the other byte order. The headers are Valve's (`dphysmodel_t`, and
// `bsplib.cpp` of Source SDK 2013 for a solid's). The surfaces after them are IVP's compact
// surfaces, whose tree open tools describe. Bit fields start from the other end of their word, as C
// compilers of either byte order lay them out; this was confirmed in a real map of the Xbox 360.

export interface SwappedLump {
  readonly bytes: Uint8Array;
  /** Part that is still in the old byte order, and why. */
  readonly problem?: string;
}

const MODEL_BYTES = DPHYSMODEL.bytes;
/**
 * Header of a solid: id, version and kind, size, drag areas by axis, another size. The oldest
 * solids have none.
 */
const SOLID_HEADER_BYTES = 28;
const SOLID_ID = 0x59485056;
const SOLID_VERSION = 0x100;
const KIND_CONVEX = 0;
const SURFACE_BYTES = 48;
/** Id at the end of a surface's header. */
const SURFACE_ID = 0x53505649;
const NODE_BYTES = 28;
const LEDGE_BYTES = 16;
const TRIANGLE_BYTES = 16;

const LUMP = "LUMP_PHYSCOLLIDE";

/** Widths of the bit fields in a word, from the lowest bit of a little-endian file. */
const SURFACE_BITS = [8, 24];
const LEDGE_BITS = [2, 2, 4, 24];
const TRIANGLE_BITS = [12, 12, 7, 1];
const EDGE_BITS = [16, 15, 1];

/**
 * Swaps the lump. Solids other than convex hulls keep their bytes, which is reported.
 * @throws FormatError (BSP) if models or their solids are outside the lump
 */
export function swapPhysCollide(bytes: Uint8Array, fromLittle: boolean): SwappedLump {
  const out = new Uint8Array(bytes);
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const to = new DataView(out.buffer);
  let kept = 0;
  for (let at = 0; at + MODEL_BYTES <= bytes.length; ) {
    for (let i = 0; i < 4; i++) copyWord(from, to, at + i * 4, fromLittle);
    const [model, dataBytes, textBytes, solids] = [0, 4, 8, 12].map((field) =>
      from.getInt32(at + field, fromLittle),
    );
    at += MODEL_BYTES;
    if (model < 0) break;
    const end = at + dataBytes;
    if (dataBytes < 0 || textBytes < 0 || end + textBytes > bytes.length) {
      const expected = `solids and text of model ${model} within ${bytes.length} bytes`;
      throw bspError("truncated", LUMP, at, expected, `${dataBytes} and ${textBytes}`);
    }
    let solid = at;
    for (let i = 0; i < solids && solid + 4 <= end; i++) {
      copyWord(from, to, solid, fromLittle);
      const length = from.getInt32(solid, fromLittle);
      solid += 4;
      if (length < 0 || solid + length > end) {
        throw bspError("bad-count", LUMP, solid - 4, `0 to ${end - solid} bytes`, length);
      }
      if (!swapSolid(from, to, solid, solid + length, fromLittle)) kept++;
      solid += length;
    }
    at = end + textBytes;
  }
  if (kept === 0) return { bytes: out };
  const order = fromLittle ? "little-endian" : "big-endian";
  return { bytes: out, problem: `${kept} solids of an unsupported kind stay ${order}` };
}

function copyWord(from: DataView, to: DataView, at: number, fromLittle: boolean): void {
  to.setUint32(at, from.getUint32(at, fromLittle), !fromLittle);
}

function copyShort(from: DataView, to: DataView, at: number, fromLittle: boolean): void {
  to.setUint16(at, from.getUint16(at, fromLittle), !fromLittle);
}

/** Swaps one solid. Returns false, without writing, if its kind is not supported. */
function swapSolid(from: DataView, to: DataView, at: number, end: number, little: boolean) {
  const hasHeader = at + 8 <= end && from.getUint32(at, little) === SOLID_ID;
  const surface = at + (hasHeader ? SOLID_HEADER_BYTES : 0);
  if (surface + SURFACE_BYTES > end) return false;
  if (from.getUint32(surface + 44, little) !== SURFACE_ID) return false;
  if (hasHeader && from.getUint16(at + 4, little) !== SOLID_VERSION) return false;
  if (hasHeader && from.getUint16(at + 6, little) !== KIND_CONVEX) return false;
  const special = markWords(from, surface, end, little);
  if (special === null) return false;
  for (let word = at; word + 4 <= end; word += 4) copyWord(from, to, word, little);
  if (hasHeader) {
    copyShort(from, to, at + 4, little);
    copyShort(from, to, at + 6, little);
  }
  for (const [word, widths] of special) {
    if (widths === "shorts") {
      copyShort(from, to, word, little);
      copyShort(from, to, word + 2, little);
    } else if (widths === "bytes") {
      for (let i = word; i < word + 4; i++) to.setUint8(i, from.getUint8(i));
    } else {
      to.setUint32(word, mirrorBits(from.getUint32(word, little), widths, little), !little);
    }
  }
  return true;
}

type WordKind = readonly number[] | "shorts" | "bytes";

/**
 * Finds words with several fields; returns `null` if the tree leads out of the solid or has a
 * cycle.
 */
function markWords(from: DataView, surface: number, end: number, little: boolean) {
  const special = new Map<number, WordKind>();
  special.set(surface + 28, SURFACE_BITS);
  const nodes = [surface + from.getInt32(surface + 32, little)];
  const seen = new Set<number>();
  const ledges = new Set<number>();
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node < surface || node + NODE_BYTES > end || seen.has(node)) return null;
    if ((node - surface) % 4 !== 0) return null;
    seen.add(node);
    // Three single bytes with the size of the node's box.
    special.set(node + 24, "bytes");
    const right = from.getInt32(node, little);
    if (right !== 0) nodes.push(node + NODE_BYTES, node + right);
    const ledge = from.getInt32(node + 4, little);
    // An inner node may have a hull around everything below it.
    if (ledge !== 0) ledges.add(node + ledge);
  }
  // Hulls of an intact solid do not share triangles.
  let room = (end - surface) / TRIANGLE_BYTES;
  for (const ledge of ledges) {
    if (ledge < surface || ledge + LEDGE_BYTES > end) return null;
    special.set(ledge + 8, LEDGE_BITS);
    special.set(ledge + 12, "shorts");
    const triangles = from.getInt16(ledge + 12, little);
    const stop = ledge + LEDGE_BYTES + triangles * TRIANGLE_BYTES;
    room -= triangles;
    if (triangles < 0 || stop > end || room < 0) return null;
    for (let triangle = ledge + LEDGE_BYTES; triangle < stop; triangle += TRIANGLE_BYTES) {
      special.set(triangle, TRIANGLE_BITS);
      for (let edge = 4; edge < TRIANGLE_BYTES; edge += 4) special.set(triangle + edge, EDGE_BITS);
    }
  }
  return special;
}

/** Reverses the order of the bit fields in a word. */
function mirrorBits(word: number, widths: readonly number[], isFromLowest: boolean): number {
  let out = 0;
  let low = 0;
  for (const width of widths) {
    const high = 32 - low - width;
    const mask = 2 ** width - 1;
    const value = (word >>> (isFromLowest ? low : high)) & mask;
    out |= value << (isFromLowest ? high : low);
    low += width;
  }
  return out >>> 0;
}

// Differences between engines in LUMP_PHYSCOLLIDE other than the byte order.

/**
 * Pads the text of each model with zeros, so that the next model begins at a multiple of four
 * bytes, as consoles require, or removes this padding. Little-endian. In a damaged lump, the first
 * unreadable model and everything after it stay the same. Source: `bsplib.cpp` of Source SDK 2013.
 */
export function alignPhysCollide(bytes: Uint8Array, isAligned: boolean): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at + DPHYSMODEL.bytes <= bytes.length) {
    const head = readRecords(bytes.subarray(at, at + DPHYSMODEL.bytes), DPHYSMODEL, true);
    const dataBytes = head.dataSize[0];
    const textBytes = head.keydataSize[0];
    const start = at + DPHYSMODEL.bytes;
    const end = start + dataBytes + textBytes;
    if (head.model[0] < 0 || dataBytes < 0 || textBytes < 0 || end > bytes.length) break;
    let last = end;
    while (last > end - textBytes && bytes[last - 1] === 0) last--;
    const text = bytes.subarray(end - textBytes, Math.min(end, last + 1));
    const filling = isAligned ? -(dataBytes + text.length) & 3 : 0;
    head.keydataSize[0] = text.length + filling;
    parts.push(writeRecords(head, DPHYSMODEL), bytes.subarray(start, start + dataBytes));
    parts.push(text, new Uint8Array(filling));
    at = end;
  }
  return concatBytes([...parts, bytes.subarray(at)]);
}

/** Lumps of single bytes: text, archives, colours, triangles and their weights. */
const BYTES: ReadonlySet<LumpName> = new Set<LumpName>([
  "LUMP_ENTITIES",
  "LUMP_LIGHTING",
  "LUMP_LIGHTING_HDR",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_PAKFILE",
  "LUMP_DISP_LIGHTMAP_ALPHAS",
  "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS",
]);

type Swap = (bytes: Uint8Array, fromLittle: boolean) => SwappedLump;

const SWAPS: { readonly [K in LumpName]?: Swap } = {
  LUMP_VISIBILITY: (bytes, fromLittle) => ({ bytes: swapVisibility(bytes, fromLittle) }),
  /** Counts and records consist only of words. */
  LUMP_OCCLUSION: (bytes) => ({ bytes: swapWords(bytes, 4) }),
  LUMP_PHYSDISP: (bytes, fromLittle) => ({ bytes: swapPhysDisp(bytes, fromLittle) }),
  LUMP_PHYSCOLLIDE: swapCollision,
};

/**
 * Swaps the byte order of an uncompressed lump.
 *
 * @param records form of its records; `null` if unknown
 * @throws FormatError (BSP) for invalid counts
 */
export function swapLump(
  slot: LumpName,
  bytes: Uint8Array,
  records: LumpStruct | null,
  fromLittle: boolean,
): SwappedLump {
  const swap = SWAPS[slot];
  if (swap) return swap(bytes, fromLittle);
  if (records) return { bytes: swapRecords(bytes, withNeighbors(slot, records)) };
  if (BYTES.has(slot)) return { bytes };
  const order = fromLittle ? "little-endian" : "big-endian";
  return { bytes, problem: `its format is not public; its bytes stay ${order}` };
}

/**
 * Replaces the byte fields of a displacement's neighbours by shorts and bytes: a short in each edge
 * neighbour, four shorts in each corner.
 */
function withNeighbors(slot: LumpName, records: LumpStruct): RecordLayout<object> {
  const { edgeNeighbors, cornerNeighbors } = records.columns;
  if (slot !== "LUMP_DISPINFO") return records;
  const fields: Record<string, StructField> = {};
  for (let edge = 0; edge < 8; edge++) {
    fields[`neighbor${edge}`] = u16();
    fields[`place${edge}`] = u8(4);
  }
  for (let corner = 0; corner < 4; corner++) {
    fields[`neighbors${corner}`] = u16(4);
    fields[`count${corner}`] = u8(2);
  }
  const { columns } = struct(fields);
  const moved = Object.entries(columns).map(
    ([name, column]) => [name, { ...column, at: column.at + edgeNeighbors.at }] as const,
  );
  const { edgeNeighbors: _, cornerNeighbors: __, ...rest } = records.columns;
  return cornerNeighbors.at === edgeNeighbors.at + 48
    ? { bytes: records.bytes, columns: { ...rest, ...Object.fromEntries(moved) } as object }
    : records;
}

/** Swaps the lump and its alignment: in big-endian maps, models begin at multiples of four. */
function swapCollision(bytes: Uint8Array, fromLittle: boolean): SwappedLump {
  if (fromLittle) return swapPhysCollide(alignPhysCollide(bytes, true), true);
  const swapped = swapPhysCollide(bytes, false);
  return { ...swapped, bytes: alignPhysCollide(swapped.bytes, false) };
}

/** Swaps a count and two offsets for each cluster. The rows after them are bytes. */
function swapVisibility(bytes: Uint8Array, fromLittle: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = Math.floor((bytes.length - 4) / 8);
  const count = bytes.length < 4 ? -1 : view.getInt32(0, fromLittle);
  if (count < 0 || count > room) {
    throw bspError("bad-count", "LUMP_VISIBILITY", 0, `0 to ${room} clusters`, count);
  }
  return swapHead(bytes, 4 + count * 8, 4);
}

/** Swaps a count and the lengths, all shorts. The hulls after them are bytes. */
function swapPhysDisp(bytes: Uint8Array, fromLittle: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = Math.floor((bytes.length - 2) / 2);
  const count = bytes.length < 2 ? -1 : view.getUint16(0, fromLittle);
  if (count < 0 || count > room) {
    throw bspError("bad-count", "LUMP_PHYSDISP", 0, `0 to ${room} displacements`, count);
  }
  return swapHead(bytes, 2 + count * 2, 2);
}

function swapHead(bytes: Uint8Array, length: number, size: 2 | 4): Uint8Array {
  const out = new Uint8Array(bytes);
  out.set(swapWords(bytes.subarray(0, length), size));
  return out;
}
