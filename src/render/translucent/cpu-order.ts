/**
 * Sorts translucent surfaces back to front on the CPU, as `shaders/common/cull/order.wgsl` does,
 * for frames that the GPU does not cull.
 */

import type { LeafTree } from "../../map/tree.ts";
import { writeLeafOrder } from "../../visibility/leaf-walk.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";

/** Surfaces in view and their draw order. */
export interface OrderedRows {
  count: number;
  /** Draw set number and row within the set of each entry. */
  readonly set: Uint8Array;
  readonly row: Uint32Array;
  /** Back-to-front rank of each entry's leaf; 0 is the farthest. */
  readonly rank: Uint32Array;
  /** Inches from the camera to the middle of each entry's box. */
  readonly distance: Float32Array;
  /** Slot of each entry. */
  readonly slot: Uint8Array;
  /** The first `count` are entries, farthest first. */
  readonly order: Uint32Array;
  /** Back-to-front rank of each leaf. */
  readonly leafRank: Uint32Array;
}

/** Back-to-front sorting of one draw set. */
export interface CpuOrdering {
  /** Adds rows in view. */
  readonly list: (rows: OrderedRows, view: View, settings: RenderSettings) => void;
  /** Gathers the set's entries in order. */
  readonly gather: (rows: OrderedRows) => void;
}

/** @param capacity rows of all sets together */
export function createOrderedRows(capacity: number, { leafCount }: LeafTree): OrderedRows {
  return {
    count: 0,
    set: new Uint8Array(capacity),
    row: new Uint32Array(capacity),
    rank: new Uint32Array(capacity),
    distance: new Float32Array(capacity),
    slot: new Uint8Array(capacity),
    order: new Uint32Array(capacity),
    leafRank: new Uint32Array(leafCount),
  };
}

export function restartRows(rows: OrderedRows, tree: LeafTree, { x, y, z }: View): void {
  rows.count = 0;
  writeLeafOrder(tree, x, y, z, rows.leafRank);
}

/** @param box 6 numbers starting at `offset`: mins, maxs */
export function addRow(
  rows: OrderedRows,
  set: number,
  row: number,
  leaf: number,
  view: View,
  box: Float32Array,
  offset: number,
): void {
  const entry = rows.count++;
  const x = (box[offset] + box[offset + 3]) / 2 - view.x;
  const y = (box[offset + 1] + box[offset + 4]) / 2 - view.y;
  const z = (box[offset + 2] + box[offset + 5]) / 2 - view.z;
  rows.set[entry] = set;
  rows.row[entry] = row;
  rows.rank[entry] = rows.leafRank[leaf];
  rows.distance[entry] = Math.sqrt(x * x + y * y + z * z);
}

/** Sorts all entries and assigns their slots. */
export function orderRows(rows: OrderedRows, slotCount: number): void {
  const { count, set, row, rank, distance, slot } = rows;
  const order = rows.order.subarray(0, count);
  let turns = 0;
  for (let entry = 0; entry < count; entry++) {
    order[entry] = entry;
    if (set[entry] !== 0) turns++;
  }
  order.sort(
    (a, b) => rank[a] - rank[b] || distance[b] - distance[a] || set[a] - set[b] || row[a] - row[b],
  );
  // If there are more turns than slots, the farthest turns share the first slot.
  const merged = Math.max(turns, slotCount - 1) - (slotCount - 1);
  let turnsBefore = 0;
  for (const entry of order) {
    slot[entry] = Math.max(turnsBefore, merged) - merged;
    if (set[entry] !== 0) turnsBefore++;
  }
}
