/** Walking in place of flying: the same wishes, in ticks of the engine's server, shown between two of them. */

import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import type { FlyMotion, FlyWish } from "../input/fly-motion.ts";
import { placeBody } from "./place-body.ts";
import type { WalkBody, WalkKeys } from "./walk-body.ts";
import { STEP_SIZE, TICK_SECONDS } from "./walk-rules.ts";
import { walkTick } from "./walk-tick.ts";

/** Degrees a second, of a turn by key. */
const TURN_SPEED = 110;
/** Longest step; after a pause nobody leaps. */
const MAX_STEP = 0.25;
/** Inches a second at which the eyes follow the feet up and down stairs. */
const STAIR_SPEED = 160;
/** Inches by which a camera was moved by someone else. */
const MOVED = 0.05;

export interface WalkMotion extends FlyMotion {
  /** Puts the player where the camera is; false: there is no room. */
  place(camera: ViewerCamera): boolean;
}

/**
 * @param speed at which the wishes' speed is a walk: faster is a run, slower is ducked
 * @param lowest height of the map: who falls far below it stands again where he last stood
 */
export function createWalkMotion(body: WalkBody, speed: () => number, lowest: number): WalkMotion {
  const keys: WalkKeys = {
    ...{ forward: 0, left: 0, pitch: 0, yaw: 0 },
    ...{ jump: false, duck: false, fast: false },
  };
  /** The eyes a tick ago, and now. */
  const before = new Float64Array(3);
  const now = new Float64Array(3);
  const shown = new Float64Array(3);
  const lastGround = new Float64Array(3);
  let left = 0;
  /** What the eyes are still behind the feet, on stairs. */
  let behind = 0;

  const restart = (): void => {
    left = behind = 0;
    writeEyes(now);
    before.set(now);
  };
  const writeEyes = (out: Float64Array): void => {
    out[0] = body.x;
    out[1] = body.y;
    out[2] = body.z + body.eyeHeight - behind;
  };
  const place = (camera: ViewerCamera): boolean => {
    if (!placeBody(body, camera.x, camera.y, camera.z)) return false;
    restart();
    lastGround.set([body.x, body.y, body.z]);
    show(camera, 1);
    return true;
  };
  const show = (camera: ViewerCamera, part: number): void => {
    for (let axis = 0; axis < 3; axis++) {
      shown[axis] = before[axis] + (now[axis] - before[axis]) * part;
    }
    camera.x = shown[0];
    camera.y = shown[1];
    camera.z = shown[2];
  };
  const tick = (): void => {
    const { z, onGround } = body;
    walkTick(body, keys);
    const rise = body.z - z;
    const isStair = onGround && body.onGround && Math.abs(rise) <= STEP_SIZE + 1;
    if (isStair && Math.abs(rise) > 1) behind += rise;
    const most = STAIR_SPEED * TICK_SECONDS;
    behind -= Math.min(most, Math.max(-most, behind));
    if (body.onGround) {
      lastGround[0] = body.x;
      lastGround[1] = body.y;
      lastGround[2] = body.z;
    } else if (body.z < lowest) {
      body.x = lastGround[0];
      body.y = lastGround[1];
      body.z = lastGround[2];
      body.stop();
    }
    before.set(now);
    writeEyes(now);
  };

  return {
    place,
    step(camera: ViewerCamera, wish: FlyWish, seconds: number) {
      const dt = Math.min(Math.max(seconds, 0), MAX_STEP);
      camera.yaw = wrapYaw(camera.yaw + wish.turnYaw * TURN_SPEED * dt + wish.yawDelta);
      camera.pitch = clampPitch(camera.pitch + wish.turnPitch * TURN_SPEED * dt + wish.pitchDelta);
      wish.yawDelta = wish.pitchDelta = 0;
      const way =
        Math.abs(camera.x - shown[0]) +
        Math.abs(camera.y - shown[1]) +
        Math.abs(camera.z - shown[2]);
      // Someone put the camera elsewhere. Where there is no room it is let be.
      if (way > MOVED && !place(camera)) return;
      const usual = speed();
      keys.forward = Math.min(1, Math.max(-1, wish.forward));
      keys.left = Math.min(1, Math.max(-1, wish.left));
      keys.jump = wish.up > 0.5;
      keys.duck = wish.up < -0.5 || wish.speed < usual * 0.5;
      keys.fast = wish.speed > usual * 2;
      keys.pitch = camera.pitch;
      keys.yaw = camera.yaw;
      left += dt;
      while (left >= TICK_SECONDS) {
        left -= TICK_SECONDS;
        tick();
      }
      show(camera, left / TICK_SECONDS);
    },
    stop() {
      body.vx = body.vy = 0;
    },
  };
}
