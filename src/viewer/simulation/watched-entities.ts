/** Finds which of some entities moved in a tick, by themselves or because their parents did. */

import type { MapSimulation } from "../../simulation/index.ts";

/** Numbers of an entity that are compared between ticks: origin, angles and parent. */
const PLACE = 7;
/** Ancestors that are followed; more are a mistake in the map. */
const MOST_PARENTS = 64;

export class WatchedEntities {
  /** Watched entities and all that carry them. */
  #rows = new Int32Array(0);
  /** `PLACE` numbers of each row in the last tick. */
  #places = new Float64Array(0);
  /** 1 for entities that moved in the last tick. */
  #hasMoved = new Uint8Array(0);
  /** Whether an entity got another parent in the last tick, which may be one that is not watched. */
  hasNewParent = false;

  /** Number of entities that there were when `watch` was called. */
  get entityCount(): number {
    return this.#hasMoved.length;
  }

  /** Watches these entities and all that carry them. In the next comparison all count as moved. */
  watch({ entities }: MapSimulation, wanted: Iterable<number>): void {
    const { parent, count } = entities;
    const rows = new Set<number>();
    for (const entity of wanted) {
      for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
        rows.add(row);
      }
    }
    this.#rows = Int32Array.from(rows);
    this.#places = new Float64Array(rows.size * PLACE).fill(Number.NaN);
    this.#hasMoved = new Uint8Array(count);
  }

  /** Compares the entities with the last tick. Returns whether one moved. Allocates nothing. */
  compare({ entities }: MapSimulation): boolean {
    const { origin, angles, parent } = entities;
    const places = this.#places;
    let isAny = false;
    this.hasNewParent = false;
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i];
      const from = row * 3;
      const to = i * PLACE;
      const isSame =
        places[to] === origin[from] &&
        places[to + 1] === origin[from + 1] &&
        places[to + 2] === origin[from + 2] &&
        places[to + 3] === angles[from] &&
        places[to + 4] === angles[from + 1] &&
        places[to + 5] === angles[from + 2] &&
        places[to + 6] === parent[row];
      this.#hasMoved[row] = isSame ? 0 : 1;
      if (isSame) continue;
      isAny = true;
      if (places[to + 6] !== parent[row] && !Number.isNaN(places[to + 6])) this.hasNewParent = true;
      for (let axis = 0; axis < 3; axis++) {
        places[to + axis] = origin[from + axis];
        places[to + 3 + axis] = angles[from + axis];
      }
      places[to + 6] = parent[row];
    }
    return isAny;
  }

  /** Whether an entity, or one that carries it, moved in the last tick. */
  isCarried({ entities }: MapSimulation, entity: number): boolean {
    const { parent } = entities;
    for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
      if (this.#hasMoved[row] === 1) return true;
    }
    return false;
  }
}
