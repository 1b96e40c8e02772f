/** Forms of particle functions, and what they read while they run. */

import { randomOfKey } from "../random.ts";
import type { ParticleColumns } from "./columns.ts";
import type { ControlPoints } from "./control-points.ts";
import type { Params } from "./params.ts";

/** Sequences of a texture's sheet, as far as simulation needs them. */
export interface SequenceLengths {
  /** Number of frames of a sequence; 0 if it does not exist. */
  frameCount(sequence: number): number;
}

/** A running system, as its functions see it. */
export interface SystemState {
  readonly columns: ParticleColumns;
  readonly points: ControlPoints;
  readonly seed: number;
  /** Seconds of the clock that all systems of a tree share. */
  readonly now: number;
  /** Seconds since the system started. */
  readonly time: number;
  /** Seconds of a step. */
  readonly step: number;
  /** Number of the step, for random numbers that change in each. */
  readonly stepNumber: number;
  readonly parent: SystemState | null;
  readonly sequences: SequenceLengths | null;
  /** Running children, with the numbers of their groups. */
  readonly children: readonly { readonly group: number; readonly points: ControlPoints }[];
  /** Counters of emitters, two each. */
  readonly counters: Float64Array;
  /** Returns the same random number from 0 to 1 in each run of the system. */
  random(slot: number): number;
}

/**
 * Random number from 0 to 1 of a particle.
 * @param slot number of the function times 16, plus the purpose within it
 */
export const randomAt = (state: SystemState, row: number, slot: number): number =>
  randomOfKey(state.columns.key[row], slot);

/** Sets attributes of new rows, from `first` to before `end`. */
export type Initializer = (state: SystemState, first: number, end: number) => void;

/** Changes all rows. @param strength effect of the function, above 0 to 1 */
export type Operator = (state: SystemState, strength: number) => void;

/** Adds accelerations, inches per second squared, three a row. */
export type Force = (state: SystemState, strength: number, sum: Float32Array) => void;

/** Corrects positions after movement. */
export type Constraint = (state: SystemState) => void;

/**
 * Creates rows by `create(count, firstBorn, interval)`, the clock at the first's creation and the
 * seconds between them.
 */
export type Emitter = (
  state: SystemState,
  strength: number,
  counter: number,
  create: (count: number, firstBorn: number, interval: number) => void,
) => void;

export interface EmitterKind {
  readonly emit: Emitter;
  /** Seconds after the start at which it emits no more; `Infinity` if it never ends. */
  readonly end: number;
}

/** Builds a function from its parameters. `slot` as in `randomAt`. */
export type Build<T> = (params: Params, slot: number) => T;

export type FunctionTable<T> = Readonly<Record<string, Build<T>>>;
