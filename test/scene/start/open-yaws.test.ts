import { describe, expect, it } from "vitest";
import type { SceneHit } from "../../../src/scene/start/scene-rays.ts";
import { findOpenYaws } from "../../../src/scene/start/view-score.ts";

const HERE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };

/** Returns the open directions for walls at `distance`; 0 for no hit. */
function openYaws(distance: (dx: number, dy: number) => number): number[] {
  const hit: SceneHit = { distance: 0, chunk: 0, triangle: 0, u: 0, v: 0 };
  const cast = (...ray: number[]): boolean => {
    hit.distance = distance(ray[3], ray[4]);
    return hit.distance > 0;
  };
  return findOpenYaws({ hit, tests: 0, cast }, HERE);
}

describe("openYaws", () => {
  it("returns the middles of the two widest views", () => {
    // Wide to the north (+y), less wide to the south-west, walls elsewhere.
    const walls = (dx: number, dy: number) => {
      if (dy > 0.9) return 2000;
      return dx < -0.3 && dy < -0.3 ? 800 : 80;
    };
    expect(openYaws(walls)).toEqual([90, 225]);
  });

  it("prefers a distant view to an empty one", () => {
    expect(openYaws((dx) => (dx > 0.8 ? 4000 : 0))[0]).toBe(0);
    expect(openYaws((dx) => (dx > 0.8 ? 100 : 0))[0]).not.toBe(0);
  });
});
