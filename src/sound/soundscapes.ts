/**
 * Soundscapes: what is heard in a part of a map. Scripts list commands that loop sounds, play some
 * at random, and include other soundscapes (c_soundscape.cpp of Source SDK 2013).
 */

import { evaluateCondition } from "../formats/keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../formats/keyvalues/types.ts";
import {
  type Interval,
  levelOfAttenuation,
  readInterval,
  readLevel,
  readSoundName,
  type SoundName,
} from "./sound-values.ts";

/** Places of a soundscape that entities name: `position0` to `position7`. */
export const SOUNDSCAPE_PLACES = 8;

/** Place of a sound: everywhere, a random one around the listener, or a number of a place. */
export type SoundPlace = "everywhere" | "random" | number;

interface SoundCommand {
  /** Factors of the volume, each drawn when the sound starts. */
  readonly volumes: readonly Interval[];
  /** Percent of the sound's own speed. */
  readonly pitch: Interval;
  /** Decibels. */
  readonly level: Interval;
  readonly place: SoundPlace;
}

export interface LoopedSound extends SoundCommand {
  readonly sound: SoundName;
}

export interface RandomSound extends SoundCommand {
  /** Seconds between two sounds. */
  readonly seconds: Interval;
  /** One of them is played. */
  readonly sounds: readonly SoundName[];
}

export interface Soundscape {
  readonly name: string;
  readonly loops: readonly LoopedSound[];
  readonly randoms: readonly RandomSound[];
  /** Preset of the room's reverberation; `null` keeps the one before. */
  readonly room: number | null;
  /** Factor of the reverberation's volume. */
  readonly roomVolume: number;
  /** Included soundscapes that no script has. */
  readonly missing: readonly string[];
}

/** `MAX_SOUNDSCAPE_RECURSION` */
const MOST_NESTED = 8;
/** Commands of a soundscape with all that it includes; real ones have some dozens. */
const MOST_COMMANDS = 1000;
const DEFAULT_LEVEL: Interval = { low: 75, high: 75 };

/** Scripts of a game. The last soundscape of a name counts, as for the engine. */
export class SoundscapeScripts {
  readonly #blocks = new Map<string, readonly KeyValuesNode[]>();

  /** Throws FormatError (KeyValues) if a script cannot be read. */
  add(text: string): void {
    for (const { key, value, condition } of parseKeyValues(text)) {
      if (typeof value === "string" || !holds(condition)) continue;
      this.#blocks.set(key.toLowerCase(), value);
    }
  }

  /** Returns a soundscape with all that it includes; `null` if no script has it. */
  find(name: string): Soundscape | null {
    const block = this.#blocks.get(name.toLowerCase());
    if (block === undefined) return null;
    const found = { loops: [], randoms: [], missing: [] };
    const reader = new SoundscapeReader(this.#blocks, found);
    reader.read(block, TOP);
    const numbers = block.filter(({ condition }) => holds(condition));
    const room = lastNumber(numbers, "dsp");
    return { name, ...found, room, roomVolume: lastNumber(numbers, "dsp_volume") ?? 1 };
  }
}

/** Parameters of an included soundscape: `subsoundscapeparams_t`. */
interface Included {
  readonly volumes: readonly Interval[];
  readonly firstPlace: number;
  /** Number of the place at which all its sounds are; -1 for none. */
  readonly placeOfAll: number;
  /** Number of the place of its sounds that have none; -1 for none. */
  readonly placeOfAmbient: number;
  readonly depth: number;
}

const TOP: Included = {
  ...{ volumes: [], firstPlace: 0, placeOfAll: -1, placeOfAmbient: -1, depth: 0 },
};

class SoundscapeReader {
  readonly #blocks: ReadonlyMap<string, readonly KeyValuesNode[]>;
  readonly #out: { loops: LoopedSound[]; randoms: RandomSound[]; missing: string[] };
  #commands = 0;

  constructor(
    blocks: ReadonlyMap<string, readonly KeyValuesNode[]>,
    out: { loops: LoopedSound[]; randoms: RandomSound[]; missing: string[] },
  ) {
    this.#blocks = blocks;
    this.#out = out;
  }

  read(block: readonly KeyValuesNode[], included: Included): void {
    for (const { key, value, condition } of block) {
      if (typeof value === "string" || !holds(condition)) continue;
      if (++this.#commands > MOST_COMMANDS) return;
      const command = key.toLowerCase();
      if (command === "playlooping") this.#readLoop(value, included);
      else if (command === "playrandom") this.#readRandom(value, included);
      else if (command === "playsoundscape") this.#include(value, included);
    }
  }

  #readLoop(block: readonly KeyValuesNode[], included: Included): void {
    const sound = readSoundName(textOf(block, "wave") ?? "");
    // Without a volume the engine plays nothing.
    if (sound === null || textOf(block, "volume") === undefined) return;
    this.#out.loops.push({ sound, ...readCommand(block, included) });
  }

