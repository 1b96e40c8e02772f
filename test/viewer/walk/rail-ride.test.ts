/** Tests successive ladder rides: state of the last one must not matter. */

import { describe, expect, it } from "vitest";
import type { MapRails } from "../../../src/map/hulls.ts";
import { NO_RAIL, RailRide } from "../../../src/viewer/walk/rail-ride.ts";
import type { HullTrace } from "../../../src/visibility/hull-trace.ts";

/** Top and bottom of each: vertical, slanted, and offset sideways. */
const RAILS = [
  [0, 0, 200, 0, 0, 0],
  [100, 0, 180, 160, 0, 100],
  [0, 300, 60, 400, 300, 20],
];

/** Builds a trace that starts in solid, or falls half a step. */
function makeTrace(startsSolid: boolean): HullTrace {
  const hit = { startsSolid, z: 0 };
  return {
    hit,
    setBox: () => {},
    sweep: (_x: number, _y: number, z: number, _toX: number, _toY: number, toZ: number) => {
      hit.z = (z + toZ) / 2;
    },
  } as unknown as HullTrace;
}
const rideOn = (startsSolid = true) =>
  new RailRide(
    { rails: Float32Array.from(RAILS.flat()) } as unknown as MapRails,
    makeTrace(startsSolid),
  );

function bodyAt(x: number, y: number, z: number) {
  return {
    x,
    y,
    z,
    onGround: true,
    stops: 0,
    rules: { speed: 100 },
    stop() {
      this.stops++;
    },
  };
}

describe("RailRide", () => {
  it("finds the nearest point of each ladder, in any order of queries", () => {
    const ride = rideOn();
    expect(ride.count).toBe(3);
    const distance = (rail: number, feet: { x: number; y: number; z: number }) => {
      // The minimum over 4,001 points along it.
      const [ax, ay, az, bx, by, bz] = RAILS[rail];
      const at = (part: number) =>
        Math.hypot(
          ax + (bx - ax) * part - feet.x,
          ay + (by - ay) * part - feet.y,
          az + (bz - az) * part - feet.z,
        );
      return Math.min(...Array.from({ length: 4001 }, (_, i) => at(i / 4000)));
    };
    const feet = [
      { x: 20, y: 5, z: 120 },
      { x: 130, y: 7, z: 300 },
      { x: -50, y: 310, z: -90 },
    ];
    for (const rail of [0, 1, 2, 1, 0, 2]) {
      for (const one of feet) {
        expect(ride.closest(rail, one)).toBeCloseTo(distance(rail, one), 1);
        expect(Math.hypot(ride.x - one.x, ride.y - one.y, ride.z - one.z)).toBeCloseTo(
          distance(rail, one),
          1,
        );
        const [ax, ay, az, bx, by, bz] = RAILS[rail];
        const length = Math.hypot(ax - bx, ay - by, az - bz);
        const axis = [(ax - bx) / length, (ay - by) / length, (az - bz) / length];
        expect([ride.axisX, ride.axisY, ride.axisZ]).toEqual(axis);
        expect(ride.length(rail)).toBe(length);
        expect(ride.toTop(rail, one)).toBe(Math.hypot(ax - one.x, ay - one.y, az - one.z));
        expect(ride.toBottom(rail, one)).toBe(Math.hypot(bx - one.x, by - one.y, bz - one.z));
        const down =
          ((ax - one.x) * axis[0] + (ay - one.y) * axis[1] + (az - one.z) * axis[2]) / length;
        expect(ride.partDown(rail, one)).toBeCloseTo(down, 9);
        const aside = Math.sqrt(
          Math.hypot(ax - one.x, ay - one.y, az - one.z) ** 2 - (down * length) ** 2,
        );
        expect(ride.fromLine(rail, one)).toBeCloseTo(aside, 6);
      }
    }
    expect([0, 1, 2].map((rail) => ride.isLevel(rail))).toEqual([false, false, true]);
    ride.setAxis(0);
    expect(ride.alongView(0.25, 0.5, -0.75)).toBe(-0.75);
  });

  it("lowers ladder ends that are inside solids", () => {
    const ride = rideOn(false);
    // Half of the four inches above which they are lowered.
    expect([
      ride.toTop(1, { x: 100, y: 0, z: 182 }),
      ride.toBottom(1, { x: 160, y: 0, z: 102 }),
    ]).toEqual([0, 0]);
    expect(ride.toBottom(2, { x: 400, y: 300, z: 22 })).toBe(0);
  });

  it("moves the body from its position to the line in the given time, repeatedly", () => {
    const ride = rideOn();
    const body = bodyAt(0, 0, 0);
    for (const [rail, x, y, z, seconds] of [
      [1, 30, 40, 0, 0.5],
      [2, 30, 40, 200, 2],
      [0, 0, 40, 200, 0.3],
      [1, 0, 40, 200, 0.001],
    ]) {
      const from = [body.x, body.y, body.z];
      ride.drawTo(body, rail, x, y, z);
      expect([ride.rail, ride.isDrawn]).toEqual([rail, true]);
      body.onGround = true;
      expect(ride.draw(body, seconds / 4)).toBe(true);
      const quarter = [x, y, z].map((end, i) => from[i] + (end - from[i]) / 4);
      [body.x, body.y, body.z].forEach((value, i) => {
        expect(value).toBeCloseTo(quarter[i], 9);
      });
      expect(body.onGround).toBe(false);
      expect(ride.draw(body, seconds / 2)).toBe(true);
      expect(ride.draw(body, seconds)).toBe(false);
      expect([body.x, body.y, body.z, ride.isDrawn, ride.rail]).toEqual([x, y, z, false, rail]);
    }
    expect(body.stops).toBe(12);
    ride.drawTo(body, 2, 9, 9, 9);
    ride.leave();
    expect([ride.rail, ride.isDrawn]).toEqual([NO_RAIL, false]);
  });
});
