/** Pointer and keys while measuring: a click sets a point, a drag looks around. */

import type { Viewer } from "../../viewer/index.ts";
import type { MeasuredPoint } from "../../viewer/measure/index.ts";

/** Most CSS pixels that the pointer may move during a click; fingers are less steady. */
const STILL = { mouse: 4, touch: 10 } as const;
/** Snapping distance in CSS pixels. */
const SNAP = { mouse: 10, touch: 22 } as const;

/** Milliseconds between hit tests while the camera moves. */
const INTERVAL_MS = 100;

/** Pointer position in CSS pixels from the canvas's upper left corner. */
export interface MeasurePlace {
  readonly x: number;
  readonly y: number;
  /** Snapping distance in CSS pixels; 0 turns snapping off. */
  readonly snapPixels: number;
}

export interface MeasureHands {
  /** Returns the point at a place, or `null` if nothing is hit. */
  readonly onHover: (place: MeasurePlace) => MeasuredPoint | null;
  readonly onPoint: (point: MeasuredPoint | null) => void;
  readonly onTakeBack: () => void;
  readonly onEnd: () => void;
}

/** Binds the events; returns a function that unbinds them. */
export function bindMeasurePointer(viewer: Viewer, hands: MeasureHands): () => void {
  const { canvas } = viewer;
  const unbind = new AbortController();
  const { signal } = unbind;
  // The middle until a pointer moves. Keyboard users turn the camera and press Enter.
  let x = canvas.clientWidth / 2;
  let y = canvas.clientHeight / 2;
  let isTouch = false;
  let isExact = false;
  let downX = Number.NaN;
  let downY = Number.NaN;
  /** Whether a click has begun, and the point under it at that time; later motion is ignored. */
  let isBegun = false;
  let begun: MeasuredPoint | null = null;
  const fingers = new Set<number>();
  let lastMs = 0;
  const seen = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0 };

  const placeNow = (): MeasurePlace => ({
    x,
    y,
    snapPixels: isExact ? 0 : isTouch ? SNAP.touch : SNAP.mouse,
  });
  const follow = (event: PointerEvent): void => {
    const box = canvas.getBoundingClientRect();
    x = event.clientX - box.left;
    y = event.clientY - box.top;
    isTouch = event.pointerType === "touch";
    isExact = event.shiftKey;
  };
  const hover = (): MeasuredPoint | null => hands.onHover(placeNow());

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      follow(event);
      if (isTouch) fingers.add(event.pointerId);
      downX = event.clientX;
      downY = event.clientY;
      isBegun = fingers.size <= 1 && event.button === 0;
      begun = hover();
      if (isTouch) return;
      // Stops the camera controls, so that the mouse is not locked and keeps pointing.
      event.stopImmediatePropagation();
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
    },
    { signal, capture: true },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      follow(event);
      const still = isTouch ? STILL.touch : STILL.mouse;
      if (Math.hypot(event.clientX - downX, event.clientY - downY) > still) isBegun = false;
      hover();
    },
    { signal },
  );
  const onPointerEnd = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    if (isBegun && event.type === "pointerup") hands.onPoint(begun);
    isBegun = false;
  };
  canvas.addEventListener("pointerup", onPointerEnd, { signal });
  canvas.addEventListener("pointercancel", onPointerEnd, { signal });

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Shift") {
      isExact = event.type === "keydown";
      hover();
      return;
    }
    if (event.type !== "keydown" || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") !== null || isTyped(event.target)) return;
    if (event.key === "Backspace") hands.onTakeBack();
    else if (event.key === "Escape") hands.onEnd();
    else if (event.key === "Enter" && event.target === canvas) hands.onPoint(hover());
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", onKey, { signal });
  addEventListener("keyup", onKey, { signal });

  const stopFrames = viewer.on("frame", (nowMs) => {
    if (nowMs - lastMs < INTERVAL_MS) return;
    lastMs = nowMs;
    const { camera } = viewer;
    const isSame =
      camera.x === seen.x &&
      camera.y === seen.y &&
      camera.z === seen.z &&
      camera.pitch === seen.pitch &&
      camera.yaw === seen.yaw &&
      camera.fov === seen.fov;
    if (isSame) return;
    seen.x = camera.x;
    seen.y = camera.y;
    seen.z = camera.z;
    seen.pitch = camera.pitch;
    seen.yaw = camera.yaw;
    seen.fov = camera.fov;
    hover();
  });
  if (document.pointerLockElement === canvas) document.exitPointerLock();
  return () => {
    unbind.abort();
    stopFrames();
  };
}

/** True if the element accepts text input. */
function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type)
  );
}
