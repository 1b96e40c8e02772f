import { describe, expect, it } from "vitest";
import type { SceneHit } from "../../../src/scene/start/scene-rays.ts";
import { forEachPixel, scoreView } from "../../../src/scene/start/view-score.ts";

const LEVEL = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };

function listPixels(pitch: number, yaw: number): number[][] {
  const directions: number[][] = [];
  forEachPixel({ ...LEVEL, pitch, yaw }, 3, 3, (...direction) => directions.push(direction));
  return directions;
}

describe("the sample pixels of a picture", () => {
  it("run from the upper left, around the view direction", () => {
    const [upperLeft, , upperRight, , middle, , lowerLeft] = listPixels(0, 0);
    expect(middle).toEqual([1, 0, 0]);
    expect(Math.hypot(...upperLeft)).toBeCloseTo(1, 10);
    // y is to the left, z up; 16:9.
    expect(upperLeft[1]).toBeGreaterThan(0);
    expect(upperLeft[2]).toBeGreaterThan(0);
    expect(upperLeft[1] / upperLeft[2]).toBeCloseTo(16 / 9, 5);
    expect(upperRight[1]).toBeCloseTo(-upperLeft[1], 6);
    expect(lowerLeft[2]).toBeCloseTo(-upperLeft[2], 6);
    const turned = listPixels(0, 90);
    expect(turned[4][1]).toBeCloseTo(1, 6);
    expect(turned[0][0]).toBeLessThan(0);
    // When looking down, the upper pixels are farther away.
    const down = listPixels(60, 0);
    expect(down[4][2]).toBeCloseTo(-Math.sin(Math.PI / 3), 5);
    expect(down[1][2]).toBeGreaterThan(down[7][2]);
    expect(down[1][0]).toBeGreaterThan(down[7][0]);
  });
});

describe("the score of a picture", () => {
  interface Seen {
    /** Hit of a ray by its number and upward component; `null` for none. */
    readonly hit: (i: number, up: number) => { distance: number; chunk: number } | null;
    readonly light?: number;
    readonly isChosen?: boolean;
  }
  const score = ({ hit, light = 0.2, isChosen = false }: Seen): number => {
    let i = 0;
    const found: SceneHit = { distance: 0, chunk: -1, triangle: 0, u: 0, v: 0 };
    const rays = {
      hit: found,
      tests: 0,
      cast(...ray: number[]) {
        const next = hit(i++, ray[5]);
        if (next !== null) Object.assign(found, next);
        return next !== null;
      },
    };
    // Two chunks per material.
    const materialOf = Uint16Array.from({ length: 40 }, (_, chunk) => chunk >>> 1);
    return scoreView({ rays, lightOf: () => light }, materialOf, LEVEL, isChosen);
  };
  const hall = (i: number) => ({ distance: 800, chunk: i % 12 });
  const wall = () => ({ distance: 40, chunk: 0 });

  it("is high for an open, lit view of several surfaces", () => {
    expect(score({ hit: hall })).toBeGreaterThan(0.7);
    expect(score({ hit: () => ({ distance: 5000, chunk: 0 }) })).toBeLessThan(score({ hit: hall }));
    expect(score({ hit: (i) => ({ distance: 5000, chunk: i % 40 }) })).toBeCloseTo(1, 5);
  });

  it("is low for a wall, darkness or only sky", () => {
    expect(score({ hit: wall })).toBeLessThan(0.1);
    expect(score({ hit: hall, light: 0.0003 })).toBeLessThan(0.05);
    expect(score({ hit: () => null, isChosen: true })).toBeLessThan(0.01);
    const horizon = (i: number, up: number) => (up < 0 ? hall(i) : null);
    expect(score({ hit: horizon })).toBeGreaterThan(0.6);
  });

  it("penalizes emptiness below, unless the view was chosen", () => {
    const below = (i: number, up: number) => (up > -0.02 ? hall(i) : null);
    const [found, chosen] = [score({ hit: below }), score({ hit: below, isChosen: true })];
    expect(chosen).toBeGreaterThan(0.7);
    expect(found).toBeLessThan(chosen * 0.6);
  });
});
