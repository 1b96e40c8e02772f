import { describe, expect, it } from "vitest";
import type { BspWorld } from "../../../src/formats/bsp/types.ts";
import { keepModelSides } from "../../../src/scene/brushes/model-brushes.ts";

/**
 * The world has the leafs 1 and 2 below node 0, and a model the leafs 3 and 4 below node 1. Brush 1
 * lies in both.
 */
const BSP = {
  models: { count: 2, headNode: Int32Array.of(0, 1) },
  nodes: { count: 2, children: Int32Array.of(-2, -3, -4, -5) },
  leafs: {
    firstLeafBrush: Uint32Array.of(0, 0, 1, 2, 3),
    leafBrushCount: Uint32Array.of(0, 1, 1, 1, 1),
  },
} as unknown as BspWorld;
const BRUSHES = {
  ...{ count: 3, contents: Int32Array.of(1, 2, 3), leafBrushes: Uint32Array.of(0, 1, 1, 2) },
  ...{ firstSide: Int32Array.of(0, 4, 2), sideCount: Int32Array.of(2, 2, 2) },
  sidePlane: Uint32Array.of(10, 11, 12, 13, 14, 15),
  sideTexInfo: Int32Array.of(0, 1, 2, 3, 4, 5),
  sideIsBevel: Uint8Array.of(0, 0, 1, 0, 0, 1),
};

describe("keepModelSides", () => {
  it("keeps the sides of brushes in models, also of those in the world too", () => {
    const kept = keepModelSides(BSP, BRUSHES);
    expect(kept).toMatchObject({ count: 3, contents: BRUSHES.contents });
    expect([...kept.sideCount]).toEqual([0, 2, 2]);
    const planesOf = (brush: number) => {
      const first = kept.firstSide[brush];
      return [...kept.sidePlane.subarray(first, first + kept.sideCount[brush])];
    };
    expect([0, 1, 2].map(planesOf)).toEqual([[], [14, 15], [12, 13]]);
    expect([...kept.sideTexInfo]).toEqual([4, 5, 2, 3]);
    expect([...kept.sideIsBevel]).toEqual([0, 1, 1, 0]);
  });

  it("keeps none in a map without models", () => {
    const models = { count: 1, headNode: Int32Array.of(0) } as BspWorld["models"];
    expect(keepModelSides({ ...BSP, models }, BRUSHES).sidePlane).toHaveLength(0);
  });
});
