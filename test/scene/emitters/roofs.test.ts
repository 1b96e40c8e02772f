import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { ROOF_CELLS } from "../../../src/map/placed/emitters.ts";
import { castRoofs, NO_ROOF } from "../../../src/scene/placed/roofs.ts";
import type { Trace } from "../../../src/visibility/trace.ts";

/** Solid above z = 600; air below. */
const TREE = {
  nodeCount: 1,
  nodePlane: Float32Array.of(0, 0, 1, 600),
  nodeChildren: Int32Array.of(-1, -2),
  leafCount: 2,
  leafCluster: Int32Array.of(-1, 0),
  leafFlags: new Uint8Array(2),
  leafBox: new Float32Array(12),
};

/** Has a roof at z = 100 where x is over 320, and a ceiling instead of the sky where x is over 480. */
function roofedTrace(): Trace {
  const hit = { distance: 0 };
  const trace = {
    tests: 0,
    hit,
    cast(x: number, _y: number, z: number, dx: number, dy: number, dz: number, length: number) {
      expect([dx, dy]).toEqual([0, 0]);
      trace.tests += 5;
      if (dz === 1) return x > 480;
      hit.distance = z - 100;
      return x > 320 && hit.distance < length;
    },
  };
  return trace as unknown as Trace;
}

describe("roofs below rain", () => {
  it("are found from the highest air of the volume down", () => {
    const ledger = new Ledger();
    const heights = castRoofs(TREE, roofedTrace(), [0, 0, 0], [640, 64, 1000], ledger);
    expect(heights).toHaveLength(ROOF_CELLS ** 2);
    // Cells are 10 inches long: the roof begins with the 33rd.
    expect([...heights.subarray(31, 34)]).toEqual([NO_ROOF, 100, 100]);
    expect(heights[ROOF_CELLS * 5 + 47]).toBe(100);
    // Under a ceiling there is no rain at all.
    expect(heights[ROOF_CELLS * 5 + 48]).toBe(1000);
    // Two rays a cell, or one under the ceiling.
    expect(ledger.used("rayTests")).toBe(5 * (48 * 2 + 16) * ROOF_CELLS);
  });

  it("end where the budget of rays ends, and in solid volumes there are none", () => {
    const ledger = new Ledger({ rayTests: 10 * 40 });
    const heights = castRoofs(TREE, roofedTrace(), [0, 0, 0], [640, 64, 1000], ledger);
    expect(heights.filter((height) => height !== NO_ROOF)).toHaveLength(8);
    const solid = castRoofs(TREE, roofedTrace(), [0, 0, 700], [640, 64, 300], new Ledger());
    expect(solid.every((height) => height === NO_ROOF)).toBe(true);
  });
});
