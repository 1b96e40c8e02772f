/**
 * Sounds that a simulation's entities play: doors, buttons, trains. A row is a sound of an entity;
 * a later sound of the same kind, such as the sound of its next move, replaces it.
 */
export interface EntityVoices {
  readonly count: number;
  /** Row of the simulation's entities. */
  readonly entity: Int32Array;
  /** 0 if it was stopped. A sound without a loop may have ended before. */
  readonly isOn: Uint8Array;
  /** Number of times that it began. */
  readonly starts: Int32Array;
  /** Second of the simulation at which it began. */
  readonly begin: Float64Array;
  /** 0 to 1, and percent of the sound's own speed. */
  readonly volume: Float64Array;
  readonly pitch: Float64Array;
  /** Decibels; 0 is heard everywhere. */
  readonly level: Float64Array;
  /** `VOICE_VOLUME` and `VOICE_PITCH`: values that also replace those of a game sound. */
  readonly replaces: Uint8Array;
  /** Name of a file or game sound, or `MODEL_SOUND` and a part of a door. */
  nameOf(row: number): string;
  /** Row of the entity lump; -1 for none. */
  lumpRowOf(row: number): number;
}

export const VOICE_VOLUME = 1;
export const VOICE_PITCH = 2;

/** Begins the name of a sound that the entity's model defines: `#open`, `#close`, `#move`, `#locked`, `#unlocked`. */
export const MODEL_SOUND = "#";
