/** Tests closed area portals against results found by hand. */

import { describe, expect, it } from "vitest";
import { createBitSet, hasBit, setAllBits } from "../../src/core/bit-set.ts";
import type { MapAreas } from "../../src/map/areas.ts";
import type { LeafTree } from "../../src/map/tree.ts";
import { createAreaWalk } from "../../src/visibility/areas.ts";

/**
 * Areas 1 to 4 in a row and 4 to 1 again, one portal per direction; cluster 9 lies in 3 and in 4.
 */
function row(closed: readonly number[]): MapAreas {
  return {
    areaCount: 5,
    firstPortal: Int32Array.of(0, 1, 3, 5, 7),
    portalCount: Int32Array.of(0, 2, 2, 2, 2),
    otherArea: Uint32Array.of(0, 2, 4, 1, 3, 2, 4, 3, 1),
    // Both directions of a portal have its number: 1-2, 4-1, 2-3, 3-4.
    isOpen: Uint8Array.of(1, ...[1, 2, 1, 3, 3, 4, 4, 2].map((n) => (closed.includes(n) ? 0 : 1))),
    portalKey: Uint32Array.of(0, 1, 2, 1, 3, 3, 4, 4, 2),
    windows: null,
    leafArea: Int32Array.of(0, 1, 2, 3, 4, 3, 4, 0),
  };
}
const TREE = { leafCluster: Int32Array.of(-1, 1, 2, 3, 4, 9, 9, 33) } as Partial<LeafTree>;

function seen(
  closed: readonly number[],
  area: number,
  from?: (bits: Uint32Array) => void,
): number[] {
  const walk = createAreaWalk(row(closed));
  const bits = createBitSet(34);
  setAllBits(bits, 34);
  from?.(bits);
  walk.hide(TREE as LeafTree, area, bits);
  return [1, 2, 3, 4, 9, 33].filter((cluster) => hasBit(bits, cluster));
}

describe("closed area portals", () => {
  it("hide nothing if another way is open", () => {
    expect(seen([], 1)).toEqual([1, 2, 3, 4, 9, 33]);
    expect(seen([1], 1)).toEqual([1, 2, 3, 4, 9, 33]);
  });

  it("hide the areas that no open portal leads to, seen from each area", () => {
    expect(seen([1, 4], 1)).toEqual([1, 4, 9, 33]);
    expect(seen([1, 4], 2)).toEqual([2, 3, 9, 33]);
    expect(seen([1, 2], 1)).toEqual([1, 33]);
    expect(seen([1, 2], 3)).toEqual([2, 3, 4, 9, 33]);
  });

  it("hide nothing if the camera is outside all areas", () => {
    for (const area of [0, -1, 5]) expect(seen([1, 2, 3, 4], area)).toHaveLength(6);
  });

  it("open and close with the distance of their windows, and most frames check none", () => {
    const windows = {
      count: 2,
      box: Float32Array.of(0, 0, 0, 10, 20, 30, 1000, 0, 0, 1010, 20, 30),
      closeDistance: Float32Array.of(100, 50),
      // Both directions of 1-2, and of 3-4, which is closed anyway.
      ofPortal: Int32Array.of(-1, 0, -1, 0, -1, -1, 1, 1, -1),
    };
    const walk = createAreaWalk({ ...row([4]), windows });
    const seenFrom = (x: number, y: number, z: number) => {
      const version = walk.look(x, y, z);
      const bits = createBitSet(34);
      setAllBits(bits, 34);
      walk.hide(TREE as LeafTree, 1, bits);
      return { version, seen: [1, 2, 3, 4, 9, 33].filter((cluster) => hasBit(bits, cluster)) };
    };
    const open = [1, 2, 3, 4, 9, 33];
    expect(seenFrom(5, 5, 5)).toEqual({ version: 0, seen: open });
    expect(seenFrom(110, 20, 30)).toEqual({ version: 0, seen: open });
    expect(seenFrom(110.5, 20, 30)).toEqual({ version: 1, seen: [1, 4, 9, 33] });
    expect(seenFrom(109.5, 20, 30)).toEqual({ version: 2, seen: open });
    for (const [x, y, z] of [
      [-101, 0, 0],
      [0, -101, 0],
      [0, 121, 0],
      [0, 0, -101],
      [0, 0, 131],
      [70, 80, 95],
    ]) {
      expect(seenFrom(x, y, z).seen, `${x} ${y} ${z}`).toEqual([1, 4, 9, 33]);
      expect(seenFrom(0, 0, 0).seen).toEqual(open);
    }
    // A portal that is closed for another reason stays closed next to its window.
    expect(seenFrom(1005, 10, 10).seen).toEqual([1, 4, 9, 33]);
  });

  it("open and close by their numbers, and again as at the start", () => {
    const walk = createAreaWalk(row([1, 2]));
    const seenNow = () => {
      const version = walk.look(0, 0, 0);
      const bits = createBitSet(34);
      setAllBits(bits, 34);
      walk.hide(TREE as LeafTree, 1, bits);
      return { version, seen: [1, 2, 3, 4, 9, 33].filter((cluster) => hasBit(bits, cluster)) };
    };
    expect(seenNow()).toEqual({ version: 0, seen: [1, 33] });
    walk.setOpen(Uint8Array.of(1, 1, 0, 1, 0));
    expect(seenNow()).toEqual({ version: 1, seen: [1, 2, 3, 9, 33] });
    walk.setOpen(Uint8Array.of(0, 1, 0, 1, 0));
    expect(seenNow().version, "no area has number 0").toBe(2);
    walk.setOpen(Uint8Array.of(0, 1, 0, 1, 0));
    expect(seenNow().version).toBe(2);
    // Numbers that are not listed are as at the start.
    walk.setOpen(Uint8Array.of(1, 1));
    expect(seenNow()).toEqual({ version: 3, seen: [1, 2, 3, 4, 9, 33] });
    walk.setOpen(null);
    expect(seenNow()).toEqual({ version: 4, seen: [1, 33] });
  });

  it("keep the windows of portals that are opened and closed", () => {
    const windows = {
      count: 1,
      box: Float32Array.of(0, 0, 0, 10, 10, 10),
      closeDistance: Float32Array.of(100),
      ofPortal: Int32Array.of(-1, 0, -1, 0, -1, -1, -1, -1, -1),
    };
    const walk = createAreaWalk({ ...row([1, 4]), windows });
    const isSeen = (x: number) => {
      walk.look(x, 0, 0);
      const bits = createBitSet(34);
      setAllBits(bits, 34);
      walk.hide(TREE as LeafTree, 1, bits);
      return hasBit(bits, 2);
    };
    expect(isSeen(0)).toBe(false);
    walk.setOpen(Uint8Array.of(1, 1, 1, 1, 0));
    expect(isSeen(0)).toBe(true);
    expect(isSeen(200)).toBe(false);
    walk.setOpen(Uint8Array.of(1, 0, 1, 1, 0));
    expect(isSeen(0)).toBe(false);
  });

  it("never show clusters that were hidden before", () => {
    expect(seen([1, 4], 1, (bits) => bits.fill(1 << 4))).toEqual([4]);
  });
});
