/** Shows touch controls: two rings at rest, and a knob under the left thumb. */

import { byId } from "../dom.ts";

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
