/** Maps whose leafs, brushes and clusters share their lists. */

import { DBRUSH, DBRUSHSIDE } from "../../../src/formats/bsp/records/brushes.ts";
import { DLEAF_V1, DNODE } from "../../../src/formats/bsp/records/tree.ts";
import { HostileMap } from "./hostile-map.ts";

const MAX_SHORT = 0xffff;
const PAIR_BYTES = 8;

/** Builds leafs that list the same 65,535 faces. */
export function foldLeafFaces(count: number): Uint8Array {
  const map = new HostileMap();
  map.put("LUMP_LEAFFACES", new Uint8Array(MAX_SHORT * 2));
  const shared = { firstLeafFace: 0, leafFaceCount: MAX_SHORT };
  map.fold("LUMP_LEAFS", DLEAF_V1, count, shared, { row: 1, isAppended: true });
  dropPerLeaf(map);
  return map.done();
}

/** Builds leafs that list one brush 65,535 times. */
export function foldLeafBrushes(count: number): Uint8Array {
  const map = new HostileMap();
  putBrushes(map, 1, 1, 1);
  map.put("LUMP_LEAFBRUSHES", new Uint8Array(MAX_SHORT * 2));
  const shared = { firstLeafBrush: 0, leafBrushCount: MAX_SHORT };
  map.fold("LUMP_LEAFS", DLEAF_V1, count, shared, { row: 1, isAppended: true });
  dropPerLeaf(map);
  return map.done();
}

/** Builds brushes that share all sides, twice as many as there are brushes. */
export function foldBrushSides(count: number): Uint8Array {
  const map = new HostileMap();
  putBrushes(map, count, count * 2, count * 2);
  map.put("LUMP_LEAFBRUSHES", Uint8Array.of(0, 0));
  return map.done();
}

/** Writes solid brushes of `each` sides, which all start at the first of `sides`. */
export function putBrushes(map: HostileMap, count: number, sides: number, each: number): void {
  map.put("LUMP_BRUSHSIDES", new Uint8Array(DBRUSHSIDE.bytes));
  map.fold("LUMP_BRUSHSIDES", DBRUSHSIDE, sides, { plane: 0, texinfo: 0 });
  map.put("LUMP_BRUSHES", new Uint8Array(DBRUSH.bytes));
  map.fold("LUMP_BRUSHES", DBRUSH, count, { firstSide: 0, sideCount: each, contents: 1 });
}

/** Builds clusters that all refer to the row after their table. */
export function foldVisibility(count: number): Uint8Array {
  const map = new HostileMap();
  const rowAt = 4 + count * PAIR_BYTES;
  const pair = new Uint8Array(Int32Array.of(rowAt, rowAt).buffer);
  const head = new Uint8Array(Int32Array.of(count).buffer);
  map.putRuns("LUMP_VISIBILITY", 0, rowAt + Math.ceil(count / 8), pair, head);
  return map.done();
}

/** Builds a tree that is one chain of nodes with a leaf at each. */
export function chainTree(count: number): Uint8Array {
  const map = new HostileMap();
  map.flatTree(count + 1);
  const children = (at: number) => (at % 2 === 1 ? -2 - (at >> 1) : (at >> 1) + 1);
  const last = count * 2 - 2;
  map.edit("LUMP_NODES", DNODE, { children: (at) => (at === last ? -1 : children(at)) });
  return map.done();
}

/**
 * Builds leafs whose box centres lie in the plane of all nodes, so that a ray down through one
 * passes all.
 */
export function stackMiddles(count: number): Uint8Array {
  const map = new HostileMap();
  map.flatTree(count);
  map.edit("LUMP_LEAFS", DLEAF_V1, { mins: 0, maxs: 256 });
  map.putText('{"classname" "worldspawn"}{"classname" "info_player_start" "origin" "64 64 16"}');
  return map.done();
}

/** Builds one cluster per leaf that all see each other through a shared row. */
export function seeAll(count: number): Uint8Array {
  const map = new HostileMap();
  map.flatTree(count + 1);
  const head = new Uint8Array(4 + count * PAIR_BYTES);
  const data = new DataView(head.buffer);
  data.setInt32(0, count, true);
  for (let at = 4; at < head.length; at += 4) data.setInt32(at, head.length, true);
  const bytes = new Uint8Array(head.length + Math.ceil(count / 8)).fill(0xff);
  bytes.set(head);
  map.put("LUMP_VISIBILITY", bytes);
  return map.done();
}

/** Drops lumps with one row for each of the room's leafs. */
function dropPerLeaf(map: HostileMap): void {
  map.drop("LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING");
}
