/**
 * Interface of a map's simulation: its entities act as in the game, in ticks of 15 ms, without a
 * player. The same map, seed and inputs give the same events in each run. Positions are inches in
 * the map's space, angles degrees, times seconds since the map started.
 */

import type { LoggedEntity, LoggedEvent } from "../../simulation/describe-log.ts";
import type { LogKind } from "../../simulation/event-log.ts";
import type { Vector } from "../base-viewer.ts";
import type { ScreenText } from "./screen-texts.ts";

/**
 * Start of a map's simulation. "auto": it plays once the map is loaded if entities act by
 * themselves, and is paused for users who prefer reduced motion. "paused": it is ready, but paused.
 * "off": it starts only with `openSimulation`.
 */
export type SimulationMode = "auto" | "paused" | "off";

/** A row of the event log. */
export interface SimulationEvent extends LoggedEvent {
  /** Row of the log. */
  readonly index: number;
}

/** State of an entity now. */
export interface EntityState {
  /** Row of `Viewer.entities`. */
  readonly row: number;
  readonly class: string;
  /** Name now; empty if it has none. */
  readonly name: string;
  /** True if the class is simulated; other entities stay as they are. */
  readonly isSimulated: boolean;
  /** Whether it was removed, for example by `Kill`. */
  readonly isRemoved: boolean;
  readonly isHidden: boolean;
  /** Place and angles in the world. */
  readonly origin: Vector;
  readonly angles: Vector;
  /** Middle of its brush model in the world; its origin if it has none. */
  readonly center: Vector;
  /** Row of the entity that carries it; −1 if none does. */
  readonly parent: number;
  /** Keys of its class and their values now. */
  readonly keys: Readonly<Record<string, number | string>>;
}

/** An input that an entity takes. */
export interface EntityInput {
  /** In the usual spelling, as `TurnOn`. */
  readonly name: string;
  /** Type of its parameter; "void" if it has none. */
  readonly takes: string;
  /** Whether it does something here, and is not only named in the log. */
  readonly isRun: boolean;
}

export interface SimulationEvents {
  /** A row of the log, while time advances by `play` or `step`. */
  readonly event: SimulationEvent;
  /**
   * The log has other rows than those that "event" named: after `seek`, `restart`, and `fire` at an
   * earlier time.
   */
  readonly rewind: undefined;
  /**
   * It plays, is paused, has another speed, `touchesTriggers` or `followsCameras` changed, or a
   * camera of the map begins or ends to show the view.
   */
  readonly change: undefined;
}

export interface Simulation {
  readonly isPlaying: boolean;
  /** Time in seconds: a multiple of a tick. */
  readonly time: number;
  /** Ticks since the map started; one is 15 ms. */
  readonly tick: number;
  /** Latest time in seconds that was reached so far. */
  readonly end: number;
  /** Seconds of the map in a second, 1/16 to 16; others are clamped. 1 at first. */
  speed: number;
  /** Seed of the random numbers. */
  readonly seed: number;
  /** Whether nothing moves, thinks or is on its way, so that time changes nothing. */
  readonly isAtRest: boolean;

  /** Lets time run, while the viewer draws frames. */
  play(): void;
  pause(): void;
  /** Pauses, and runs one tick. */
  step(): void;
  /**
   * Shows another time, clamped to a day: the same picture and events as running to it. Inputs that
   * `fire` sent are sent again at their times. Throws a TypeError if it is no number.
   */
  seek(seconds: number): void;
  /**
   * Starts again at time 0, without the inputs that `fire` sent.
   * @param seed of the random numbers; the same as before if omitted
   */
  restart(seed?: number): void;

  /**
   * Sends an input in the next tick to every entity of a name or class, as the console command
   * `ent_fire` does. Later inputs of `fire` are forgotten. A paused simulation runs that tick.
   */
  fire(target: string, input: string, parameter?: string): void;
  /** Like `fire`, to a single row of `Viewer.entities`, which needs no name. */
  fireAt(row: number, input: string, parameter?: string): void;

  /**
   * Whether the camera is a player while time runs: it touches triggers, `!player` finds it, and
   * teleports move it. False at first. Going back in time moves the player as it moved then.
   */
  touchesTriggers: boolean;
  /**
   * Whether cameras of the map (`point_viewcontrol`) show the view while the camera is a player, as a
   * flight does. True at first. `Viewer.stop` and any input that moves the camera return to the
   * player's own view.
   */
  followsCameras: boolean;
  /** Texts that the map shows over the picture now. Empty for none. */
  readonly texts: readonly ScreenText[];
  /** Whether the viewer shows `texts` over its canvas. True at first. */
  showsTexts: boolean;
  /** Row of the entity that shows the view now; −1 if none does. */
  readonly shownCamera: number;
  /**
   * Uses an entity, as the use key does, in the next tick. Without `touchesTriggers` nobody is the
   * activator. A paused simulation runs that tick.
   */
  use(row: number): void;

  /** Number of rows of the log. */
  readonly eventCount: number;
  /** Rows beyond 200,000, which are only counted. */
  readonly droppedCount: number;
  /** Returns a row of the log; `null` if there is none. */
  eventAt(index: number): SimulationEvent | null;
  /** All rows of the log: a new array. */
  readonly events: readonly SimulationEvent[];

  /** Number of entities, with those that templates made; the first are those of the map. */
  readonly entityCount: number;
  /** Returns the state of an entity; `null` if there is no such row. */
  entityAt(row: number): EntityState | null;
  /** Lists the inputs that an entity takes, in alphabetical order. */
  inputsOf(row: number): readonly EntityInput[];

  /** Returns a function that removes the listener. */
  on<Name extends keyof SimulationEvents>(
    name: Name,
    listener: (detail: SimulationEvents[Name]) => void,
  ): () => void;
}

export type { LoggedEntity, LogKind, ScreenText };
