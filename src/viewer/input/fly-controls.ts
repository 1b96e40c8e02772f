/** Turns keyboard, mouse and touch input into the wishes of a fly camera. */

import type { ViewerCamera } from "../camera/camera.ts";
import { createFlyMotion, createFlyWish, type FlyMotion, type FlyWish } from "./fly-motion.ts";
import { isWheelOurs, type KeyTarget, wheelNotches } from "./input-target.ts";

// Pressed keys as bits, by `KeyboardEvent.code`, which is independent of the keyboard layout.

const FORWARD = 1 << 0;
const BACK = 1 << 1;
const LEFT = 1 << 2;
const RIGHT = 1 << 3;
const UP = 1 << 4;
const DOWN = 1 << 5;
const LOOK_LEFT = 1 << 6;
const LOOK_RIGHT = 1 << 7;
const LOOK_UP = 1 << 8;
const LOOK_DOWN = 1 << 9;
const FAST = 1 << 10;
const SLOW = 1 << 11;

const FAST_FACTOR = 4;
const SLOW_FACTOR = 1 / 4;

/** Offset of the bits of alternative keys: releasing one must not release the other. */
const SECOND = 12;

const KEY_BITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    KeyW: FORWARD,
    KeyS: BACK,
    KeyA: LEFT,
    KeyD: RIGHT,
    KeyE: UP,
    Space: UP << SECOND,
    KeyQ: DOWN,
    KeyC: DOWN << SECOND,
    ArrowLeft: LOOK_LEFT,
    ArrowRight: LOOK_RIGHT,
    ArrowUp: LOOK_UP,
    ArrowDown: LOOK_DOWN,
    ShiftLeft: FAST,
    ShiftRight: FAST << SECOND,
    ControlLeft: SLOW,
    ControlRight: SLOW << SECOND,
  }),
);

export class FlyKeys {
  #down = 0;

  /** Returns whether the key is used. */
  press(code: string): boolean {
    const bit = KEY_BITS.get(code) ?? 0;
    this.#down |= bit;
    return bit !== 0;
  }

  release(code: string): void {
    this.#down &= ~(KEY_BITS.get(code) ?? 0);
  }

  releaseAll(): void {
    this.#down = 0;
  }

  /** Whether the slow key (Ctrl) is held, which turns W, D and others into browser shortcuts. */
  get slow(): boolean {
    return this.#has(SLOW);
  }

