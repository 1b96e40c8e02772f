/** Pointer and keys while measuring: a click that turns nothing is a point, a drag looks around. */

import type { Viewer } from "../../viewer/index.ts";
import type { MeasuredPoint } from "../../viewer/measure/index.ts";

/** CSS pixels that a click may move; a finger is never quite still. */
const STILL = { mouse: 4, touch: 10 } as const;
/** Within which a point snaps. */
const SNAP = { mouse: 10, touch: 22 } as const;

/** While the camera flies, what is under the pointer is looked for so often. */
const INTERVAL_MS = 100;

/** Where the pointer is, CSS pixels from the canvas' left top. */
export interface MeasurePlace {
  readonly x: number;
  readonly y: number;
  /** 0: exactly there. */
  readonly snapPixels: number;
}

export interface MeasureHands {
  /** Returns what is there; null: nothing. */
  readonly onHover: (place: MeasurePlace) => MeasuredPoint | null;
  readonly onPoint: (point: MeasuredPoint | null) => void;
  readonly onTakeBack: () => void;
  readonly onEnd: () => void;
}

/** Binds them until what it returns is called. */
export function bindMeasurePointer(viewer: Viewer, hands: MeasureHands): () => void {
  const { canvas } = viewer;
  const unbind = new AbortController();
  const { signal } = unbind;
  // Its middle, until there is a pointer: who has none turns the camera, and presses Enter.
  let x = canvas.clientWidth / 2;
  let y = canvas.clientHeight / 2;
  let isTouch = false;
  let isExact = false;
  let downX = Number.NaN;
  let downY = Number.NaN;
  /** Whether a click is begun, and what was under it then, however the hand shakes meanwhile. */
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
      // The pointer stays: it is what points.
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

/** Whether keys write something there. */
function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type)
  );
}
