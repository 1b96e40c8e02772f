/**
 * Outputs of all entities, a row per line of the entity lump. The rows of an entity are a list to
 * whose front new rows are put, so the last line fires first (`CBaseEntityOutput::AddEventAction`,
 * Source SDK 2013, cbase.cpp).
 */

/** Value of `times` for outputs without limit. */
export const UNLIMITED = -1;

export class OutputTable {
  count = 0;
  /** Output in its own spelling and in lower case, target, input: numbers of the string pool. */
  label = new Int32Array(64);
  output = new Int32Array(64);
  target = new Int32Array(64);
  input = new Int32Array(64);
  /** 0: the output passes its own value. */
  parameter = new Int32Array(64);
  /** Seconds. */
  delay = new Float64Array(64);
  /** Times that it still fires; 0 for spent rows. */
  times = new Int32Array(64);
  /** Next row of the same entity; -1 at the end. */
  next = new Int32Array(64);
  /** First row of each entity; -1 for none. */
  first = new Int32Array(64).fill(-1);

  /** Adds a row without content to an entity, and returns it. */
  add(entity: number): number {
    const row = this.count++;
    if (row >= this.output.length) this.#grow();
    if (entity >= this.first.length) {
      const first = new Int32Array(Math.max(entity + 1, this.first.length * 2)).fill(-1);
      first.set(this.first);
      this.first = first;
    }
    this.next[row] = this.first[entity];
    this.first[entity] = row;
    return row;
  }

  /** First row of an entity's output, or the next one after `row`; -1 for none. Spent rows are left out. */
  find(entity: number, output: number, row: number): number {
    let at = row < 0 ? (this.first[entity] ?? -1) : this.next[row];
    while (at >= 0 && (this.output[at] !== output || this.times[at] === 0)) at = this.next[at];
    return at;
  }

  save(): OutputState {
    return { count: this.count, times: this.times.slice(0, this.count), first: this.first.slice() };
  }

  /** Rows that were added since are dropped. */
  restore({ count, times, first }: OutputState): void {
    this.count = count;
    this.times.set(times);
    this.first.fill(-1);
    this.first.set(first);
  }

  #grow(): void {
    const length = this.output.length * 2;
    for (const column of [
      "label",
      "output",
      "target",
      "input",
      "parameter",
      "times",
      "next",
    ] as const) {
      const larger = new Int32Array(length);
      larger.set(this[column]);
      this[column] = larger;
    }
    const delay = new Float64Array(length);
    delay.set(this.delay);
    this.delay = delay;
  }
}

/** Everything of an output table that changes with time: rows are only added. */
export interface OutputState {
  readonly count: number;
  readonly times: Int32Array;
  readonly first: Int32Array;
}
