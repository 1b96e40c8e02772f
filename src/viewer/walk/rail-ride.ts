/** State of a player on a line ladder: which ladder, and the place that the player is pulled to. */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { MapRails } from "../../map/hulls.ts";
import type { HullTrace } from "../../visibility/hull-trace.ts";
import { HALF_WIDTH, HULL_HEIGHT } from "./walk-rules.ts";

export const NO_RAIL = -1;

/**
 * Height in inches from which ladder ends are dropped onto the ground that they may be sunk into.
 */
const DROP = 4;
/** Shortest duration of a pull, seconds. */
const LEAST_SECONDS = 0.001;

interface Feet {
  x: number;
  y: number;
  z: number;
}

interface Drawn extends Feet {
  onGround: boolean;
  readonly rules: { readonly speed: number };
  stop(): void;
}

export class RailRide {
  /** Index of the ladder the player is on, or `NO_RAIL`. */
  rail = NO_RAIL;
  /** Whether the player is being pulled to or off a ladder; collisions are ignored then. */
  isDrawn = false;
  /** Result of the last search: the ladder's point nearest to the feet. */
  x = 0;
  y = 0;
  z = 0;
  /** Upward axis of a ladder, unit length. */
  axisX = 0;
  axisY = 0;
  axisZ = 1;

  readonly count: number;
  readonly map: MapRails;
  /** Position of the feet at a ladder's top and bottom, 6 numbers a ladder. */
  readonly #ends: Float64Array;
  readonly #from = new Float64Array(3);
  readonly #to = new Float64Array(3);
  #seconds = 0;
  #passed = 0;

  constructor(map: MapRails, trace: HullTrace) {
    this.map = map;
    this.count = map.rails.length / 6;
    this.#ends = Float64Array.from(map.rails);
    const half = HULL_HEIGHT / 2;
    trace.setBox(HALF_WIDTH, HALF_WIDTH, half);
    for (let i = 0; i < this.#ends.length; i += 3) {
      const [x, y, z] = this.#ends.subarray(i, i + 3);
      trace.sweep(x, y, z + half + DROP, x, y, z + half, MASK_PLAYERSOLID);
      if (!trace.hit.startsSolid) this.#ends[i + 2] = trace.hit.z - half;
    }
  }

  /** Leaves the ladder, and ends a pull. */
  leave(): void {
    this.rail = NO_RAIL;
    this.isDrawn = false;
  }

  /** Finds the ladder's nearest point and axis, and returns its distance. */
  closest(rail: number, feet: Feet): number {
    const part = Math.min(1, Math.max(0, this.partDown(rail, feet)));
    const length = this.length(rail);
    const at = rail * 6;
    this.x = this.#ends[at] - this.axisX * length * part;
    this.y = this.#ends[at + 1] - this.axisY * length * part;
    this.z = this.#ends[at + 2] - this.axisZ * length * part;
    return Math.hypot(this.x - feet.x, this.y - feet.y, this.z - feet.z);
  }

  /** Returns the position along the infinite line: 0 at the top, 1 at the bottom. */
  partDown(rail: number, { x, y, z }: Feet): number {
    this.setAxis(rail);
    const at = rail * 6;
    const dx = this.#ends[at] - x;
    const dy = this.#ends[at + 1] - y;
    const dz = this.#ends[at + 2] - z;
    return (dx * this.axisX + dy * this.axisY + dz * this.axisZ) / this.length(rail);
  }

  /** Returns the distance from the infinite line. */
  fromLine(rail: number, feet: Feet): number {
    const down = this.partDown(rail, feet) * this.length(rail);
    return Math.sqrt(Math.max(0, this.toTop(rail, feet) ** 2 - down ** 2));
  }

  toTop(rail: number, { x, y, z }: Feet): number {
    const at = rail * 6;
    return Math.hypot(this.#ends[at] - x, this.#ends[at + 1] - y, this.#ends[at + 2] - z);
  }

  toBottom(rail: number, { x, y, z }: Feet): number {
    const at = rail * 6;
    return Math.hypot(this.#ends[at + 3] - x, this.#ends[at + 4] - y, this.#ends[at + 5] - z);
  }

  length(rail: number): number {
    const at = rail * 6;
    const x = this.#ends[at] - this.#ends[at + 3];
    const y = this.#ends[at + 1] - this.#ends[at + 4];
    return Math.hypot(x, y, this.#ends[at + 2] - this.#ends[at + 5]);
  }

  /** Whether the ladder is less than 64 inches high, so that it leads sideways. */
  isLevel(rail: number): boolean {
    return Math.abs(this.#ends[rail * 6 + 2] - this.#ends[rail * 6 + 5]) < 64;
  }

  setAxis(rail: number): void {
    const at = rail * 6;
    const length = this.length(rail);
    this.axisX = (this.#ends[at] - this.#ends[at + 3]) / length;
    this.axisY = (this.#ends[at + 1] - this.#ends[at + 4]) / length;
    this.axisZ = (this.#ends[at + 2] - this.#ends[at + 5]) / length;
  }

  /** Returns the component of a direction along the axis. */
  alongView(x: number, y: number, z: number): number {
    return x * this.axisX + y * this.axisY + z * this.axisZ;
  }

  /**
   * Starts a pull of the player to a place, without collisions.
   * @param rail ladder the player is on afterwards
   */
  drawTo(body: Drawn, rail: number, x: number, y: number, z: number): void {
    this.rail = rail;
    this.isDrawn = true;
    this.#from[0] = body.x;
    this.#from[1] = body.y;
    this.#from[2] = body.z;
    this.#to[0] = x;
    this.#to[1] = y;
    this.#to[2] = z;
    const way = Math.hypot(x - body.x, y - body.y, z - body.z);
    this.#seconds = Math.max(LEAST_SECONDS, way / body.rules.speed);
    this.#passed = 0;
  }

  /** Advances the pull; returns `false` when it has ended. */
  draw(body: Drawn, seconds: number): boolean {
    this.#passed += seconds;
    const part = Math.min(1, this.#passed / this.#seconds);
    body.x = this.#from[0] + (this.#to[0] - this.#from[0]) * part;
    body.y = this.#from[1] + (this.#to[1] - this.#from[1]) * part;
    body.z = this.#from[2] + (this.#to[2] - this.#from[2]) * part;
    body.stop();
    body.onGround = false;
    this.isDrawn = part < 1;
    return this.isDrawn;
  }
}
