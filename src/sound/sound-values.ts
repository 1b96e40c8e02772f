/** Names, levels and intervals of sounds, as entities and scripts write them. */

import { normalizePath } from "../formats/normalize-path.ts";

/** Range that a value is drawn from. `high` may be below `low`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface SoundName {
  /** Content path: `sound/ambient/wind.wav`. */
  readonly path: string;
  /** Not changed by the room's reverberation: `#`. */
  readonly isDry: boolean;
  /** Played from all directions, though it has a place: `@`. */
  readonly isOmni: boolean;
}

/** Characters before a name; `soundchars.h` of Source SDK 2013. */
const MARKS = /^[*#@><^)}$!?]*/;

/**
 * Reads the name of a sound file. Returns `null` for sentences (`!NAME`), voices of players (`?`)
 * and names without a file.
 */
export function readSoundName(name: string): SoundName | null {
  const marks = MARKS.exec(name)![0];
  const path = normalizePath(name.slice(marks.length).trim());
  if (marks.includes("!") || marks.includes("?") || !/\.(?:wav|mp3)$/.test(path)) return null;
  return { path: `sound/${path}`, isDry: marks.includes("#"), isOmni: marks.includes("@") };
}

/** `soundlevel_t` and `ATTN_*` of Source SDK 2013's soundflags.h, by what follows `SNDLVL_`. */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ none: 0, idle: 60, static: 66, norm: 75, talking: 80, gunfire: 140 },
};
const NORMAL_LEVEL = 75;

/** Level in decibels of an attenuation: `ATTN_TO_SNDLVL`. 0, which is heard everywhere, for 0. */
export function levelOfAttenuation(attenuation: number): number {
  return attenuation === 0 ? 0 : Math.trunc(50 + 20 / attenuation);
}

/** Reads `SNDLVL_75dB`, `75` or `70,80`. Names that are not known are the normal level. */
export function readLevel(text: string): Interval {
  const name = /^\s*sndlvl_(\w+)/i.exec(text)?.[1].toLowerCase();
  if (name === undefined) return readInterval(text);
  const level = LEVELS[name] ?? (Number.parseInt(name, 10) || NORMAL_LEVEL);
  return { low: level, high: level };
}

/** Names of numbers in scripts: volumes and pitches. */
const CONSTANTS: Readonly<Record<string, number>> = {
  ...{ vol_norm: 1, pitch_norm: 100, pitch_low: 95, pitch_high: 120 },
};

/** Reads `0.5` or `0.5, 0.8`; what is no number is 0, as for `ReadInterval` (interval.cpp). */
export function readInterval(text: string): Interval {
  const [low, high = low] = text.split(",").map(readNumber);
  return { low, high };
}

function readNumber(text: string): number {
  const constant = CONSTANTS[text.trim().toLowerCase()];
  if (constant !== undefined) return constant;
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/**
 * Level of an `ambient_generic` whose sound reaches so far, in inches: 40 decibels at 36 inches
 * (`ComputeSoundlevel`, sound.cpp). 0 for a radius of 0.
 */
export function levelOfRadius(radius: number): number {
  return radius > 0 ? Math.max(Math.trunc(40 + 20 * Math.log10(radius / REFERENCE_INCHES)), 0) : 0;
}

/** Distance and level at which a sound has its own volume: `snd_refdist` and `snd_refdb`. */
const REFERENCE_INCHES = 36;
const REFERENCE_LEVEL = 60;
/** Quieter sounds are not played: `snd_gain_min`. */
export const LEAST_GAIN = 0.01;

/**
 * Gain of a sound by its distance in inches. A level of 0 has no falloff. It falls with the distance
 * as sound does outdoors, from the distance at which its level is 60 decibels. The engine also bends
 * the curve near the source; that formula is not public.
 */
export function gainAt(level: number, distance: number): number {
  if (level <= 0) return 1;
  const full = REFERENCE_INCHES * 10 ** ((level - REFERENCE_LEVEL) / 20);
  const gain = Math.min(full / Math.max(distance, 1), 1);
  return gain < LEAST_GAIN ? 0 : gain;
}
