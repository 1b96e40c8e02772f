import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { createNearestLeaf } from "../../../src/scene/props/nearest-leaf.ts";

/** Three boxes of 10 inches along x, at 0, 100 and 200. */
const TREE = {
  leafBox: Float32Array.from([0, 100, 200].flatMap((x) => [x, 0, 0, x + 10, 10, 10])),
} as LeafTree;

describe("createNearestLeaf", () => {
  it("finds the leaf with the nearest box", () => {
    const find = createNearestLeaf(TREE, Uint32Array.of(0, 1, 2), new Ledger());
    expect([-50, 40, 90, 130, 900].map((x) => find(x, 0, 0))).toEqual([0, 0, 1, 1, 2]);
  });

  it("returns the first leaf when the budget is used up", () => {
    const ledger = new Ledger({ nearestLeafs: 6 });
    const find = createNearestLeaf(TREE, Uint32Array.of(1, 0, 2), ledger);
    expect([find(900, 0, 0), find(900, 0, 0), find(900, 0, 0)]).toEqual([2, 2, 1]);
    expect(ledger.used("nearestLeafs")).toBe(6);
  });
});
