import { describe, expect, it } from "vitest";
import type { LeafTree } from "../../src/map/types.ts";
import { findLeaf, writeBoxLeafs, writeLeafOrder } from "../../src/visibility/leaf-walk.ts";

/** Four leaves: x < 0 | 0 <= x < 10 | x >= 10 and y < 5 | x >= 10 and y >= 5. */
const tree: LeafTree = {
  nodeCount: 3,
  nodePlane: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 10, 0, 1, 0, 5),
  nodeChildren: Int32Array.of(1, -1 - 0, 2, -1 - 1, -1 - 3, -1 - 2),
  leafCount: 4,
  leafCluster: Int32Array.of(0, 1, 2, 3),
  leafFlags: new Uint8Array(4),
  leafBox: new Float32Array(24),
};

describe("findLeaf", () => {
  it("follows the side of each plane that the point is on", () => {
    expect(findLeaf(tree, -1, 0, 0)).toBe(0);
    expect(findLeaf(tree, 5, 99, 0)).toBe(1);
    expect(findLeaf(tree, 11, 4, -7)).toBe(2);
    expect(findLeaf(tree, 11, 6, 0)).toBe(3);
  });

  it("counts a point on a plane as in front", () => {
    expect(findLeaf(tree, 0, 0, 0)).toBe(1);
    expect(findLeaf(tree, 10, 5, 0)).toBe(3);
  });
});

describe("writeBoxLeafs", () => {
  const leafsOf = (...box: number[]) => {
    const out = new Uint32Array(4);
    return [...out.subarray(0, writeBoxLeafs(tree, Float32Array.from(box), 0, out))].sort();
  };

  it("finds each leaf that a box reaches, once", () => {
    expect(leafsOf(-5, 0, 0, -1, 1, 1)).toEqual([0]);
    expect(leafsOf(-5, 0, 0, 1, 1, 1)).toEqual([0, 1]);
    expect(leafsOf(11, 0, 0, 12, 9, 1)).toEqual([2, 3]);
    expect(leafsOf(-1, 0, 0, 12, 9, 1)).toEqual([0, 1, 2, 3]);
  });

  it("ignores leafs whose plane the box only touches", () => {
    expect(leafsOf(-5, 0, 0, 0, 1, 1)).toEqual([0]);
  });
});

describe("writeLeafOrder", () => {
  it("orders far leafs before near ones", () => {
    const rank = new Uint32Array(4);
    writeLeafOrder(tree, 20, 0, 0, rank);
    expect([...rank]).toEqual([0, 1, 3, 2]);
    writeLeafOrder(tree, -20, 9, 0, rank);
    expect(rank[0]).toBe(3);
    expect(rank[1]).toBe(2);
    expect(rank[2]).toBe(0);
  });
});
