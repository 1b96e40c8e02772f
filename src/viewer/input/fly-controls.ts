/** Keyboard, mouse and touch, turned into the wishes of a fly camera. */

import type { ViewerCamera } from "../camera/camera.ts";
import { createFlyMotion, createFlyWish, type FlyMotion, type FlyWish } from "./fly-motion.ts";
import { isWheelOurs, type KeyTarget, wheelNotches } from "./input-target.ts";

// Which keys are down, as bits; by `KeyboardEvent.code`, so that the layout does not matter.

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

/** A key of each pair has its own bit: letting go of one must not let go of the other. */
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

  /** Returns whether the key is one of these. */
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

  /** Whether the slow key is held: then W, D and others are shortcuts of the browser's too. */
  get slow(): boolean {
    return this.#has(SLOW);
  }

  /** Adds the keys' axes to a wish and scales its speed. */
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

// Two thumbs on a touch screen: the one that comes down on the left half pushes the camera, as far
// as it has moved from where it came down; the one on the right half turns it as it drags.

/** CSS pixels from where the thumb came down to full speed. */
const STICK_RADIUS = 56;

/** Around the middle of the stick nothing moves: a resting thumb is never quite still. */
const DEAD_ZONE = 6;

/** Degrees a CSS pixel. */
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

  /** A finger comes down at `x` of a canvas `width` wide, CSS pixels. */
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
