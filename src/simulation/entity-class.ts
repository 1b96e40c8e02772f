/**
 * Describes entity classes: key values, inputs, outputs, and what they do. A class keeps its state in
 * numbers, so that a snapshot is a copy of columns.
 */

import type { EntityTable } from "./entity-table.ts";
import type { StringPool } from "./string-pool.ts";
import type { Takes, ValueKind } from "./values.ts";

/** Type of a key value. A text is stored as its number in the string pool, a vector as three numbers. */
export type KeyType = "float" | "integer" | "boolean" | "text" | "vector";

/** Fields of the state: one key value, a numbered row of them, or a number that no key sets. */
export interface Field {
  /** Names of the keys, one per number, in their usual spelling. Empty for fields without key. */
  readonly keys: readonly string[];
  readonly type: KeyType;
  /** Value of each number before keys are read. */
  readonly initial: number;
  /** Numbers of the state that it takes. */
  readonly size: number;
}

/** A field that the key `name` of the entity sets. */
export const key = (name: string, type: KeyType = "float", initial = 0): Field => ({
  keys: [name],
  type,
  initial,
  size: type === "vector" ? 3 : 1,
});

/** Fields that the keys `NAME01`, `NAME02`, … set. */
export const keySeries = (name: string, count: number, type: KeyType): Field => ({
  keys: Array.from({ length: count }, (_, i) => `${name}${String(i + 1).padStart(2, "0")}`),
  type,
  initial: 0,
  size: count,
});

/** Fields that no key sets: numbers, or a text. */
export const textValue = (): Field => ({ keys: [], type: "text", initial: 0, size: 1 });
export const value = (initial = 0, size = 1): Field => ({
  keys: [],
  type: "float",
  initial,
  size,
});

/** The state of a class: its fields, and the place of each. */
export interface StateLayout<Name extends string = string> {
  readonly fields: readonly Field[];
  /** First number of each field in the entity's state. */
  readonly at: Readonly<Record<Name, number>>;
  /** Whether each field holds texts. */
  readonly isText: Readonly<Record<string, boolean>>;
  /** Numbers of the whole state. */
  readonly size: number;
}

export function layoutOf<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
): StateLayout<Name> {
  const at = {} as Record<Name, number>;
  const isText: Record<string, boolean> = {};
  let size = 0;
  for (const name of Object.keys(fields) as Name[]) {
    at[name] = size;
    isText[name] = fields[name].type === "text";
    size += fields[name].size;
  }
  return { fields: Object.values(fields), at, isText, size };
}

/** An input as its handler gets it: the value is converted to what the input takes. */
export interface InputEvent {
  kind: ValueKind;
  /** Value; the number of a text in the string pool. */
  value: number;
  /** Rows of entities; -1 for none. */
  activator: number;
  caller: number;
  /** Row of the output table that sent it; -1 if no output did. */
  action: number;
}

export type InputHandler = (world: EntityWorld, entity: number, event: InputEvent) => void;

export interface Input {
  readonly takes: Takes;
  readonly run: InputHandler;
}

export const input = (run: InputHandler, takes: Takes = "void"): Input => ({ takes, run });

/** An input that only sets a number of the state. */
export const sets = (field: number, takes: Takes): Input =>
  input((world, entity, event) => world.set(entity, field, event.value), takes);

/** An input that sets a number of the state to 0 or 1. */
export const switches = (field: number, isOn: boolean): Input =>
  input((world, entity) => world.set(entity, field, isOn ? 1 : 0));

/** Named as not run: the input is accepted, and the log says that it does nothing here. */
export const notRun: Input = { takes: "any", run: () => undefined };

