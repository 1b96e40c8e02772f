/** Keyboard, mouse and touch, turned into the wishes of a fly camera. */

import type { ViewerCamera } from "../camera/camera.ts";
import { FlyKeys } from "./fly-keys.ts";
import { createFlyMotion, createFlyWish, type FlyMotion } from "./fly-motion.ts";
import { isWheelOurs, type KeyTarget, wheelNotches } from "./input-target.ts";
import { TouchSticks } from "./touch-sticks.ts";

/** Inches a second. */
export const MIN_SPEED = 25;
export const MAX_SPEED = 12_800;

/** Degrees a pixel of mouse travel: the engine's m_yaw (0.022) at a sensitivity of 5. */
const MOUSE_SENSITIVITY = 0.11;

/** A single event's travel beyond this is a glitch of the pointer lock, not a hand. */
const MAX_MOUSE_TRAVEL = 400;

/** Speed changes by this for each notch of the wheel. */
const WHEEL_FACTOR = 1.15;

export interface FlyControls {
  /** Inches a second, before Shift and Ctrl. */
  speed: number;
  /** Whether the slow key (Ctrl) is held, which makes shortcuts of the browser out of W, D, ... */
  readonly slow: boolean;
  /** Moves the camera by what was done since the last call. Allocates nothing. */
  update(camera: ViewerCamera, seconds: number): void;
  /** Forgets all motion and all held keys. */
  stop(): void;
  destroy(): void;
}

/**
 * Binds the controls. Mouse and touch are the canvas's; keys are those of `keyTarget`: the canvas
 * itself where it is one part of a page, or the window where it is all of it. `onInput` is called
 * when the user begins to move the camera. `motion` is what comes of the wishes: flying if left out.
 */
export function createFlyControls(
  canvas: HTMLCanvasElement,
  keyTarget: KeyTarget,
  speed: number,
  onInput: () => void,
  motion: FlyMotion = createFlyMotion(),
): FlyControls {
  const keys = new FlyKeys();
  const sticks = new TouchSticks();
  const wish = createFlyWish();
  const unbind = new AbortController();
  const { signal } = unbind;

  const releaseAll = (): void => {
    keys.releaseAll();
    sticks.releaseAll();
  };

  const controls = {
    speed,
    get slow() {
      return keys.slow;
    },
    update(camera: ViewerCamera, seconds: number) {
      wish.forward = wish.left = wish.up = wish.turnYaw = wish.turnPitch = 0;
      wish.speed = controls.speed;
      keys.addTo(wish);
      sticks.addTo(wish);
      motion.step(camera, wish, seconds);
    },
    stop() {
      releaseAll();
      wish.yawDelta = wish.pitchDelta = 0;
      motion.stop();
    },
    destroy() {
      unbind.abort();
      if (document.pointerLockElement === canvas) document.exitPointerLock();
    },
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.metaKey) return;
    if (belongsToControl(event)) return;
    // Ctrl is the slow key, but Ctrl+C with text selected is a copy.
    if (event.ctrlKey && event.code === "KeyC" && !getSelection()?.isCollapsed) return;
    if (!keys.press(event.code)) return;
    event.preventDefault();
    onInput();
  };
  keyTarget.addEventListener("keydown", onKeyDown as EventListener, { signal });
  // Heard everywhere: a key let go of elsewhere is let go of.
  window.addEventListener(
    "keyup",
    (event) => {
      keys.release(event.code);
      // macOS tells of no key that is let go of while Command is held.
      if (event.key === "Meta") keys.releaseAll();
    },
    { signal },
  );
  window.addEventListener("blur", releaseAll, { signal });
  document.addEventListener("visibilitychange", releaseAll, { signal });

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      canvas.focus({ preventScroll: true });
      onInput();
      if (event.pointerType === "touch") {
        canvas.setPointerCapture(event.pointerId);
        sticks.down(event.pointerId, event.offsetX, event.offsetY, canvas.clientWidth);
      } else if (event.button === 0 && document.pointerLockElement !== canvas) {
        void lockPointer(canvas, event.pointerId);
      }
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerType === "touch") {
        sticks.move(event.pointerId, event.offsetX, event.offsetY, wish);
        return;
      }
      const looking = document.pointerLockElement === canvas || (event.buttons & 1) !== 0;
      if (!looking || Math.abs(event.movementX) + Math.abs(event.movementY) > MAX_MOUSE_TRAVEL) {
        return;
      }
      wish.yawDelta -= event.movementX * MOUSE_SENSITIVITY;
      wish.pitchDelta += event.movementY * MOUSE_SENSITIVITY;
    },
    { signal },
  );
  const onPointerEnd = (event: PointerEvent): void => sticks.up(event.pointerId);
  canvas.addEventListener("pointerup", onPointerEnd, { signal });
  canvas.addEventListener("pointercancel", onPointerEnd, { signal });

  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!isWheelOurs(canvas, keyTarget)) return;
      event.preventDefault();
      if (event.deltaY === 0) return;
      const factor = WHEEL_FACTOR ** -wheelNotches(event);
      controls.speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, controls.speed * factor));
    },
    { signal, passive: false },
  );
  return controls;
}

/** Hides the pointer and takes its travel; where that is refused, dragging does the same. */
async function lockPointer(canvas: HTMLCanvasElement, pointerId: number): Promise<void> {
  try {
    await canvas.requestPointerLock?.();
  } catch {
    // Refused: in a frame without permission, or too soon after leaving it.
    if (canvas.isConnected) capturePointer(canvas, pointerId);
  }
}

function capturePointer(canvas: HTMLCanvasElement, pointerId: number): void {
  try {
    canvas.setPointerCapture(pointerId);
  } catch {
    // The button is up again already: there is nothing to drag.
  }
}

/** Whether a key press means something to the form control that has the focus. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("dialog[open]")) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox" || target.type === "radio") return event.code === "Space";
    return target.type !== "range" || event.code.startsWith("Arrow");
  }
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.matches("button, a[href], summary") && event.code === "Space";
}
