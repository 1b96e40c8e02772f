import { describe, expect, it } from "vitest";
import { HotspotSight } from "../../../src/component/hotspots/hotspot-sight.ts";

function make(count: number) {
  const cast: number[] = [];
  const clear = new Set<number>();
  const sight = new HotspotSight((row) => {
    cast.push(row);
    return clear.has(row);
  });
  sight.restart(count);
  const wanted = new Uint8Array(count).fill(1);
  const update = (x = 0): number[] => {
    cast.length = 0;
    sight.update(x, 0, 0, wanted);
    return [...cast];
  };
  return { sight, clear, wanted, update };
}

describe("HotspotSight", () => {
  it("casts a few rays a frame, until each point has its answer", () => {
    const { sight, clear, update } = make(14);
    clear.add(7);
    expect(update()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(sight.isClear(0)).toBe(false);
    expect(sight.isClear(7)).toBeNull();
    expect(update()).toEqual([6, 7, 8, 9, 10, 11]);
    expect(sight.isClear(7)).toBe(true);
    expect(update()).toEqual([12, 13]);
    expect(update()).toEqual([]);
  });

  it("casts again only after the eye moved, or the map changed", () => {
    const { sight, update } = make(2);
    update();
    expect(update(0.2)).toEqual([]);
    expect(update(3)).toEqual([0, 1]);
    expect(update(3)).toEqual([]);
    sight.invalidate();
    expect(update(3)).toEqual([0, 1]);
  });

  it("reaches all points while the eye moves each frame", () => {
    const { update } = make(20);
    const rows = new Set([10, 20, 30, 40].flatMap((x) => update(x)));
    expect(rows.size).toBe(20);
  });

  it("casts no ray at points outside the picture", () => {
    const { sight, wanted, update } = make(3);
    wanted[1] = 0;
    expect(update()).toEqual([0, 2]);
    expect(sight.isClear(1)).toBeNull();
    wanted[1] = 1;
    expect(update()).toEqual([1]);
  });
});
