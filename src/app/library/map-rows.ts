/** The rows of the map list: what is left of the collections under a search, with a heading each. */

import type { ListedMap } from "./collection.ts";

export interface RowGroup {
  readonly maps: readonly Pick<ListedMap, "name">[];
}

/** Columns: of row i, its group, and its map in that; -1: the group's heading. */
export interface MapRows {
  readonly count: number;
  readonly groups: Int32Array;
  readonly maps: Int32Array;
  /** Of a heading's row, how many maps are below it. */
  readonly below: Int32Array;
  /** Rows that are no heading. */
  readonly mapCount: number;
}

export const HEADING = -1;

/**
 * Every word of the search has to be in a map's name. Maps whose own name begins with it come first in
 * their group; otherwise they keep their order. Groups of which nothing is left have no heading.
 *
 * @param only a group to show alone; null: all
 */
export function listRows(
  groups: readonly RowGroup[],
  search: string,
  only: number | null = null,
): MapRows {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const total = groups.reduce((sum, group) => sum + group.maps.length + 1, 0);
  const groupColumn = new Int32Array(total);
  const mapColumn = new Int32Array(total);
  const belowColumn = new Int32Array(total);
  let count = 0;
  let mapCount = 0;
  const add = (group: number, map: number): void => {
    groupColumn[count] = group;
    mapColumn[count++] = map;
  };
  for (const [group, { maps }] of groups.entries()) {
    if (only !== null && group !== only) continue;
    const heading = count;
    add(group, HEADING);
    // Two passes over the names: first those that begin with what was typed.
    for (const isFirst of words.length > 0 ? [true, false] : [false]) {
      for (const [map, { name }] of maps.entries()) {
        const text = name.toLowerCase();
        if (!words.every((word) => text.includes(word))) continue;
        const begins = words.length > 0 && text.startsWith(words[0], text.lastIndexOf("/") + 1);
        if (begins === isFirst) add(group, map);
      }
    }
    const found = count - heading - 1;
    mapCount += found;
    belowColumn[heading] = found;
    if (found === 0) count = heading;
  }
  return {
    count,
    groups: groupColumn.subarray(0, count),
    maps: mapColumn.subarray(0, count),
    below: belowColumn.subarray(0, count),
    mapCount,
  };
}

/** The next row that is a map, from `row` in steps of 1 or -1; `row` itself if there is none. */
export function stepRow(rows: MapRows, row: number, by: number): number {
  const step = Math.sign(by);
  let last = row;
  let left = Math.abs(by);
  for (let at = row + step; left > 0 && at >= 0 && at < rows.count; at += step) {
    if (rows.maps[at] === HEADING) continue;
    last = at;
    left--;
  }
  return last;
}
