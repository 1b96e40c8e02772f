/** The event log of a simulation: outputs that fired, inputs that arrived, inputs that had no effect and why. */

/** Kinds of rows. */
export const LOG_KINDS = [
  /** An output sent an input on its way. */
  "output",
  /** An entity accepted an input. */
  "input",
  /** A target names no entity. */
  "no-target",
  /** The class takes no such input. */
  "unknown-input",
  /** The class is not simulated, so the input does nothing. */
  "class-not-run",
  /** The class is simulated, but what this input does is not. */
  "input-not-run",
  /** The value cannot be converted to what the input takes. */
  "bad-value",
  /** An entity did something that is no input: it teleported or pushed the player. */
  "effect",
  /** A tick had more events than its budget; the rest of those that were due is dropped. */
  "cut",
] as const;

export type LogKind = (typeof LOG_KINDS)[number];

/** A row; texts are numbers of the string pool, entities are rows, -1 for none. */
export interface LogRow {
  kind: number;
  tick: number;
  /** Entity that sent the input; -1 for `fireInput`. */
  caller: number;
  /** Row of the output table; -1 if no output sent it. */
  action: number;
  /** Entity that received the input; -1 for outputs, and if none was found. */
  entity: number;
  /** Target name. */
  target: number;
  input: number;
  valueKind: number;
  value: number;
  activator: number;
}

const STRIDE = 10;
/** Rows that are kept; later ones are only counted. */
export const MOST_LOGGED = 200_000;

export class EventLog {
  #rows = new Float64Array(256 * STRIDE);
  #count = 0;
  /** Rows beyond `MOST_LOGGED`. */
  #dropped = 0;

  get length(): number {
    return this.#count;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(row: LogRow): void {
    if (this.#count === MOST_LOGGED) {
      this.#dropped++;
      return;
    }
    const at = this.#count * STRIDE;
    if (at === this.#rows.length) {
      const rows = new Float64Array(Math.min(at * 2, MOST_LOGGED * STRIDE));
      rows.set(this.#rows);
      this.#rows = rows;
    }
    const rows = this.#rows;
    rows[at] = row.kind;
    rows[at + 1] = row.tick;
    rows[at + 2] = row.caller;
    rows[at + 3] = row.action;
    rows[at + 4] = row.entity;
    rows[at + 5] = row.target;
    rows[at + 6] = row.input;
    rows[at + 7] = row.valueKind;
    rows[at + 8] = row.value;
    rows[at + 9] = row.activator;
    this.#count++;
  }

  row(index: number): LogRow {
    const at = index * STRIDE;
    const rows = this.#rows;
    return {
      kind: rows[at],
      tick: rows[at + 1],
      caller: rows[at + 2],
      action: rows[at + 3],
      entity: rows[at + 4],
      target: rows[at + 5],
      input: rows[at + 6],
      valueKind: rows[at + 7],
      value: rows[at + 8],
      activator: rows[at + 9],
    };
  }

  save(): LogState {
    return { count: this.#count, dropped: this.#dropped };
  }

  /** Forgets what happened later. */
  restore({ count, dropped }: LogState): void {
    this.#count = count;
    this.#dropped = dropped;
  }
}

export interface LogState {
  readonly count: number;
  readonly dropped: number;
}
