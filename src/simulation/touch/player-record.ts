/** What a player did from outside, by tick: where it was placed, what it used, when it left. */

import type { MapSimulation } from "../map-simulation.ts";
import type { PlayerPlace } from "./player.ts";

const PLACE = 0;
const USE = 1;
const LEAVE = 2;

/** Columns of a row: tick, kind, and either a place or the entity that is used. */
const STRIDE = 10;

export class PlayerRecord {
  #rows = new Float64Array(64 * STRIDE);
  #count = 0;
  // Reused, because a player is placed in each tick.
  readonly #place: PlayerPlace = {
    ...{ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, isDucked: false, isSolid: false, ground: -1 },
  };

  /** Replaces the place of the same tick, if it is the last that was recorded. */
  place(tick: number, place: PlayerPlace): void {
    const last = (this.#count - 1) * STRIDE;
    const isSame = last >= 0 && this.#rows[last] === tick && this.#rows[last + 1] === PLACE;
    const at = isSame ? last : this.#add(tick, PLACE);
    const rows = this.#rows;
    rows[at + 2] = place.x;
    rows[at + 3] = place.y;
    rows[at + 4] = place.z;
    rows[at + 5] = place.pitch;
    rows[at + 6] = place.yaw;
    rows[at + 7] = place.isDucked ? 1 : 0;
    rows[at + 8] = place.isSolid ? 1 : 0;
    rows[at + 9] = place.ground ?? -1;
  }

  use(tick: number, entity: number): void {
    this.#rows[this.#add(tick, USE) + 2] = entity;
  }

  leave(tick: number): void {
    this.#add(tick, LEAVE);
  }

  hasAfter(tick: number): boolean {
    return this.#count > 0 && this.#rows[(this.#count - 1) * STRIDE] >= tick;
  }

  forgetAfter(tick: number): void {
    while (this.#count > 0 && this.#rows[(this.#count - 1) * STRIDE] > tick) this.#count--;
  }

  /** Does what was recorded at the simulation's tick. */
  play({ player, tick }: MapSimulation): void {
    for (let row = this.#firstAt(tick); row < this.#count; row++) {
      const rows = this.#rows;
      const at = row * STRIDE;
      if (rows[at] !== tick) return;
      if (rows[at + 1] === LEAVE) player.leave();
      else if (rows[at + 1] === USE) player.use(rows[at + 2]);
      else player.place(this.#read(at));
    }
  }

  #read(at: number): PlayerPlace {
    const place = this.#place;
    const rows = this.#rows;
    place.x = rows[at + 2];
    place.y = rows[at + 3];
    place.z = rows[at + 4];
    place.pitch = rows[at + 5];
    place.yaw = rows[at + 6];
    place.isDucked = rows[at + 7] !== 0;
    place.isSolid = rows[at + 8] !== 0;
    place.ground = rows[at + 9];
    return place;
  }

  /** First row of a tick or of a later one. */
  #firstAt(tick: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rows[middle * STRIDE] < tick) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds a row, and returns its first number. */
  #add(tick: number, kind: number): number {
    const at = this.#count++ * STRIDE;
    if (at === this.#rows.length) {
      const rows = new Float64Array(at * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    this.#rows[at] = tick;
    this.#rows[at + 1] = kind;
    return at;
  }
}
