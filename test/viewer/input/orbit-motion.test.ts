import { describe, expect, it } from "vitest";
import { writeForward } from "../../../src/math/angles.ts";
import { createCamera, type ViewerCamera } from "../../../src/viewer/camera/camera.ts";
import {
  MAX_ORBIT_DISTANCE,
  MIN_ORBIT_DISTANCE,
  OrbitMotion,
} from "../../../src/viewer/input/orbit-controls.ts";

/** Returns the point at a distance ahead of a camera. */
function ahead(camera: ViewerCamera, distance: number): number[] {
  const forward = new Float32Array(3);
  writeForward(forward, camera.pitch, camera.yaw);
  return [camera.x, camera.y, camera.z].map((value, axis) => value + forward[axis] * distance);
}

function setUp(): { camera: ViewerCamera; motion: OrbitMotion } {
  const camera = createCamera();
  Object.assign(camera, { x: 10, y: -20, z: 30, pitch: 20, yaw: 50 });
  const motion = new OrbitMotion();
  motion.aim(camera, 200);
  return { camera, motion };
}

describe("OrbitMotion", () => {
  it("keeps the camera until the user drags", () => {
    const { camera, motion } = setUp();
    expect([camera.x, camera.y, camera.z]).toEqual([10, -20, 30]);
    expect(motion.holds(camera)).toBe(true);
    camera.x += 1;
    expect(motion.holds(camera)).toBe(false);
    expect(new OrbitMotion().holds(camera)).toBe(false);
  });

  it("turns around its target at a constant distance", () => {
    const { camera, motion } = setUp();
    const target = ahead(camera, 200);
    for (const [yaw, pitch] of [
      [30, 0],
      [200, -40],
      [-75, 500],
    ]) {
      motion.turn(camera, yaw, pitch);
      for (const [axis, value] of ahead(camera, 200).entries()) {
        expect(value).toBeCloseTo(target[axis], 2);
      }
    }
    expect(camera.pitch).toBe(89.9);
  });

  it("zooms along the line of sight, within limits", () => {
    const { camera, motion } = setUp();
    const target = ahead(camera, 200);
    motion.zoom(camera, 0.5);
    for (const [axis, value] of ahead(camera, 100).entries()) {
      expect(value).toBeCloseTo(target[axis], 2);
    }
    motion.zoom(camera, 1e-9);
    expect(motion.distance).toBe(MIN_ORBIT_DISTANCE);
    motion.zoom(camera, 1e9);
    expect(motion.distance).toBe(MAX_ORBIT_DISTANCE);
  });

  it("pans in the picture's plane", () => {
    const { camera, motion } = setUp();
    const before = [camera.x, camera.y, camera.z];
    motion.pan(camera, 0.25, 0.5);
    const moved = [camera.x, camera.y, camera.z].map((value, axis) => value - before[axis]);
    const forward = ahead(camera, 1).map((value, i) => value - [camera.x, camera.y, camera.z][i]);
    expect(moved.reduce((sum, value, i) => sum + value * forward[i], 0)).toBeCloseTo(0, 2);
    expect(Math.hypot(...moved)).toBeCloseTo(200 * Math.hypot(0.25, 0.5), 2);
    // Up is up, and left is to the left of yaw 50.
    expect(moved[2]).toBeGreaterThan(0);
    expect([camera.pitch, camera.yaw]).toEqual([20, 50]);
  });
});
