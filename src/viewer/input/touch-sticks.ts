/**
 * Two thumbs on a touch screen: the one that comes down on the left half pushes the camera, as far
 * as it has moved from where it came down; the one on the right half turns it as it drags.
 */

import type { FlyWish } from "./fly-motion.ts";

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
