import { describe, expect, it } from "vitest";
import { nearestTime } from "../../../src/component/extras/idle-tour.ts";
import { createFlight } from "../../../src/viewer/camera/flight.ts";

const square = (loopAfter: number | null) =>
  createFlight({
    keys: [
      [0, 0, 0, 0, 0, 0],
      [10, 100, 0, 0, 0, 0],
      [20, 100, 100, 0, 0, 0],
      [30, 0, 100, 0, 0, 0],
    ],
    loopAfter,
    fov: null,
    map: null,
  });
const camera = { x: 105, y: 95, z: 0, pitch: 0, yaw: 0, fov: 90 };

describe("nearestTime", () => {
  it("finds where a camera joins a loop", () => {
    const time = nearestTime(square(40), camera);
    expect(time).toBeGreaterThan(18.5);
    expect(time).toBeLessThan(20);
  });

  it("starts a flight without a loop at its beginning", () => {
    expect(nearestTime(square(null), camera)).toBe(0);
  });
});
