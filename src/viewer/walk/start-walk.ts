/** Switches the camera between the viewer's controls and walking. */

import { EYE_HEIGHT, type MapHulls } from "../../map/hulls.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import { createFlyControls, type FlyControls } from "../input/fly-controls.ts";
import { type FlyMotion, type FlyWish, MAX_STEP, TURN_SPEED } from "../input/fly-motion.ts";
import type { Viewer } from "../viewer-types.ts";
import { WalkBody, type WalkKeys } from "./walk-body.ts";
import { DUCKED_EYE_HEIGHT, STEP_SIZE, TICK_SECONDS, type WalkRules } from "./walk-rules.ts";
import { walkTick } from "./walk-tick.ts";

// Walking instead of flying: uses the same wishes, in ticks of the engine's server, interpolated
// between ticks.

// Placement of a player where there is room.

/** Range and step of the search for room, inches. */
const REACH = 48;
const STEP = 8;

/**
 * Places the eyes at (x, y, z), standing or else ducked, then at positions around it: above before
 * beside. Returns `false`, and leaves the body unchanged, if there is no room.
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

/** Speed in inches per second at which the eyes follow the feet on stairs. */
const STAIR_SPEED = 160;
/** Distance in inches by which the camera must differ to count as moved by other code. */
const MOVED = 0.05;

export interface WalkMotion extends FlyMotion {
  /** Places the player at the camera; returns `false` if there is no room. */
  place(camera: ViewerCamera): boolean;
}

/**
 * @param speed returns the wish speed that counts as walking: faster runs, slower ducks
 * @param lowest lowest height of the map: a player who falls far below it returns to the last
 *   ground
 */
function createWalkMotion(body: WalkBody, speed: () => number, lowest: number): WalkMotion {
  const keys: WalkKeys = {
    ...{ forward: 0, left: 0, pitch: 0, yaw: 0 },
    ...{ jump: false, duck: false, fast: false },
  };
  /** Eye positions one tick ago and now. */
  const before = new Float64Array(3);
  const now = new Float64Array(3);
  const shown = new Float64Array(3);
  const lastGround = new Float64Array(3);
  let left = 0;
  /** Height in inches by which the eyes still lag behind the feet on stairs. */
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
      // Other code moved the camera. Without room for the player, nothing moves.
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

/** Inches below the map's lowest point at which a falling player is returned. */
const FALL = 1024;

export interface Walk {
  readonly body: WalkBody;
  /** Whether the slow key (Ctrl) is held, which turns W and others into browser shortcuts. */
  readonly slow: boolean;
  /** Returns the camera to the viewer's own controls. */
  stop(): void;
}

/** @returns `null`, without any change, if there is no room for a player near the camera */
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