  #readRandom(block: readonly KeyValuesNode[], included: Included): void {
    const waves = block.find(({ key }) => key.toLowerCase() === "rndwave")?.value;
    if (waves === undefined || typeof waves === "string") return;
    const sounds = waves.flatMap(({ value }) => {
      const sound = typeof value === "string" ? readSoundName(value) : null;
      return sound === null ? [] : [sound];
    });
    if (sounds.length === 0) return;
    const seconds = readInterval(textOf(block, "time") ?? "");
    this.#out.randoms.push({ sounds, seconds, ...readCommand(block, included) });
  }

  #include(block: readonly KeyValuesNode[], included: Included): void {
    const name = textOf(block, "name");
    if (name === undefined || included.depth >= MOST_NESTED) return;
    const inner = this.#blocks.get(name.toLowerCase());
    if (inner === undefined) {
      if (!this.#out.missing.includes(name)) this.#out.missing.push(name);
      return;
    }
    const volume = textOf(block, "volume");
    const place = (key: string): number | undefined => {
      const text = textOf(block, key);
      return text === undefined ? undefined : included.firstPlace + toInteger(text);
    };
    const ofAll = included.placeOfAll >= 0 ? undefined : place("positionoverride");
    const ofAmbient = included.placeOfAmbient >= 0 ? undefined : place("ambientpositionoverride");
    this.read(inner, {
      volumes:
        volume === undefined ? included.volumes : [...included.volumes, readInterval(volume)],
      firstPlace: place("position") ?? included.firstPlace,
      placeOfAll: ofAll ?? included.placeOfAll,
      placeOfAmbient: ofAmbient ?? ofAll ?? included.placeOfAmbient,
      depth: included.depth + 1,
    });
  }
}

function readCommand(block: readonly KeyValuesNode[], included: Included): SoundCommand {
  const position = textOf(block, "position")?.trim().toLowerCase();
  let place: SoundPlace = "everywhere";
  // Random places are not overridden: the engine means to, but tests for it in the other branch.
  if (position === "random") place = "random";
  else if (position !== undefined) {
    place =
      included.placeOfAll >= 0 ? included.placeOfAll : included.firstPlace + toInteger(position);
  } else if (included.placeOfAmbient >= 0) place = included.placeOfAmbient;
  const pitch = textOf(block, "pitch");
  const volume = readInterval(textOf(block, "volume") ?? "");
  return {
    volumes: [...included.volumes, volume].filter(({ low, high }) => low !== 1 || high !== 1),
    pitch: pitch === undefined ? { low: 100, high: 100 } : readInterval(pitch),
    level: readCommandLevel(block),
    place,
  };
}

/** The last of `soundlevel` and `attenuation` counts. */
function readCommandLevel(block: readonly KeyValuesNode[]): Interval {
  let level = DEFAULT_LEVEL;
  for (const { key, value } of block) {
    if (typeof value !== "string") continue;
    if (key.toLowerCase() === "soundlevel") level = readLevel(value);
    if (key.toLowerCase() !== "attenuation") continue;
    const { low, high } = readInterval(value);
    level = { low: levelOfAttenuation(low), high: levelOfAttenuation(high) };
  }
  return level;
}

const holds = (condition: string | undefined): boolean =>
  condition === undefined || evaluateCondition(condition);

/** Text of the last pair of a key, in lower case. */
function textOf(block: readonly KeyValuesNode[], name: string): string | undefined {
  let text: string | undefined;
  for (const { key, value, condition } of block) {
    if (key.toLowerCase() === name && typeof value === "string" && holds(condition)) text = value;
  }
  return text;
}

function lastNumber(block: readonly KeyValuesNode[], name: string): number | null {
  const value = Number.parseFloat(textOf(block, name) ?? "");
  return Number.isFinite(value) ? value : null;
}

/** Like `atoi`. */
const toInteger = (text: string): number => Number.parseInt(text, 10) || 0;

/** Draws a number; `random` returns 0 to 1. */
export const draw = ({ low, high }: Interval, random: () => number): number =>
  low === high ? low : low + (high - low) * random();

/** Draws the volume of a command, 0 to 1. */
export function drawVolume({ volumes }: SoundCommand, random: () => number): number {
  let volume = 1;
  for (const one of volumes) volume *= draw(one, random);
  return Math.min(Math.max(volume, 0), 1);
}
