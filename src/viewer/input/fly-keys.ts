/** Which keys are down, as bits; by `KeyboardEvent.code`, so that the layout does not matter. */

import type { FlyWish } from "./fly-motion.ts";

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
