import { describe, expect, it } from "vitest";
import {
  type DisplacementFacts,
  DrawnSurfaces,
} from "../../../src/analysis/check/facts/drawn-surfaces.ts";
import type { Vec3 } from "../../../src/analysis/check/findings.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";

/** Returns a level square of 64 inches around a point, as seen from above. */
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

describe("rays against drawn displacements", () => {
  // The displacements lie far above the room of the map, so the rays do not hit its faces.
  const bsp = parseBsp(makeBsp());
  const down: Vec3 = [0, 0, -1];
  const surfaces = new DrawnSurfaces(bsp, [level(0, 5000), level(200, 5100)], new Ledger());
  const from = (x: number, beyond = 0) => surfaces.firstBeyond([x, 1, 5200], down, beyond);

  it("hit a displacement where it lies, and not beside it", () => {
    expect(from(1)).toBeCloseTo(200, 3);
    expect(from(201)).toBeCloseTo(100, 3);
    expect(from(100)).not.toBeCloseTo(200, 3);
    expect(from(100)).not.toBeCloseTo(100, 3);
  });

  it("pass displacements nearer than the given minimum distance", () => {
    expect(from(201, 101)).toBeGreaterThan(101);
  });
});
