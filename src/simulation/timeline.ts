/**
 * Goes to any time of a simulation. Snapshots on the way make going back cheap; inputs from outside
 * are kept with their time, so that the same time shows the same again.
 */

import { MapSimulation, type SimulationOptions } from "./map-simulation.ts";
import { TICK_SECONDS } from "./tick.ts";
import type { PlayerPlace } from "./touch/player.ts";
import { PlayerRecord } from "./touch/player-record.ts";
import type { SimulatedMap } from "./world/stored-world.ts";

/** Ticks between snapshots, until they take more than `MOST_SNAPSHOT_BYTES`: 3 seconds. */
const FIRST_INTERVAL = 200;
const MOST_SNAPSHOT_BYTES = 64 * 2 ** 20;

/** An input from outside, as `ent_fire` sends it. */
export interface FiredInput {
  /** Tick after which it was sent. */
  readonly tick: number;
  readonly target: string;
  /** Row of the entity that gets it; −1 if the target names them. */
  readonly row: number;
  readonly input: string;
  readonly parameter: string;
}

export class Timeline {
  readonly simulation: MapSimulation;
  /** Called after each tick that runs, also again after going back. */
  onStep: (() => void) | null = null;
  #snapshots: ReturnType<MapSimulation["save"]>[];
  #interval = FIRST_INTERVAL;
  #fired: FiredInput[] = [];
  readonly #player = new PlayerRecord();

  constructor(map: SimulatedMap, options: SimulationOptions = {}) {
    this.simulation = new MapSimulation(map, options);
    this.#snapshots = [this.simulation.save()];
  }

  /** Inputs from outside up to now. */
  get fired(): readonly FiredInput[] {
    return this.#fired;
  }

  /** Runs one tick. */
  step(): void {
    const { simulation } = this;
    for (const one of this.#fired) {
      if (one.tick !== simulation.tick) continue;
      if (one.row >= 0) simulation.fireInputAt(one.row, one.input, one.parameter);
      else simulation.fireInput(one.target, one.input, one.parameter);
    }
    this.#player.play(simulation);
    simulation.step();
    this.onStep?.();
    const last = this.#snapshots[this.#snapshots.length - 1].tick;
    if (simulation.tick >= last + this.#interval) this.#keep();
  }

  /** Sends an input to what a name finds, in the next tick. What was sent at later times is forgotten. */
  fire(target: string, input: string, parameter = ""): void {
    const tick = this.#forgetLater();
    this.#fired.push({ tick, target, row: -1, input, parameter });
  }

  /** Like `fire`, to one entity. */
  fireAt(row: number, input: string, parameter = ""): void {
    const tick = this.#forgetLater();
    this.#fired.push({ tick, target: "", row, input, parameter });
  }

  /**
   * Puts a player into the map, from the next tick on: it touches triggers, and `!player` finds it.
   * Going back in time moves it as it moved then, until it is placed again. Where the map put it
   * itself is in `simulation.player`. What was sent at later times is forgotten.
   */
  place(place: PlayerPlace): void {
    // A place that changes nothing is not kept, unless later ones are to be forgotten.
    const { player, tick } = this.simulation;
    if (!this.#player.hasAfter(tick) && player.isAt(place)) return;
    this.#player.place(this.#forgetLater(), place);
  }

  /** Lets the player use an entity, a row of the entity lump, in the next tick. */
  use(row: number): void {
    this.#player.use(this.#forgetLater(), row);
  }

  /** Takes the player away. */
  leave(): void {
    const { player, tick } = this.simulation;
    if (player.row >= 0 || this.#player.hasAfter(tick)) this.#player.leave(this.#forgetLater());
  }

  /** Forgets inputs from outside that were sent at later times; returns the current tick. */
  #forgetLater(): number {
    const { tick } = this.simulation;
    this.#fired = this.#fired.filter((one) => one.tick <= tick);
    this.#snapshots = this.#snapshots.filter((one) => one.tick <= tick);
    this.#player.forgetAfter(tick);
    return tick;
  }

  /** Goes to a time in seconds: to the tick that is nearest. */
  seek(seconds: number): void {
    const { simulation } = this;
    const tick = Math.max(Math.round(seconds / TICK_SECONDS), 0);
    if (tick < simulation.tick) {
      let from = this.#snapshots[0];
      for (const one of this.#snapshots) if (one.tick <= tick) from = one;
      simulation.restore(from);
    }
    this.runTo(tick);
  }

  /** Runs up to a tick. Ticks in which nothing happens are skipped. */
  runTo(tick: number): void {
    const { simulation } = this;
    while (simulation.tick < tick) {
      // A player touches triggers in each tick.
      if (simulation.isAtRest && !this.#player.hasAfter(simulation.tick)) {
        let next = tick;
        for (const one of this.#fired) {
          if (one.tick >= simulation.tick) next = Math.min(next, one.tick);
        }
        if (next > simulation.tick) simulation.skipTo(next);
        if (simulation.tick >= tick) return;
      }
      this.step();
    }
  }

  #keep(): void {
    this.#snapshots.push(this.simulation.save());
    let byteLength = 0;
    for (const one of this.#snapshots) byteLength += one.byteLength;
    if (byteLength <= MOST_SNAPSHOT_BYTES || this.#snapshots.length < 3) return;
    this.#interval *= 2;
    let kept = Number.NEGATIVE_INFINITY;
    this.#snapshots = this.#snapshots.filter(({ tick }) => {
      if (tick < kept + this.#interval) return false;
      kept = tick;
      return true;
    });
  }
}
