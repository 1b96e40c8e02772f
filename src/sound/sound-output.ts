/** Interfaces between the mixer and its host: the listener, the map's state, and the player of sounds. */

import type { AmbientState } from "../map/motion/ambient-state.ts";
import type { EntityVoices } from "../map/motion/entity-voices.ts";
import type { SoundName } from "./sound-values.ts";

export type Place = readonly [x: number, y: number, z: number];

export interface Listener {
  /** Eyes, inches. */
  readonly place: Place;
  /** Unit vector of the view. */
  readonly forward: Place;
  /** Unit vector to the right of the view. */
  readonly right: Place;
}

/** A sound to play. */
export interface PlayedSound {
  readonly sound: SoundName;
  /** 0 to 1. */
  readonly gain: number;
  /** Factor of the speed. */
  readonly rate: number;
  /** `null` for a sound from everywhere. */
  readonly place: Place | null;
  /** Seconds since it began; 0 if left out. A sound that is over by then is not heard. */
  readonly since?: number;
  /** Whether to play nothing if the file has no loop. */
  readonly onlyLoops?: boolean;
}

/** A sound that plays. */
export interface Voice {
  /** Whether it has ended, was stopped, or cannot be played. */
  readonly isOver: boolean;
  setGain(gain: number): void;
  setRate(rate: number): void;
  setPlace(place: Place | null): void;
  /** Holds the sound where it is, and lets it go on from there. */
  setPaused(isPaused: boolean): void;
  stop(): void;
}

export interface SoundOutput {
  /** Plays a sound: once, or from its loop's start again and again if its file has a loop. */
  play(played: PlayedSound): Voice;
  /** Sets the reverberation: a preset of `dsp`, and the factor of its volume. */
  setRoom(preset: number, volume: number): void;
  /** Reports a sound that no script has, in one sentence. Repeated sentences count once. */
  report(sentence: string): void;
}

/** Time of a simulation, and what its entities play. */
export interface HeardTime {
  readonly seconds: number;
  /** Whether entities are silent until time runs again. */
  readonly isPaused: boolean;
  /** Increases when time jumps. */
  readonly jumps: number;
  readonly voices: EntityVoices;
}

/** The map as the mixer asks about it. */
export interface HeardMap {
  /** Whether nothing solid is between two points. */
  isClear(from: Place, to: Place): boolean;
  /** `null` for a map without a simulation. */
  time(): HeardTime | null;
  /** Place of an entity now; `null` for where it stood at first. */
  placeOf(entity: number): Place | null;
  /** State of an `ambient_generic`; `null` for the one at first. */
  ambientState(entity: number): AmbientState | null;
  /** Whether an `env_soundscape` is enabled; `null` for the state at first. */
  isAreaEnabled(entity: number): boolean | null;
}
