import { describe, expect, it } from "vitest";
import { writeMatrix3x4 } from "../../src/math/angles.ts";
import type { HullPlaces } from "../../src/visibility/hull-models.ts";
import { createHullTrace } from "../../src/visibility/hull-trace.ts";
import { makeHulls } from "./make-hulls.ts";

/** Places models by origin and yaw; `null` for those that are not solid. */
function placesOf(places: readonly (readonly number[] | null)[]): HullPlaces & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    mayBeNear: (row, sphere, point) => {
      const [x, y, z] = places[row] ?? [1e9, 0, 0];
      const far = Math.hypot(sphere.x, sphere.y, sphere.z) + sphere.radius;
      return Math.hypot(x - point.x, y - point.y, z - point.z) < far + point.reach;
    },
    place: (row, out) => {
      asked.push(row);
      const place = places[row];
      if (place === null) return false;
      const [x, y, z, yaw = 0] = place;
      writeMatrix3x4(out, 0, 0, yaw, 0, x, y, z);
      return true;
    },
  };
}

const NEAR = { x: 0, y: 0, z: 0, reach: 500 };
/** A wall 8 thick and 100 wide at x = 50, and a floor. */
const WALL = { entity: 3, box: [-4, -50, 0, 4, 50, 100], origin: [50, 0, 0] };
const FLOOR = [-500, -500, -10, 500, 500, 0];

const hulls = makeHulls([FLOOR], [], [WALL]);

/** Where a box of 20 by 20 by 20 stops on its way along +x from −100 to 300. */
function stopsAt(places: HullPlaces | null, y = 0) {
  const trace = createHullTrace(hulls);
  trace.setBox(10, 10, 10);
  if (places !== null) trace.models.gather(places, NEAR);
  trace.sweep(-100, y, 50, 300, y, 50, 1);
  const { x, model, normalX, normalY } = trace.hit;
  return { x: Number(x.toFixed(2)), model, normal: [normalX, normalY].map((n) => Math.round(n)) };
}

describe("models of hulls", () => {
  it("stop boxes where they were built until their places are taken", () => {
    expect(stopsAt(null)).toEqual({ x: 35.97, model: 0, normal: [-1, 0] });
    expect(stopsAt(placesOf([[50, 0, 0]]))).toEqual({ x: 35.97, model: 0, normal: [-1, 0] });
  });

  it("stop boxes where they are, and not where they were built", () => {
    expect(stopsAt(placesOf([[120, 0, 0]]))).toEqual({ x: 105.97, model: 0, normal: [-1, 0] });
    expect(stopsAt(placesOf([[50, 0, 200]])).x).toBe(300);
    expect(stopsAt(placesOf([[50, 80, 0]]), 0).x).toBe(300);
    expect(stopsAt(placesOf([[50, 80, 0]]), 80).x).toBe(35.97);
    expect(stopsAt(placesOf([null])).x).toBe(300);
  });

  it("stop boxes at their turned sides, and at the box around them", () => {
    // After a quarter turn the wall is 100 long along x, from 0 to 100.
    expect(stopsAt(placesOf([[50, 0, 0, 90]])).x).toBeCloseTo(-10.03, 2);
    expect(stopsAt(placesOf([[50, 0, 0, 90]]), 14.1).x).toBe(300);
    // After an eighth of a turn its corner at (82.5, 38.2) is the last that a box at y = 47 meets.
    expect(stopsAt(placesOf([[50, 0, 0, 45]]), 47).x).toBeLessThan(100);
    expect(stopsAt(placesOf([[50, 0, 0, 45]]), 49).x).toBe(300);
  });

  it("are passed while they are ignored", () => {
    const trace = createHullTrace(hulls);
    trace.setBox(10, 10, 10);
    for (const places of [placesOf([[50, 0, 0]]), placesOf([[60, 0, 0]])]) {
      trace.models.gather(places, NEAR);
      trace.models.isIgnored[0] = 1;
      trace.sweep(-100, 0, 50, 300, 0, 50, 1);
      expect(trace.hit.fraction).toBe(1);
      expect(trace.overlapsModel(60, 0, 50, 0, 1)).toBe(false);
      trace.models.isIgnored[0] = 0;
      expect(trace.overlapsModel(60, 0, 50, 0, 1)).toBe(true);
      expect(trace.overlapsModel(60, 0, 50, 0, 2)).toBe(false);
      expect(trace.overlapsModel(20, 0, 50, 0, 1)).toBe(false);
    }
  });

  it("tell which contents a point has where they are", () => {
    const water = makeHulls([FLOOR], [], [{ ...WALL, contents: 0x20 }]);
    const trace = createHullTrace(water);
    expect(trace.contentsAt(50, 0, 50, 0x21)).toBe(0x20);
    trace.models.gather(placesOf([[80, 0, 0]]), NEAR);
    expect(trace.contentsAt(50, 0, 50, 0x21)).toBe(0);
    expect(trace.contentsAt(80, 0, 50, 0x21)).toBe(0x20);
    expect(trace.contentsAt(80, 0, 50, 1)).toBe(0);
  });

  it("far from the point are skipped: their places are not read", () => {
    const far = { entity: 4, box: [-4, -4, 0, 4, 4, 8], origin: [5000, 0, 0] };
    const trace = createHullTrace(makeHulls([FLOOR], [], [WALL, far, { ...far, entity: 5 }]));
    const places = placesOf([
      [50, 0, 0],
      [5000, 0, 0],
      [100, 0, 0],
    ]);
    trace.models.gather(places, NEAR);
    expect(places.asked).toEqual([0, 2]);
    expect([...trace.models.near.subarray(0, trace.models.nearCount)]).toEqual([0, 2]);
  });
});
