/** Makes a tree and a PVS of many clusters from columns: slabs in a row along x. */

import type { LeafTree, Pvs } from "../../src/map/tree.ts";

/** Thickness of a slab in inches. */
export const WIDTH = 32;

/** Whether two slabs see each other: near ones do, and some far ones. */
export const sees = (from: number, to: number): boolean =>
  Math.abs(from - to) < 20 || (from * 31 + to * 17) % 101 === 0;

/**
 * Leafs run against x, and the first is solid, so that neither leafs nor nodes have the indices of
 * clusters.
 */
export function makeSlabs(count: number, isSeen = sees): { tree: LeafTree; pvs: Pvs } {
  const nodePlane: number[] = [];
  const nodeChildren: number[] = [];
  const leafOf = (cluster: number) => count - cluster;
  const split = (first: number, end: number): number => {
    if (end - first === 1) return -1 - leafOf(first);
    const node = nodePlane.length / 4;
    const middle = (first + end) >>> 1;
    nodePlane.push(1, 0, 0, middle * WIDTH);
    nodeChildren.push(0, 0);
    nodeChildren[node * 2] = split(middle, end);
    nodeChildren[node * 2 + 1] = split(first, middle);
    return node;
  };
  split(0, count);
  const leafCluster = new Int32Array(count + 1).fill(-1);
  const leafBox = new Float32Array((count + 1) * 6);
  for (let cluster = 0; cluster < count; cluster++) {
    leafCluster[leafOf(cluster)] = cluster;
    const x = cluster * WIDTH;
    leafBox.set([x, -56, 0, x + WIDTH, 72, 128], leafOf(cluster) * 6);
  }
  const tree = {
    nodeCount: count - 1,
    nodePlane: Float32Array.from(nodePlane),
    nodeChildren: Int32Array.from(nodeChildren),
    leafCount: count + 1,
    leafCluster,
    leafFlags: new Uint8Array(count + 1),
    leafBox,
  };
  const bytes: number[] = [];
  const rowOffset = new Uint32Array(count);
  for (let from = 0; from < count; from++) {
    rowOffset[from] = bytes.length;
    let zeros = 0;
    const flush = () => {
      for (; zeros > 0; zeros -= Math.min(zeros, 255)) bytes.push(0, Math.min(zeros, 255));
    };
    for (let at = 0; at < count; at += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8 && at + bit < count; bit++)
        if (isSeen(from, at + bit)) byte |= 1 << bit;
      if (byte === 0) zeros++;
      else {
        flush();
        bytes.push(byte);
      }
    }
    flush();
  }
  return { tree, pvs: { clusterCount: count, rowOffset, bytes: Uint8Array.from(bytes) } };
}
