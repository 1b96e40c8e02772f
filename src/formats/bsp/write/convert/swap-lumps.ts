/** Lumps in the other byte order. */

import type { RecordLayout } from "../../../binary/record-layout.ts";
import { type StructField, struct, u8, u16 } from "../../../binary/struct.ts";
import { swapRecords, swapWords } from "../../../binary/swap-records.ts";
import { bspError } from "../../bsp-error.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpStruct } from "../../records/record.ts";
import { alignPhysCollide } from "./align-physics.ts";
import { type SwappedLump, swapPhysCollide } from "./swap-physics.ts";

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
  /** Counts and records, all of words. */
  LUMP_OCCLUSION: (bytes) => ({ bytes: swapWords(bytes, 4) }),
  LUMP_PHYSDISP: (bytes, fromLittle) => ({ bytes: swapPhysDisp(bytes, fromLittle) }),
  LUMP_PHYSCOLLIDE: swapCollision,
};

/**
 * A lump, not packed, in the other byte order.
 *
 * @param records the form of its records; null: it has none that are known
 * @throws FormatError (BSP) for counts that cannot be
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
  return { bytes, problem: `nothing public says what stands in it; its bytes stay ${order}` };
}

/** A displacement's neighbours, which the table of records has as bytes: a short first, four of a corner. */
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

/** In big-endian maps models begin at multiples of four. */
function swapCollision(bytes: Uint8Array, fromLittle: boolean): SwappedLump {
  if (fromLittle) return swapPhysCollide(alignPhysCollide(bytes, true), true);
  const swapped = swapPhysCollide(bytes, false);
  return { ...swapped, bytes: alignPhysCollide(swapped.bytes, false) };
}

/** A count, two offsets for each cluster, then rows of bytes. */
function swapVisibility(bytes: Uint8Array, fromLittle: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = Math.floor((bytes.length - 4) / 8);
  const count = bytes.length < 4 ? -1 : view.getInt32(0, fromLittle);
  if (count < 0 || count > room) {
    throw bspError("bad-count", "LUMP_VISIBILITY", 0, `0 to ${room} clusters`, count);
  }
  return swapHead(bytes, 4 + count * 8, 4);
}

/** A count and as many lengths, all of them short, then bytes. */
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
