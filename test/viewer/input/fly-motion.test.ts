import { describe, expect, it } from "vitest";
import { createCamera, MAX_PITCH, type ViewerCamera } from "../../../src/viewer/camera/camera.ts";
import {
  createFlyMotion,
  createFlyWish,
  type FlyWish,
} from "../../../src/viewer/input/fly-motion.ts";

/** Flies with a constant wish, then releases it, and returns the camera. */
function fly(
  wish: Partial<FlyWish>,
  framesPerSecond: number,
  seconds: number,
  start: Partial<ViewerCamera> = {},
): ViewerCamera {
  const camera = { ...createCamera(), ...start };
  const motion = createFlyMotion();
  const all = { ...createFlyWish(), speed: 400, ...wish };
  const frames = framesPerSecond * seconds;
  for (let i = 0; i < frames; i++) motion.step(camera, all, 1 / framesPerSecond);
  const rest = { ...createFlyWish(), speed: 400 };
  for (let i = 0; i < framesPerSecond * 2; i++) motion.step(camera, rest, 1 / framesPerSecond);
  return camera;
}

describe("fly motion", () => {
  it("moves forward along the view at the requested speed", () => {
    const camera = fly({ forward: 1 }, 60, 2, { yaw: 90 });
    // Acceleration and deceleration cancel out.
    expect(camera.y).toBeCloseTo(800, 0);
    expect(camera.x).toBeCloseTo(0, 3);
    expect(camera.z).toBeCloseTo(0, 3);
  });

  it("moves forward along the view, sideways horizontally, and up along the world axis", () => {
    expect(fly({ forward: 1 }, 60, 1, { pitch: -30 }).z).toBeCloseTo(200, 0);
    const left = fly({ left: 1 }, 60, 1, { pitch: -30, yaw: 90 });
    expect(left.x).toBeCloseTo(-400, 0);
    expect(left.z).toBe(0);
    const up = fly({ up: 1 }, 60, 1, { pitch: 60, yaw: 45 });
    expect(up.z).toBeCloseTo(400, 0);
    expect(up.x).toBe(0);
  });

  it("is no faster with two keys than with one", () => {
    const { x, y } = fly({ forward: 1, left: 1 }, 60, 1);
    expect(Math.hypot(x, y)).toBeCloseTo(400, 0);
  });

  it.each([7, 30, 144, 240])("reaches the same place at %d frames per second", (rate) => {
    const wish = { forward: 1, up: 0.5, turnYaw: 0 };
    const a = fly(wish, rate, 1, { yaw: 33, pitch: -20 });
    const b = fly(wish, 60, 1, { yaw: 33, pitch: -20 });
    expect(a.x).toBeCloseTo(b.x, 0);
    expect(a.y).toBeCloseTo(b.y, 0);
    expect(a.z).toBeCloseTo(b.z, 0);
    const turned = fly({ turnYaw: 1, turnPitch: -0.5 }, rate, 1);
    expect(turned.yaw).toBeCloseTo(fly({ turnYaw: 1 }, 60, 1).yaw, 1);
    expect(turned.pitch).toBeCloseTo(fly({ turnPitch: -0.5 }, 60, 1).pitch, 1);
  });

  it("stops without drifting", () => {
    const camera = createCamera();
    const motion = createFlyMotion();
    const wish = { ...createFlyWish(), speed: 12_800, forward: 1, turnYaw: 1 };
    for (let i = 0; i < 60; i++) motion.step(camera, wish, 1 / 60);
    wish.forward = wish.turnYaw = 0;
    for (let i = 0; i < 120; i++) motion.step(camera, wish, 1 / 60);
    const rest = { ...camera };
    for (let i = 0; i < 600; i++) motion.step(camera, wish, 1 / 60);
    expect(camera).toEqual(rest);
  });

  it("applies the pointer's movement completely and once", () => {
    const camera = createCamera();
    const motion = createFlyMotion();
    const wish = { ...createFlyWish(), yawDelta: 12, pitchDelta: -5 };
    motion.step(camera, wish, 1 / 60);
    motion.step(camera, wish, 1 / 60);
    expect(camera).toMatchObject({ yaw: 12, pitch: -5 });
  });

  it("limits the pitch and wraps the yaw", () => {
    const up = fly({ turnPitch: -1 }, 60, 5);
    expect(up.pitch).toBe(-MAX_PITCH);
    const round = fly({ turnYaw: 1 }, 60, 30);
    expect(Math.abs(round.yaw)).toBeLessThanOrEqual(180);
  });

  it("limits the step after a pause and ignores negative time", () => {
    const camera = createCamera();
    const motion = createFlyMotion();
    const wish = { ...createFlyWish(), speed: 400, forward: 1 };
    motion.step(camera, wish, 60);
    expect(camera.x).toBeLessThanOrEqual(100);
    const { x } = camera;
    motion.step(camera, wish, -1);
    expect(camera.x).toBe(x);
  });
});