  /** Adds the keys' axes to a wish, and scales its speed. */
  addTo(wish: FlyWish): void {
    wish.forward += this.#axis(FORWARD, BACK);
    wish.left += this.#axis(LEFT, RIGHT);
    wish.up += this.#axis(UP, DOWN);
    wish.turnYaw += this.#axis(LOOK_LEFT, LOOK_RIGHT);
    wish.turnPitch += this.#axis(LOOK_DOWN, LOOK_UP);
    if (this.#has(FAST)) wish.speed *= FAST_FACTOR;
    if (this.#has(SLOW)) wish.speed *= SLOW_FACTOR;
  }

  #has(bit: number): boolean {
    return (this.#down & (bit | (bit << SECOND))) !== 0;
  }

  #axis(positive: number, negative: number): number {
    return (this.#has(positive) ? 1 : 0) - (this.#has(negative) ? 1 : 0);
  }
}

// Touch controls for two thumbs. The one that touches the left half moves the camera, like a stick,
// by its distance from the start point. The one on the right half turns the camera by dragging.

/** Distance from the start point at full speed, CSS pixels. */
const STICK_RADIUS = 56;

/** Distance within which a resting thumb does not move the camera, CSS pixels. */
const DEAD_ZONE = 6;

/** Degrees per CSS pixel. */
const LOOK_SENSITIVITY = 0.28;

const NO_POINTER = -1;

export class TouchSticks {
  #movePointer = NO_POINTER;
  #lookPointer = NO_POINTER;
  #startX = 0;
  #startY = 0;
  #moveX = 0;
  #moveY = 0;
  #lastX = 0;
  #lastY = 0;

  /** Starts a touch at `x` of a canvas of `width`, CSS pixels. */
  down(pointer: number, x: number, y: number, width: number): void {
    if (x < width / 2 && this.#movePointer === NO_POINTER) {
      this.#movePointer = pointer;
      this.#startX = x;
      this.#startY = y;
      this.#moveX = 0;
      this.#moveY = 0;
    } else if (x >= width / 2 && this.#lookPointer === NO_POINTER) {
      this.#lookPointer = pointer;
      this.#lastX = x;
      this.#lastY = y;
    }
  }

  move(pointer: number, x: number, y: number, wish: FlyWish): void {
    if (pointer === this.#movePointer) {
      this.#moveX = x - this.#startX;
      this.#moveY = y - this.#startY;
    } else if (pointer === this.#lookPointer) {
      wish.yawDelta -= (x - this.#lastX) * LOOK_SENSITIVITY;
      wish.pitchDelta += (y - this.#lastY) * LOOK_SENSITIVITY;
      this.#lastX = x;
      this.#lastY = y;
    }
  }

  up(pointer: number): void {
    if (pointer === this.#movePointer) {
      this.#movePointer = NO_POINTER;
      this.#moveX = 0;
      this.#moveY = 0;
    } else if (pointer === this.#lookPointer) {
      this.#lookPointer = NO_POINTER;
    }
  }

  releaseAll(): void {
    this.up(this.#movePointer);
    this.up(this.#lookPointer);
  }

  addTo(wish: FlyWish): void {
    const distance = Math.hypot(this.#moveX, this.#moveY);
    if (distance <= DEAD_ZONE) return;
    const push = Math.min((distance - DEAD_ZONE) / (STICK_RADIUS - DEAD_ZONE), 1);
    wish.forward -= (this.#moveY / distance) * push;
    wish.left -= (this.#moveX / distance) * push;
  }
}

/** Speed limits, inches per second. */
export const MIN_SPEED = 25;
export const MAX_SPEED = 12_800;

/** Degrees per pixel of mouse travel: the engine's m_yaw (0.022) at a sensitivity of 5. */
const MOUSE_SENSITIVITY = 0.11;

/** Longest plausible travel of one event in pixels; pointer lock sometimes reports jumps. */
const MAX_MOUSE_TRAVEL = 400;

/** Factor of the speed per notch of the wheel. */
const WHEEL_FACTOR = 1.15;

export interface FlyControls {
  /** Inches per second, before Shift and Ctrl. */
  speed: number;
  /** Whether the slow key (Ctrl) is held, which turns W, D and others into browser shortcuts. */
  readonly slow: boolean;
  /** Moves the camera by the input since the last call. Allocates nothing. */
  update(camera: ViewerCamera, seconds: number): void;
  /** Stops all motion and releases all keys. */
  stop(): void;
  destroy(): void;
}

/**
 * Binds the controls. Mouse and touch events are those of the canvas.
 * @param keyTarget target of keys: the canvas if it is part of a page, the window if it fills the
 *   page
 * @param onInput called when the user starts to move the camera
 * @param motion turns wishes into motion; flying if omitted
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
    // Ctrl is the slow key, but Ctrl+C with selected text must copy.
    if (event.ctrlKey && event.code === "KeyC" && !getSelection()?.isCollapsed) return;
    if (!keys.press(event.code)) return;
    event.preventDefault();
    // A key that stays pressed does not end a flight that began since.
    if (!event.repeat) onInput();
  };
  keyTarget.addEventListener("keydown", onKeyDown as EventListener, { signal });
  // Listens on the window, because a key may be released outside the target.
  window.addEventListener(
    "keyup",
    (event) => {
      keys.release(event.code);
      // macOS sends no keyup for keys released while Command is held.
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

/**
 * Hides the pointer and receives its travel. If pointer lock is refused, dragging works instead.
 */
async function lockPointer(canvas: HTMLCanvasElement, pointerId: number): Promise<void> {
  try {
    await canvas.requestPointerLock?.();
  } catch {
    // Refused: in a frame without permission, or too soon after leaving pointer lock.
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

/** Whether a key press belongs to the focused form control. */
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