export interface EntityClass {
  /** Class names in lower case. */
  readonly names: readonly string[];
  readonly state?: StateLayout;
  /** Inputs beside those of every entity, in their usual spelling. */
  readonly inputs?: Readonly<Record<string, Input>>;
  readonly outputs?: readonly string[];
  /** Runs after the keys are read, in the order of the entity lump. */
  spawn?(world: EntityWorld, entity: number): void;
  /** Runs after all entities have spawned. */
  activate?(world: EntityWorld, entity: number): void;
  /** Runs at the time that `thinkIn` was given. */
  think?(world: EntityWorld, entity: number): void;
  /** Runs at the end of a move, or of the time that `waitForMove` was given. */
  moveDone?(world: EntityWorld, entity: number): void;
  /** Runs when a player uses the entity, and for the input `Use`. */
  use?(world: EntityWorld, entity: number, activator: number, caller: number): void;
  /**
   * Run when the player begins to touch the entity, in each tick in which it does, and when it no
   * longer does. `touchKind` of the entity says whether it is touched.
   */
  startTouch?(world: EntityWorld, entity: number, other: number): void;
  touch?(world: EntityWorld, entity: number, other: number): void;
  endTouch?(world: EntityWorld, entity: number, other: number): void;
  /**
   * Run when a player begins to block a move of the entity, in each tick in which it does, and when
   * it no longer does.
   */
  startBlocked?(world: EntityWorld, entity: number, other: number): void;
  blocked?(world: EntityWorld, entity: number, other: number): void;
  endBlocked?(world: EntityWorld, entity: number): void;
  /** Whether players cannot block the entity. */
  passesPlayers?(world: EntityWorld, entity: number): boolean;
  /**
   * Writes the velocity that the entity gives to players who stand on it, in inches a second;
   * returns false if it gives none.
   */
  conveys?(world: EntityWorld, entity: number, out: Float64Array): boolean;
  /** Runs when the entity is removed. */
  removed?(world: EntityWorld, entity: number): void;
  /** Whether a filter lets `tested` pass. */
  passes?(world: EntityWorld, entity: number, tested: number): boolean;
}

/** The player as entity classes see it. */
export interface PlayerOfWorld {
  /** Row of its entity; -1 while there is no player. */
  readonly row: number;
  /** Inches above its feet. */
  readonly eyeHeight: number;
  readonly gravity: number;
  /** Puts the feet somewhere in world space, in inches, and turns the view, in degrees. */
  teleport(x: number, y: number, z: number, pitch: number, yaw: number): void;
  /** Carries it during this tick, in inches a second. */
  addPush(x: number, y: number, z: number): void;
  /** Changes its velocity at once, in inches a second. */
  addImpulse(x: number, y: number, z: number): void;
  setGravity(factor: number): void;
  /** Entity that a player who walks stands on; -1 for none. */
  readonly ground: number;
  /** Replaces its velocity, in inches a second. */
  setVelocity(x: number, y: number, z: number): void;
}

/** The simulation as entity classes see it. */
export interface EntityWorld {
  readonly strings: StringPool;
  readonly entities: EntityTable;
  readonly player: PlayerOfWorld;
  /** Ticks since the map started. */
  readonly tick: number;
  /** Seconds since the map started. */
  readonly time: number;
  /** Whether the map is one for several players. */
  readonly isMultiplayer: boolean;

  get(entity: number, field: number): number;
  set(entity: number, field: number, value: number): void;
  /** Text of a field of type `text`. */
  text(entity: number, field: number): string;
  hasFlag(entity: number, spawnflag: number): boolean;
  classOf(entity: number): EntityClass;

  /** Sends what the output of an entity lists. The value goes to outputs without a parameter. */
  fire(entity: number, output: string, activator: number, kind?: ValueKind, value?: number): void;
  hasOutput(entity: number, output: string): boolean;
  /** Longest delay of an output in seconds. */
  longestDelay(entity: number, output: string): number;
  /** Sends an input to one entity after a delay in seconds. */
  post(entity: number, input: string, delay: number, activator: number, caller: number): void;
  /** Takes back what an entity sent. */
  cancelFrom(caller: number): void;
  /** Whether a row is an entity that was not removed. */
  isAlive(entity: number): boolean;
  remove(entity: number): void;
  /**
   * Returns the next entity after row `after` (-1: the first) that a name finds: a name, a pattern
   * with `*` at its end, or `!self`, `!activator`, `!caller`, `!player`; -1 for none.
   */
  find(name: string, after: number, self: number, activator: number, caller: number): number;
  findClass(name: string, after: number): number;

