import { describe, expect, it } from "vitest";
import {
  type DisplacementFacts,
  DrawnSurfaces,
} from "../../../src/analysis/check/facts/drawn-surfaces.ts";
import type { Vec3 } from "../../../src/analysis/check/findings.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";

/** A level square of 64 inches around an axis, seen from above. */
function level(x: number, z: number): DisplacementFacts {
  const corner = (dx: number, dy: number) => [x + dx, dy, z];
  const position = Float32Array.from([
    ...corner(-32, -32),
    ...corner(32, -32),
    ...corner(32, 32),
    ...corner(-32, 32),
  ]);
  return { grid: { position, indices: Uint32Array.of(0, 2, 1, 0, 3, 2) } } as never;
}

describe("displacements that are drawn", () => {
  // Far above the room that the map is, whose own faces are not met.
  const bsp = parseBsp(makeBsp());
  const down: Vec3 = [0, 0, -1];
  const surfaces = new DrawnSurfaces(bsp, [level(0, 5000), level(200, 5100)], new Ledger());
  const from = (x: number, beyond = 0) => surfaces.firstBeyond([x, 1, 5200], down, beyond);

  it("are met where they lie, and not beside", () => {
    expect(from(1)).toBeCloseTo(200, 3);
    expect(from(201)).toBeCloseTo(100, 3);
    expect(from(100)).not.toBeCloseTo(200, 3);
    expect(from(100)).not.toBeCloseTo(100, 3);
  });

  it("are passed where something beyond is asked for", () => {
    expect(from(201, 101)).toBeGreaterThan(101);
  });
});
