/** Takes the camera from the viewer's controls, and gives it back. */

import type { MapHulls } from "../../map/hulls.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import { createFlyControls, type FlyControls } from "../input/fly-controls.ts";
import type { FlyMotion, FlyWish } from "../input/fly-motion.ts";
import type { Viewer } from "../viewer-types.ts";
import { WalkBody, type WalkKeys } from "./walk-body.ts";
import {
  DUCKED_EYE_HEIGHT,
  EYE_HEIGHT,
  STEP_SIZE,
  TICK_SECONDS,
  type WalkRules,
} from "./walk-rules.ts";
import { walkTick } from "./walk-tick.ts";

// Walking in place of flying: the same wishes, in ticks of the engine's server, shown between two of them.

// Puts a player where there is room for him.

/** Inches: how far around a place is looked for room, and in which steps. */
const REACH = 48;
const STEP = 8;

/**
 * Eyes first at (x, y, z), standing or else ducked, then at places around it: above before beside. false: there is no
 * room, and the body is where it was.
 */
export function placeBody(body: WalkBody, x: number, y: number, eyeZ: number): boolean {
  const { isDucked, eyeHeight } = body;
  for (const ducked of [false, true]) {
    body.isDucked = ducked;
    body.eyeHeight = ducked ? DUCKED_EYE_HEIGHT : EYE_HEIGHT;
    const z = eyeZ - body.eyeHeight;
    for (let ring = 0; ring <= REACH; ring += STEP) {
      const place = findInRing(body, x, y, z, ring);
      if (place === null) continue;
      [body.x, body.y, body.z] = place;
      body.stop();
      body.ride.leave();
      body.onGround = body.onLadder = false;
      body.duckSeconds = -1;
      body.waterJumpSeconds = 0;
      return true;
    }
  }
  Object.assign(body, { isDucked, eyeHeight });
  return false;
}

type Place = [x: number, y: number, z: number];

function findInRing(body: WalkBody, x: number, y: number, z: number, ring: number): Place | null {
  if (ring === 0) return body.isStuckAt(x, y, z) ? null : [x, y, z];
  for (const up of [ring, 0, -ring]) {
    for (let side = 0; side < 9; side++) {
      const px = x + ((side % 3) - 1) * ring;
      const py = y + (Math.floor(side / 3) - 1) * ring;
      if (up !== 0 && side !== 4 && ring === STEP) continue;
      if (!body.isStuckAt(px, py, z + up)) return [px, py, z + up];
    }
  }
  return null;
}

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
function createWalkMotion(body: WalkBody, speed: () => number, lowest: number): WalkMotion {
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

/** Inches below the lowest of a map at which nobody lands any more. */
const FALL = 1024;

export interface Walk {
  readonly body: WalkBody;
  /** Whether the slow key (Ctrl) is held, which makes shortcuts of the browser out of W and others. */
  readonly slow: boolean;
  /** The viewer's own controls have the camera again. */
  stop(): void;
}

/** @returns null where there is no room for a player near the camera: nothing has changed then */
export function startWalk(viewer: Viewer, hulls: MapHulls, rules: WalkRules): Walk | null {
  const body = new WalkBody(hulls, rules);
  let fly: FlyControls | null = null;
  const speed = viewer.controls.speed;
  const boxes = [hulls.boxes, hulls.triangleBoxes];
  const lowest = Math.min(...boxes.map((box) => (box.length > 0 ? box[2] : 0))) - FALL;
  const motion = createWalkMotion(body, () => fly?.speed ?? speed, lowest);
  viewer.stop();
  if (!motion.place(viewer.camera)) return null;
  const { mode } = viewer.controls;
  viewer.controls.mode = "none";
  const { canvas } = viewer;
  fly = createFlyControls(canvas, window, speed, () => viewer.stop(), motion);
  const touchAction = canvas.style.touchAction;
  canvas.style.touchAction = "none";
  let lastMs = performance.now();
  const unbind = viewer.on("frame", (nowMs) => {
    const seconds = Math.max(0, nowMs - lastMs) / 1000;
    lastMs = nowMs;
    if (!viewer.isFlying) fly?.update(viewer.camera, seconds);
  });
  return {
    body,
    get slow() {
      return fly?.slow ?? false;
    },
    stop() {
      unbind();
      fly?.destroy();
      fly = null;
      canvas.style.touchAction = touchAction;
      viewer.controls.mode = mode;
    },
  };
}
