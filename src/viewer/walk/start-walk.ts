/** Takes the camera from the viewer's controls, and gives it back. */

import type { MapHulls } from "../../map/hulls.ts";
import { createFlyControls, type FlyControls } from "../input/fly-controls.ts";
import type { Viewer } from "../viewer-types.ts";
import { WalkBody } from "./walk-body.ts";
import { createWalkMotion } from "./walk-motion.ts";
import type { WalkRules } from "./walk-rules.ts";

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
