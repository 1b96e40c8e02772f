/**
 * How the fly camera moves: wishes in, pose out. No DOM, no allocation.
 *
 * Velocity follows the wish exponentially, v' = (wish - v) * RATE, and both velocity and position
 * are the exact solution over the step. So a second of flight ends at the same place at 30 and at
 * 240 frames a second, and what is left of a motion runs out to a known distance.
 */

import { writeForward } from "../../math/angles.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";

/** 1/s: within a quarter second the velocity is at 95 % of what is wished. */
const MOVE_RATE = 12;
const TURN_RATE = 18;

/** Degrees a second, of a turn by key. */
const TURN_SPEED = 110;

/** Below these a motion without a wish is over: inches/s, degrees/s. */
const REST_SPEED = 0.5;
const REST_TURN_SPEED = 0.05;

/** Longest step; after a pause the camera must not leap. */
const MAX_STEP = 0.25;

/** What the user wants now. Axes are -1 to 1, turns are whole angles since the last step. */
export interface FlyWish {
  forward: number;
  left: number;
  /** World up, whatever the view. */
  up: number;
  /** Turning by key: left, and down, positive as the angles are. */
  turnYaw: number;
  turnPitch: number;
  /** Degrees from the mouse or a finger, taken over at once: a pointer must not lag. */
  yawDelta: number;
  pitchDelta: number;
  /** Inches a second. */
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
  /** Moves the camera by `seconds` and takes the deltas out of the wish. */
  step(camera: ViewerCamera, wish: FlyWish, seconds: number): void;
  /** Stands still at once. */
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
    // Left is level: the forward of yaw + 90.
    const yaw = (camera.yaw * Math.PI) / 180;
    let x = forward[0] * wish.forward - Math.sin(yaw) * wish.left;
    let y = forward[1] * wish.forward + Math.cos(yaw) * wish.left;
    let z = forward[2] * wish.forward + wish.up;
    // Two keys at once are no faster than one; half a thumb's push is half the speed.
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

/** One axis of v' = (wish - v) * rate over dt: the new velocity, and the way gone meanwhile. */
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
