/**
 * Sends outputs and serves inputs when they are due. Each is noted in the log. The order of equal
 * times is the engine's.
 */

import type { CompiledClass } from "../class-table.ts";
import { type EntityWorld, type InputEvent, notRun } from "../entity-class.ts";
import { type EventLog, LOG_KINDS, type LogKind, type LogRow } from "../event-log.ts";
import { EventQueue, type QueuedEvent } from "../event-queue.ts";
import type { OutputTable } from "../output-table.ts";
import { convertValue, TEXT, type ValueKind, VOID } from "../values.ts";

/**
 * Events that a tick serves, and inputs that arrive by them: an event may go to many. Outputs that
 * send themselves in a circle reach it.
 */
const MOST_EVENTS_PER_TICK = 10_000;
const MOST_INPUTS_PER_TICK = 100_000;
/** Inputs that may wait. */
const MOST_WAITING = 100_000;

/** The world that inputs arrive in. */
export interface ServedWorld extends EntityWorld {
  readonly outputs: OutputTable;
  readonly log: EventLog;
  compiledOf(entity: number): CompiledClass;
}

export class EventServer {
  readonly #world: ServedWorld;
  readonly #queue = new EventQueue();
  #eventsOfTick = 0;
  #inputsOfTick = 0;
  /** Tick in which an event was dropped last. */
  #cutTick = -1;

