/** Shows touch controls: two rings at rest, and a knob under the left thumb. */

import type { ViewerControls } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";

/** Distance in CSS pixels from the touch point to full speed. */
const STICK_RADIUS = 56;

/** Shows hints for touch pointers only. */
export function createTouchHints(canvas: HTMLCanvasElement): void {
  const root = byId("sticks");
  const ring = byId("stick-move");
  const knob = byId("stick-knob");
  let pointer: number | null = null;
  let startX = 0;
  let startY = 0;

  const release = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== pointer) return;
    pointer = null;
    ring.removeAttribute("style");
    knob.removeAttribute("style");
    root.classList.remove("is-held");
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    document.body.dataset.touch = "used";
    if (pointer !== null || event.offsetX >= canvas.clientWidth / 2) return;
    pointer = event.pointerId;
    startX = event.clientX;
    startY = event.clientY;
    ring.style.left = `${startX - STICK_RADIUS}px`;
    ring.style.top = `${startY - STICK_RADIUS}px`;
    root.classList.add("is-held");
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const x = event.clientX - startX;
    const y = event.clientY - startY;
    const scale = Math.min(1, STICK_RADIUS / Math.max(Math.hypot(x, y), 1));
    knob.style.translate = `${x * scale}px ${y * scale}px`;
  });
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
}

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
