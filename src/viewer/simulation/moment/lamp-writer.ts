/** Writes the projected textures of a simulation for the renderer. */

import { LAMP } from "../../../map/motion/lamp-row.ts";
import type { LampRows } from "../../../map/motion/lamps.ts";
import {
  copyLampState,
  isLamp,
  LAMP_STATE,
  type MapSimulation,
  writeLampNow,
} from "../../../simulation/index.ts";

export class LampWriter {
  #lamps: LampRows & { version: number; textures: string[] } = noLamps(0);
  #entity: number[] = [];
  /** Number of entities when the lamps were found. */
  #entityCount = -1;
  #states = new Float64Array(0);

  /** State of all lamps; undefined if there are none. */
  get lamps(): LampRows | undefined {
    return this.#entity.length === 0 ? undefined : this.#lamps;
  }

  /**
   * Reads the lamps after a tick. Allocates nothing while no entity is made and no lamp changes.
   * @returns whether any changed
   */
  read(simulation: MapSimulation): boolean {
    let isChanged = this.#find(simulation);
    for (let row = 0; row < this.#entity.length; row++) {
      const entity = this.#entity[row];
      if (!copyLampState(simulation, entity, this.#states, row * LAMP_STATE)) continue;
      this.#lamps.textures[row] = writeLampNow(simulation, entity, this.#lamps.rows, row);
      isChanged = true;
    }
    if (isChanged) this.#lamps.version++;
    return isChanged;
  }

  /** Finds the lamps again if entities were made, or are gone since time went back. */
  #find(simulation: MapSimulation): boolean {
    const { count } = simulation.entities;
    if (count === this.#entityCount) return false;
    this.#entityCount = count;
    const entity: number[] = [];
    for (let row = 0; row < count; row++) if (isLamp(simulation, row)) entity.push(row);
    if (entity.length === 0 && this.#entity.length === 0) return false;
    this.#entity = entity;
    this.#states = new Float64Array(entity.length * LAMP_STATE).fill(Number.NaN);
    this.#lamps = { ...noLamps(entity.length), version: this.#lamps.version };
    return true;
  }
}

function noLamps(count: number) {
  const rows = new Float32Array(count * LAMP.strideFloats);
  return { version: 0, count, rows, textures: new Array<string>(count).fill("") };
}