  // Reused for each row, so that a tick allocates nothing.
  /** The event that is being served, and the one that a handler sends meanwhile. */
  readonly #arriving = emptyEvent();
  readonly #sent = emptyEvent();
  readonly #input: InputEvent = { kind: VOID, value: 0, activator: -1, caller: -1, action: -1 };
  readonly #row: LogRow = {
    ...{ kind: 0, tick: 0, caller: 0, action: 0, entity: 0, target: 0 },
    ...{ input: 0, valueKind: 0, value: 0, activator: 0 },
  };
  readonly #nameOf = (row: number): string =>
    this.#world.strings.text(this.#world.entities.name[row]);

  constructor(world: ServedWorld) {
    this.#world = world;
  }

  /** Number of inputs that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  save(): ReturnType<EventQueue["save"]> {
    return this.#queue.save();
  }

  restore(state: ReturnType<EventQueue["save"]>): void {
    this.#cutTick = -1;
    this.#queue.restore(state);
  }

  // Sending.

  /** Sends what the output of an entity lists. The value goes to outputs without a parameter. */
  fire(entity: number, output: string, activator: number, kind: ValueKind, value: number): void {
    const { outputs, strings, time } = this.#world;
    const folded = strings.fold(output);
    for (let row = outputs.find(entity, folded, -1); row >= 0; ) {
      const next = outputs.find(entity, folded, row);
      const parameter = outputs.parameter[row];
      const event = this.#sent;
      event.time = Math.fround(time + Math.fround(outputs.delay[row]));
      event.target = outputs.target[row];
      event.entity = -1;
      event.input = outputs.input[row];
      event.kind = parameter === 0 ? kind : TEXT;
      event.value = parameter === 0 ? value : parameter;
      event.activator = activator;
      event.caller = entity;
      event.action = row;
      this.#note("output", -1, event);
      this.#send(event);
      if (outputs.times[row] > 0) outputs.times[row]--;
      row = next;
    }
  }

  /** Sends an input to one entity after a delay in seconds. */
  post(entity: number, input: string, delay: number, activator: number, caller: number): void {
    const event = this.#sent;
    event.time = Math.fround(this.#world.time + Math.fround(delay));
    event.target = 0;
    event.entity = entity;
    event.input = this.#world.strings.intern(input);
    event.kind = VOID;
    event.value = 0;
    event.activator = activator;
    event.caller = caller;
    event.action = -1;
    this.#send(event);
  }

  /** Sends an input from outside to an entity, or with -1 to what a name finds; it arrives in the next tick. */
  sendFromOutside(target: string, entity: number, input: string, parameter: string): void {
    const { strings, time } = this.#world;
    const text = strings.intern(parameter);
    this.#send({
      ...{ time, target: target === "" ? 0 : strings.intern(target), entity },
      ...{ input: strings.intern(input), kind: text === 0 ? VOID : TEXT, value: text },
      ...{ activator: -1, caller: -1, action: -1 },
    });
  }

  /** Takes back what an entity sent. */
  cancelFrom(caller: number): void {
    this.#queue.cancelFrom(caller);
  }

  /** Notes that an entity did something to another, or to the player's view. */
  report(entity: number, other: number, effect: string, detail: string): void {
    const { strings } = this.#world;
    const event = this.#sent;
    event.target = 0;
    event.input = strings.intern(effect);
    event.value = strings.intern(detail);
    event.kind = event.value === 0 ? VOID : TEXT;
    event.activator = other;
    event.caller = entity;
    event.action = -1;
    this.#note("effect", other, event);
  }

  #send(event: QueuedEvent): void {
    if (this.#queue.length < MOST_WAITING) this.#queue.add(event);
    else this.#cut(event);
  }

  // Serving.

  /** Resets the budgets of events and inputs. Call at the start of each tick. */
  beginTick(): void {
    this.#eventsOfTick = 0;
    this.#inputsOfTick = 0;
  }

  /** Lets the player use an entity at once. */
  use(entity: number): void {
    const { row } = this.#world.player;
    const event = this.#arriving;
    event.target = 0;
    event.input = this.#world.strings.intern("Use");
    event.kind = VOID;
    event.value = 0;
    event.activator = row;
    event.caller = row;
    event.action = -1;
    this.#accept(entity, event);
  }

  /** Serves the events that are due. Those beyond the budget are dropped, and the first is named. */
  serve(): void {
    const event = this.#arriving;
    while (this.#queue.nextTime <= this.#world.time) {
      this.#queue.take(event);
      const isCut =
        this.#eventsOfTick >= MOST_EVENTS_PER_TICK || this.#inputsOfTick >= MOST_INPUTS_PER_TICK;
      if (!isCut) this.#serveOne(event);
      else this.#cut(event);
    }
  }

  /** Passes an input to all that its target names, or else to all of the class that it names. */
  #serveOne(event: QueuedEvent): void {
    const world = this.#world;
    const { entity, activator, caller } = event;
    this.#eventsOfTick++;
    if (entity >= 0) {
      if (world.isAlive(entity)) this.#accept(entity, event);
      return;
    }
    const name = world.strings.text(event.target);
    let row = world.find(name, -1, caller, activator, caller);
    const isName = row >= 0;
    if (!isName) row = world.findClass(name, -1);
    if (row < 0) this.#note("no-target", -1, event);
    while (row >= 0 && this.#inputsOfTick < MOST_INPUTS_PER_TICK) {
      this.#accept(row, event);
      row = isName ? world.find(name, row, caller, activator, caller) : world.findClass(name, row);
    }
  }

  #accept(entity: number, event: QueuedEvent): void {
    const world = this.#world;
    const { strings } = world;
    this.#inputsOfTick++;
    const compiled = world.compiledOf(entity);
    const input = compiled.inputs.get(strings.text(strings.foldedOf(event.input)));
    if (input === undefined) {
      this.#note(compiled.isKnown ? "unknown-input" : "class-not-run", entity, event);
      return;
    }
    const passed = this.#input;
    passed.kind = event.kind as ValueKind;
    passed.value = event.value;
    passed.activator = world.isAlive(event.activator) ? event.activator : -1;
    passed.caller = world.isAlive(event.caller) ? event.caller : -1;
    passed.action = event.action;
    if (!convertValue(passed, input.takes, strings, this.#nameOf)) {
      this.#note("bad-value", entity, event);
      return;
    }
    this.#note(input === notRun ? "input-not-run" : "input", entity, event);
    input.run(world, entity, passed);
  }

  // Noting.

  /** Notes an event that is dropped, the first of a tick. */
  #cut(event: QueuedEvent): void {
    if (this.#cutTick === this.#world.tick) return;
    this.#cutTick = this.#world.tick;
    this.#note("cut", event.entity, event);
  }

  #note(kind: LogKind, entity: number, event: QueuedEvent): void {
    const row = this.#row;
    row.kind = LOG_KINDS.indexOf(kind);
    row.tick = this.#world.tick;
    row.caller = event.caller;
    row.action = event.action;
    row.entity = entity;
    row.target = event.target;
    row.input = event.input;
    row.valueKind = event.kind;
    row.value = event.value;
    row.activator = event.activator;
    this.#world.log.add(row);
  }
}

const emptyEvent = (): QueuedEvent => ({
  ...{ time: 0, target: 0, entity: 0, input: 0, kind: 0, value: 0 },
  ...{ activator: 0, caller: 0, action: 0 },
});
