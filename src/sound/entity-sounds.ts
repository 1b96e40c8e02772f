/** Sounds that entities play by name: files, game sounds, and sounds of their models. */

import { MODEL_SOUND } from "../map/motion/entity-voices.ts";
import type { GameSound } from "./game-sounds.ts";
import type { ModelSounds } from "./model-sounds.ts";
import { type Interval, readSoundName, type SoundName } from "./sound-values.ts";

/** An entity as this folder reads it. */
export interface SoundingEntity {
  readonly pairs: readonly (readonly [key: string, value: string])[];
  get(key: string): string | undefined;
}

/** Classes that sound as they move, are used, or break. */
const MOVING =
  /^(?:func_(?:door|door_rotating|water|button|rot_button|rotating|plat|platrot|train|tracktrain|tanktrain|movelinear|water_analog|breakable|physbox|pushable)|momentary_door|momentary_rot_button|prop_door_rotating|env_spark)$/;

export const soundsByMoving = (entity: SoundingEntity): boolean =>
  MOVING.test(entity.get("classname")?.toLowerCase() ?? "");

/** Game sounds that classes play without a key, by the begin of their names. */
const BUILT_IN = /^(?:rotdoorsound|doorsound|plat|buttons|breakable)\.|^dospark$/;

/** Returns the game sounds that entities may play: those that a value names, and built-in ones. */
export function selectGameSounds(
  entities: readonly SoundingEntity[],
  modelSounds: ReadonlyMap<number, ModelSounds>,
  all: ReadonlyMap<string, GameSound>,
): Map<string, GameSound> {
  const wanted = new Map<string, GameSound>();
  const add = (name: string): void => {
    const key = name.toLowerCase();
    const found = all.get(key);
    if (found !== undefined) wanted.set(key, found);
  };
  for (const { pairs } of entities) for (const [, value] of pairs) add(value);
  for (const sounds of modelSounds.values()) Object.values(sounds).forEach(add);
  for (const name of all.keys()) if (BUILT_IN.test(name)) add(name);
  return wanted;
}

/** Sounds that entities may play, beside files. */
export interface NamedSounds {
  /** Game sounds by lower-case name. */
  readonly gameSounds: ReadonlyMap<string, GameSound>;
  /** Sounds that the entity's model defines, by row of the entity lump. */
  readonly modelSounds: ReadonlyMap<number, ModelSounds>;
}

/** A sound with what was drawn for it. */
export interface ChosenSound {
  readonly sound: SoundName;
  readonly isGameSound: boolean;
  readonly volume: number;
  readonly pitch: number;
  readonly level: number;
}

/**
 * Chooses the file of a sound. The same seeds give the same one, so that it is the same after time
 * has gone back.
 * @returns a sentence if no script has the sound, or `null` for silence
 */
export function chooseSound(
  { gameSounds, modelSounds }: NamedSounds,
  lumpRow: number,
  name: string,
  seeds: readonly number[],
): ChosenSound | string | null {
  const isOfModel = name.startsWith(MODEL_SOUND);
  const called = isOfModel ? modelSounds.get(lumpRow)?.[name.slice(MODEL_SOUND.length)] : name;
  if (called === undefined || called === "") return null;
  const game = gameSounds.get(called.toLowerCase());
  if (game === undefined) {
    const sound = readSoundName(called);
    if (sound !== null) return { sound, isGameSound: false, volume: 1, pitch: 100, level: 0 };
    return called.startsWith("!")
      ? `sentence ${called} is not played`
      : `sound ${called} is in no script`;
  }
  const { sounds } = game;
  if (sounds.length === 0) return null;
  let state = 0;
  const random = (): number => {
    state = (state + 1) | 0;
    let bits = state;
    for (const seed of seeds) bits = Math.imul(bits ^ seed ^ (bits >>> 15), 0x2c1b3c6d);
    bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
  const between = ({ low, high }: Interval): number => low + (high - low) * random();
  return {
    sound: sounds[Math.floor(random() * sounds.length)],
    isGameSound: true,
    volume: Math.min(Math.max(between(game.volume), 0), 1),
    pitch: Math.trunc(between(game.pitch)),
    level: Math.trunc(between(game.level)),
  };
}
