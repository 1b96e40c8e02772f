/** Buttons for the flying speed on touch screens, which have no wheel. */

import type { ViewerControls } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";

const STEP = 1.5;
const MIN_SPEED = 32;
const MAX_SPEED = 16_384;

/** Formats inches a second as "600" or "1.5k". */
export function formatSpeed(speed: number): string {
  return speed < 1000 ? speed.toFixed(0) : `${(speed / 1000).toFixed(1)}k`;
}

/** Binds the buttons; CSS shows them on touch screens only. */
export function createTouchSpeed(controls: Pick<ViewerControls, "speed">): void {
  const change = (factor: number): void => {
    controls.speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, controls.speed * factor));
    setText(byId("touch-speed-value"), formatSpeed(controls.speed));
  };
  byId("slower").addEventListener("click", () => change(1 / STEP));
  byId("faster").addEventListener("click", () => change(STEP));
  change(1);
}