  /** Value of a key in the entity lump; empty if the entity has none, or is not of the lump. */
  mapKey(entity: number, name: string): string;
  /** Seconds after which a sequence of an entity's model ends; 0 if it loops or is not known. */
  sequenceSeconds(entity: number, name: string): number;
  /**
   * Makes the entities of a point_template, which a 3x4 row-major matrix places. Returns the row of
   * the first, others follow; -1 if it makes none.
   */
  spawnTemplate(template: number, matrix: Float32Array): number;
  /** Opens or closes an area portal by its `portalnumber`. */
  setAreaPortal(number: number, isOpen: boolean): void;
  /** Sets a key value by its name; false if the entity has no such key. */
  setKey(entity: number, name: string, text: string): boolean;
  /** Lets `parent` (-1: none) carry an entity, which stays where it is. */
  setParent(entity: number, parent: number): void;
  /** Camera that shows the view instead of the player's eyes; -1 for none. */
  viewEntity: number;
  /** Number of fades and shakes that began so far: those of one tick have an order. */
  screenEffects: number;
  /** `screenEffects` when the player's shakes were stopped last. */
  stoppedShakes: number;

  /** Lets an entity think after some seconds; negative for never. */
  thinkIn(entity: number, seconds: number): void;
  /** Sets `touchKind`, and lets the player touch the entity at once if they overlap. */
  setTouchKind(entity: number, kind: number): void;
  /** Notes in the log that an entity did something to another, or to the player's view. */
  report(entity: number, other: number, effect: string, detail?: string): void;

  /** Seconds until an entity thinks; infinite for never. */
  thinksAfter(entity: number): number;

  /** Moves an entity to a place in its parent's space, in inches and inches a second. */
  moveTo(entity: number, x: number, y: number, z: number, speed: number): void;
  /** Turns an entity to angles in its parent's space, in degrees and degrees a second. */
  turnTo(entity: number, pitch: number, yaw: number, roll: number, speed: number): void;
  /** Turns an entity on and on, in degrees a second. */
  spin(entity: number, pitch: number, yaw: number, roll: number): void;
  /** Lets `moveDone` run after some seconds of the entity's own time; negative for never. */
  waitForMove(entity: number, seconds: number): void;

  /**
   * Plays a sound at an entity instead of its last one of the kind, a value of `SOUND`. The sound is
   * a number of the string pool: a file or game sound, or 0 for none. Volume (0 to 1) and level
   * (decibels) are those of files.
   */
  startSound(entity: number, kind: number, sound: number, volume?: number, level?: number): void;
  stopSound(entity: number, kind: number): void;
  /** Change a playing sound: volume 0 to 1, pitch in percent of the speed at which it was recorded. */
  setSoundVolume(entity: number, kind: number, volume: number): void;
  setSoundPitch(entity: number, kind: number, pitch: number): void;

  /** Size of an entity's brush model along an axis in inches, before it turns; 0 without a model. */
  modelSize(entity: number, axis: number): number;
  /** Center of an entity's brush model along an axis in its own space, in inches. */
  modelCenter(entity: number, axis: number): number;
  /** Pattern of each light style: number of the string pool, 0 for styles that nothing has set. */
  readonly lightStyles: Int32Array;

  /** Increases whenever an effect of particles begins, ends or changes. */
  emissionChanges: number;

  /** A whole number from `low` to `high`, both included, and any number between. */
  randomInteger(low: number, high: number): number;
  randomFloat(low: number, high: number): number;

  /** State of a global by its name: 0 off, 1 on, 2 dead; -1 if nothing has set it. */
  globalState(name: string): number;
  setGlobalState(name: string, state: number): void;
  globalCounter(name: string): number;
  setGlobalCounter(name: string, counter: number): void;
}
