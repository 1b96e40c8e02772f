/**
 * Inputs that wait for their time: a binary heap of rows in one column. Rows of equal time leave in
 * the order in which they came, as in `CEventQueue` (Source SDK 2013, cbase.cpp).
 */

/** Columns of a row. */
const TIME = 0;
const ORDER = 1;
const TARGET = 2;
const ENTITY = 3;
const INPUT = 4;
const KIND = 5;
const VALUE = 6;
const ACTIVATOR = 7;
const CALLER = 8;
const ACTION = 9;
const STRIDE = 10;

/** An input on its way. Texts are numbers of the string pool; entities are rows, -1 for none. */
export interface QueuedEvent {
  /** Seconds. */
  time: number;
  /** Name of the targets; 0 if `entity` is the target. */
  target: number;
  entity: number;
  input: number;
  kind: number;
  value: number;
  activator: number;
  caller: number;
  /** Row of the output table that sent it; -1 if no output did. */
  action: number;
}

export interface QueueState {
  readonly rows: Float64Array;
  readonly order: number;
}

export class EventQueue {
  #rows = new Float64Array(64 * STRIDE);
  #count = 0;
  /** Rows that ever came, which orders those of equal time. */
  #order = 0;
  readonly #held = new Float64Array(STRIDE);

  get length(): number {
    return this.#count;
  }

  /** Time of the next row in seconds; infinite if none waits. */
  get nextTime(): number {
    return this.#count === 0 ? Number.POSITIVE_INFINITY : this.#rows[TIME];
  }

  add(event: QueuedEvent): void {
    if ((this.#count + 1) * STRIDE > this.#rows.length) {
      const rows = new Float64Array(this.#rows.length * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    const row = this.#held;
    row[TIME] = event.time;
    row[ORDER] = this.#order++;
    row[TARGET] = event.target;
    row[ENTITY] = event.entity;
    row[INPUT] = event.input;
    row[KIND] = event.kind;
    row[VALUE] = event.value;
    row[ACTIVATOR] = event.activator;
    row[CALLER] = event.caller;
    row[ACTION] = event.action;
    this.#rise(this.#count++);
  }

  /** Takes the next row out and writes it to `event`. Some row must wait. */
  take(event: QueuedEvent): void {
    this.#read(0, event);
    this.#removeAt(0);
  }

  /** Removes what an entity sent (`CEventQueue::CancelEvents`). */
  cancelFrom(caller: number): void {
    const kept: number[] = [];
    for (let i = 0; i < this.#count; i++) {
      if (this.#rows[i * STRIDE + CALLER] !== caller) kept.push(i);
    }
    if (kept.length === this.#count) return;
    for (const [to, from] of kept.entries()) {
      this.#rows.copyWithin(to * STRIDE, from * STRIDE, (from + 1) * STRIDE);
    }
    this.#count = kept.length;
    for (let i = (this.#count >> 1) - 1; i >= 0; i--) {
      this.#held.set(this.#rows.subarray(i * STRIDE, (i + 1) * STRIDE));
      this.#sink(i);
    }
  }

  save(): QueueState {
    return { rows: this.#rows.slice(0, this.#count * STRIDE), order: this.#order };
  }

  restore({ rows, order }: QueueState): void {
    this.#count = rows.length / STRIDE;
    this.#order = order;
    if (rows.length > this.#rows.length) this.#rows = new Float64Array(rows.length * 2);
    this.#rows.set(rows);
  }

  #read(row: number, event: QueuedEvent): void {
    const rows = this.#rows;
    const at = row * STRIDE;
    event.time = rows[at + TIME];
    event.target = rows[at + TARGET];
    event.entity = rows[at + ENTITY];
    event.input = rows[at + INPUT];
    event.kind = rows[at + KIND];
    event.value = rows[at + VALUE];
    event.activator = rows[at + ACTIVATOR];
    event.caller = rows[at + CALLER];
    event.action = rows[at + ACTION];
  }

  #removeAt(row: number): void {
    const last = --this.#count;
    if (row === last) return;
    this.#held.set(this.#rows.subarray(last * STRIDE, (last + 1) * STRIDE));
    this.#sink(row);
  }

  /** Whether the held row leaves before row `other`. */
  #leavesBefore(other: number): boolean {
    const at = other * STRIDE;
    const time = this.#rows[at + TIME];
    return (
      this.#held[TIME] < time ||
      (this.#held[TIME] === time && this.#held[ORDER] < this.#rows[at + ORDER])
    );
  }

  /** Puts the held row into the free row `at`, or above it. */
  #rise(at: number): void {
    let row = at;
    while (row > 0) {
      const parent = (row - 1) >> 1;
      if (!this.#leavesBefore(parent)) break;
      this.#rows.copyWithin(row * STRIDE, parent * STRIDE, (parent + 1) * STRIDE);
      row = parent;
    }
    this.#rows.set(this.#held, row * STRIDE);
  }

  /** Puts the held row into the free row `at`, or below it. */
  #sink(at: number): void {
    let row = at;
    for (;;) {
      let child = row * 2 + 1;
      if (child >= this.#count) break;
      if (child + 1 < this.#count && this.#isBefore(child + 1, child)) child++;
      if (this.#leavesBefore(child)) break;
      this.#rows.copyWithin(row * STRIDE, child * STRIDE, (child + 1) * STRIDE);
      row = child;
    }
    this.#rows.set(this.#held, row * STRIDE);
  }

  #isBefore(a: number, b: number): boolean {
    const rows = this.#rows;
    const first = rows[a * STRIDE + TIME];
    const second = rows[b * STRIDE + TIME];
    return (
      first < second || (first === second && rows[a * STRIDE + ORDER] < rows[b * STRIDE + ORDER])
    );
  }
}
