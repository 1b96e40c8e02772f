/** Switches the camera between the viewer's controls and walking. */

import type { MapHulls } from "../../map/hulls.ts";
import { createFlyControls, type FlyControls } from "../input/fly-controls.ts";
import type { MapPlayer } from "../simulation/map-player.ts";
import type { Viewer } from "../viewer-types.ts";
import { WalkBody } from "./walk-body.ts";
import { WalkMotion } from "./walk-motion.ts";
import type { WalkRules } from "./walk-rules.ts";

/** Inches below the map's lowest point at which a falling player is returned. */
const FALL = 1024;

export interface Walk {
  readonly body: WalkBody;
  /** Whether the slow key (Ctrl) is held, which turns W and others into browser shortcuts. */
  readonly slow: boolean;
  /** Returns the entity that the use key uses; −1 for none, `null` without a simulation. */
  findUsed(): number | null;
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
  const motion = new WalkMotion(body, hulls, viewer.camera, {
    ...{ lowest, speed: () => fly?.speed ?? speed },
    // Every simulation of a viewer is one of these.
    player: () => viewer.simulation as MapPlayer | null,
  });
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
    findUsed: () => motion.findUsed(),
    stop() {
      unbind();
      motion.leave();
      fly?.destroy();
      fly = null;
      canvas.style.touchAction = touchAction;
      viewer.controls.mode = mode;
    },
  };
}
