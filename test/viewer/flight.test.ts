import { describe, expect, it } from "vitest";
import { createCamera } from "../../src/viewer/camera.ts";
import { parseFlight } from "../../src/viewer/flight.ts";

const SQUARE = {
  duration: 8,
  poses: [
    [0, 0, 0, 64, 0, 170],
    [2, 100, 0, 64, 10, -170],
    [4, 100, 100, 64, 0, -90],
    [6, 0, 100, 64, -10, 90],
  ],
};
const flight = parseFlight(JSON.stringify(SQUARE));

function poseAt(seconds: number) {
  const camera = createCamera();
  flight.setPose(camera, seconds);
  return camera;
}

describe("a recorded flight", () => {
  it("passes through its poses at their times, every round", () => {
    for (const [t, x, y, z, pitch, yaw] of SQUARE.poses) {
      for (const round of [0, 8, 80]) {
        const camera = poseAt(t + round);
        expect(camera.x).toBeCloseTo(x, 6);
        expect(camera.y).toBeCloseTo(y, 6);
        expect(camera.z).toBeCloseTo(z, 6);
        expect(camera.pitch).toBeCloseTo(pitch, 6);
        expect(camera.yaw).toBeCloseTo(yaw, 6);
      }
    }
  });

  it("turns the shorter way: over 180, not through 0", () => {
    expect(Math.abs(poseAt(1).yaw)).toBeGreaterThan(160);
  });

  it("has no jump and no kink, not at the round's end either", () => {
    const step = 1 / 64;
    let last = poseAt(-2 * step);
    let lastSpeed: number | null = null;
    for (let t = -step; t < 8.5; t += step) {
      const camera = poseAt(t);
      const speed = Math.hypot(camera.x - last.x, camera.y - last.y) / step;
      expect(speed).toBeLessThan(100);
      if (lastSpeed !== null) expect(Math.abs(speed - lastSpeed)).toBeLessThan(6);
      lastSpeed = speed;
      last = camera;
    }
  });

  it("is refused where it is none", () => {
    const refuse = (change: object, message: RegExp) =>
      expect(() => parseFlight(JSON.stringify({ ...SQUARE, ...change }))).toThrow(message);
    refuse({ poses: SQUARE.poses.slice(0, 2) }, /three poses/);
    refuse({ poses: [...SQUARE.poses, [7, 0, 0]] }, /six numbers/);
    refuse({ poses: [...SQUARE.poses, [7, 0, 0, 0, 0, null]] }, /six numbers/);
    refuse({ duration: 6 }, /times rise/);
    refuse({ duration: undefined }, /times rise/);
    expect(() => parseFlight("{")).toThrow(SyntaxError);
  });
});
