/**
 * Game sounds: names of sounds with volume, pitch and level, from `scripts/game_sounds_*.txt`.
 * Entities may use them instead of files.
 */

import { parseKeyValues } from "../formats/keyvalues/parse-keyvalues.ts";
import {
  type Interval,
  readInterval,
  readLevel,
  readSoundName,
  type SoundName,
} from "./sound-values.ts";

export interface GameSound {
  /** One of them is played. Empty if no name is one of a file. */
  readonly sounds: readonly SoundName[];
  /** 0 to 1. */
  readonly volume: Interval;
  /** Percent. */
  readonly pitch: Interval;
  /** Decibels. */
  readonly level: Interval;
}

const FULL: Interval = { low: 1, high: 1 };
const NORMAL_PITCH: Interval = { low: 100, high: 100 };
const NORMAL_LEVEL: Interval = { low: 75, high: 75 };

/**
 * Reads a script into a table by lower-case name, in which later scripts replace earlier ones.
 * Throws FormatError (KeyValues).
 */
export function addGameSounds(table: Map<string, GameSound>, text: string): void {
  for (const { key, value } of parseKeyValues(text)) {
    if (typeof value === "string") continue;
    const names: string[] = [];
    const found = { volume: FULL, pitch: NORMAL_PITCH, level: NORMAL_LEVEL };
    for (const pair of value) {
      const name = pair.key.toLowerCase();
      if (typeof pair.value !== "string") {
        if (name !== "rndwave") continue;
        for (const wave of pair.value) if (typeof wave.value === "string") names.push(wave.value);
      } else if (name === "wave") names.push(pair.value);
      else if (name === "volume") found.volume = readInterval(pair.value);
      else if (name === "pitch") found.pitch = readInterval(pair.value);
      else if (name === "soundlevel") found.level = readLevel(pair.value);
    }
    const sounds = names.map(readSoundName).filter((one) => one !== null);
    table.set(key.toLowerCase(), { sounds, ...found });
  }
}
