/**
 * Moves the fly camera from wishes. No DOM, no allocation.
 *
 * Velocity follows the wish exponentially, v' = (wish - v) * RATE, and both velocity and position
 * are the exact solution over the step. So a second of flight ends at the same place at 30 and at
 * 240 frames per second, and the glide after a release has a known length.
 */

import { writeForward } from "../../math/angles.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";

/** 1/s: velocity reaches 95 % of the wish within a quarter second. */
const MOVE_RATE = 12;
const TURN_RATE = 18;

/** Turning speed of the keys, degrees per second. */
export const TURN_SPEED = 110;

/** Speeds below which a motion without a wish ends: inches/s, degrees/s. */
const REST_SPEED = 0.5;
const REST_TURN_SPEED = 0.05;

/** Longest step in seconds, so that the camera or the player does not jump after a pause. */
export const MAX_STEP = 0.25;

/** The user's present wish. Axes are −1 to 1; turns by pointer are angles since the last step. */
export interface FlyWish {
  forward: number;
  left: number;
  /** Along the world's z axis, whatever the view. */
  up: number;
  /** Turning by key: left and down are positive, as for angles. */
  turnYaw: number;
  turnPitch: number;
  /** Turn by mouse or finger in degrees, applied at once so that it does not lag. */
  yawDelta: number;
  pitchDelta: number;
  /** Inches per second. */
  speed: number;
}

export function createFlyWish(): FlyWish {
  return {
    forward: 0,
    left: 0,
    up: 0,
    turnYaw: 0,
    turnPitch: 0,
    yawDelta: 0,
    pitchDelta: 0,
    speed: 0,
  };
}

export interface FlyMotion {
  /** Moves the camera by `seconds`, and clears the wish's deltas. */
  step(camera: ViewerCamera, wish: FlyWish, seconds: number): void;
  /** Stops at once. */
  stop(): void;
}

export function createFlyMotion(): FlyMotion {
  const velocity = new Float64Array(3);
  const turn = new Float64Array(2);
  const forward = new Float32Array(3);
  const moved = new Float64Array(3);
  const turned = new Float64Array(2);

  const step = (camera: ViewerCamera, wish: FlyWish, seconds: number): void => {
    const dt = Math.min(Math.max(seconds, 0), MAX_STEP);

    follow(turn, turned, 0, wish.turnYaw * TURN_SPEED, TURN_RATE, REST_TURN_SPEED, dt);
    follow(turn, turned, 1, wish.turnPitch * TURN_SPEED, TURN_RATE, REST_TURN_SPEED, dt);
    camera.yaw = wrapYaw(camera.yaw + turned[0] + wish.yawDelta);
    camera.pitch = clampPitch(camera.pitch + turned[1] + wish.pitchDelta);
    wish.yawDelta = 0;
    wish.pitchDelta = 0;

    writeForward(forward, camera.pitch, camera.yaw);
    // Left is horizontal: the forward vector at yaw + 90.
    const yaw = (camera.yaw * Math.PI) / 180;
    let x = forward[0] * wish.forward - Math.sin(yaw) * wish.left;
    let y = forward[1] * wish.forward + Math.cos(yaw) * wish.left;
    let z = forward[2] * wish.forward + wish.up;
    // Two keys together are no faster than one; a half-pushed stick gives half the speed.
    const length = Math.hypot(x, y, z);
    const scale = wish.speed / Math.max(length, 1);
    x *= scale;
    y *= scale;
    z *= scale;

    follow(velocity, moved, 0, x, MOVE_RATE, REST_SPEED, dt);
    follow(velocity, moved, 1, y, MOVE_RATE, REST_SPEED, dt);
    follow(velocity, moved, 2, z, MOVE_RATE, REST_SPEED, dt);
    camera.x += moved[0];
    camera.y += moved[1];
    camera.z += moved[2];
  };

  const stop = (): void => {
    velocity.fill(0);
    turn.fill(0);
  };

  return { step, stop };
}

/** Integrates one axis of v' = (wish - v) * rate over dt: new velocity, and distance moved. */
function follow(
  velocity: Float64Array,
  way: Float64Array,
  axis: number,
  wish: number,
  rate: number,
  rest: number,
  dt: number,
): void {
  const lag = velocity[axis] - wish;
  const decay = Math.exp(-rate * dt);
  way[axis] = wish * dt + (lag * (1 - decay)) / rate;
  const next = wish + lag * decay;
  velocity[axis] = wish === 0 && Math.abs(next) < rest ? 0 : next;
}
