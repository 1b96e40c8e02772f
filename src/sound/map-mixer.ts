/**
 * Decides what is heard where the listener stands: starts, fades and stops the sounds of a map. An
 * output plays them. Rules of soundscapes are those of soundscape.cpp and c_soundscape.cpp of Source
 * SDK 2013.
 */

import type { AmbientState } from "../map/motion/ambient-state.ts";
import type { AmbientSound, MapSounds, SoundscapeArea } from "./map-sounds.ts";
import { gainAt, type SoundName } from "./sound-values.ts";
import {
  draw,
  drawVolume,
  type LoopedSound,
  type RandomSound,
  type SoundPlace,
} from "./soundscapes.ts";

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
}

/** A sound that plays. */
export interface Voice {
  setGain(gain: number): void;
  setRate(rate: number): void;
  setPlace(place: Place | null): void;
  stop(): void;
}

export interface SoundOutput {
  /** Plays a sound: once, or from its loop's start again and again if its file has a loop. */
  play(played: PlayedSound): Voice;
  /** Sets the reverberation: a preset of `dsp`, and the factor of its volume. */
  setRoom(preset: number, volume: number): void;
}

/** The map as the mixer asks about it. */
export interface HeardMap {
  /** Whether nothing solid is between two points. */
  isClear(from: Place, to: Place): boolean;
  /** Place of an entity now; `null` for where it stood at first. */
  placeOf(entity: number): Place | null;
  /** State of an `ambient_generic`; `null` for the one at first. */
  ambientState(entity: number): AmbientState | null;
  /** Whether an `env_soundscape` is enabled; `null` for the state at first. */
  isAreaEnabled(entity: number): boolean | null;
}

/** Seconds in which loops of soundscapes fade: `soundscape_fadetime`. */
const FADE_SECONDS = 3;
/** Distance of sounds at random places: `DEFAULT_SOUND_RADIUS`, inches. */
const RANDOM_INCHES = 36;
/** Gain of a sound behind something solid: `snd_obscured_gain_db` is -2.7. */
const OBSCURED_GAIN = 10 ** (-2.7 / 20);
/** Seconds between two rays for a sound. */
const RAY_SECONDS = 0.25;

/** A voice that is not at the listener, and what its gain is made of. */
interface Placed {
  voice: Voice;
  place: Place | null;
  level: number;
  volume: number;
  /** 1, or less behind something solid; moves slowly. */
  clear: number;
  isClear: boolean;
  raySeconds: number;
}

interface PlayingAmbient extends Placed {
  readonly row: number;
  readonly start: number;
}

interface PlayingLoop extends Placed {
  readonly path: string;
  readonly pitch: number;
  /** Volume that it fades to. */
  target: number;
}

interface WaitingRandom {
  readonly random: RandomSound;
  readonly place: SoundPlace | Place;
  nextSeconds: number;
}

export class MapMixer {
  readonly #sounds: MapSounds;
  readonly #map: HeardMap;
  readonly #output: SoundOutput;
  readonly #random: () => number;
  #seconds = 0;
  /** Row of `areas` that is heard; -1 before any was. It stays until another one is reached. */
  #area = -1;
  /** Areas of the triggers that the listener is in, the last one first. */
  #triggered: number[] = [];
  readonly #ambients = new Map<number, PlayingAmbient>();
  #loops: PlayingLoop[] = [];
  #randoms: WaitingRandom[] = [];

  /** @param random returns 0 to 1 */
  constructor(
    sounds: MapSounds,
    map: HeardMap,
    output: SoundOutput,
    random: () => number = Math.random,
  ) {
    this.#sounds = sounds;
    this.#map = map;
    this.#output = output;
    this.#random = random;
  }

  /** Name of the soundscape that is heard; `null` for none. */
  get soundscape(): string | null {
    const row = this.#area < 0 ? -1 : this.#sounds.areas[this.#area].soundscape;
    return row < 0 ? null : this.#sounds.soundscapes[row].name;
  }

  /** Number of sounds that loop now, heard or too far away to be. */
  get voiceCount(): number {
    return this.#ambients.size + this.#loops.length;
  }

  /** Lets seconds pass for a listener. Call some times a second. */
  update(seconds: number, listener: Listener): void {
    this.#seconds += seconds;
    this.#updateArea(listener.place);
    this.#updateAmbients(seconds, listener.place);
    this.#updateLoops(seconds, listener.place);
    this.#playRandoms(listener);
  }

  /** Stops all sounds at once. */
  stop(): void {
    for (const { voice } of this.#ambients.values()) voice.stop();
    for (const { voice } of this.#loops) voice.stop();
    this.#ambients.clear();
    this.#loops = [];
    this.#randoms = [];
    this.#area = -1;
    this.#triggered = [];
  }

  // ---- soundscapes

  #updateArea(place: Place): void {
    const { areas } = this.#sounds;
    const triggered = this.#followTriggers(place);
    if (triggered !== null) {
      if (triggered >= 0) this.#enter(triggered);
      return;
    }
    const current = this.#area < 0 ? null : areas[this.#area];
    let nearest = -1;
    let distance = Number.POSITIVE_INFINITY;
    if (current !== null && !current.isTriggered && this.#isEnabled(current)) {
      const own = distanceOf(current.origin, place);
      if (this.#isHeard(current, own, place)) {
        nearest = this.#area;
        distance = own;
      }
    }
    for (const [row, area] of areas.entries()) {
      if (row === this.#area || area.isTriggered || !this.#isEnabled(area)) continue;
      const own = distanceOf(area.origin, place);
      if (own >= distance || !this.#isHeard(area, own, place)) continue;
      nearest = row;
      distance = own;
    }
    if (nearest >= 0) this.#enter(nearest);
  }

  /** Returns the area of the trigger entered last; -1 for one just left; `null` in none. */
  #followTriggers(place: Place): number | null {
    const { triggers } = this.#sounds;
    const before = this.#triggered;
    const inside = new Set<number>();
    for (const { mins, maxs, area } of triggers) {
      if (place.every((at, i) => at >= mins[i] && at <= maxs[i])) inside.add(area);
    }
    const added = [...inside].filter((area) => !before.includes(area));
    this.#triggered = [...added, ...before.filter((area) => inside.has(area))];
    if (this.#triggered.length > 0) return this.#triggered[0];
    return before.length > 0 ? -1 : null;
  }

  #isEnabled({ entity, startsDisabled }: SoundscapeArea): boolean {
    return this.#map.isAreaEnabled(entity) ?? !startsDisabled;
  }

  #isHeard({ origin, radius }: SoundscapeArea, distance: number, place: Place): boolean {
    return (radius === -1 || radius > distance) && this.#map.isClear(origin, place);
  }

  #enter(row: number): void {
    if (row === this.#area) return;
    this.#area = row;
    const { soundscape, places } = this.#sounds.areas[row];
    for (const loop of this.#loops) loop.target = 0;
    this.#randoms = [];
    if (soundscape < 0) return;
    const { loops, randoms, room, roomVolume } = this.#sounds.soundscapes[soundscape];
    if (room !== null) this.#output.setRoom(room, roomVolume);
    for (const loop of loops) this.#startLoop(loop, places);
    for (const random of randoms) {
      const place = typeof random.place === "number" ? places[random.place] : random.place;
      // A place that no entity has silences the sound.
      if (place === null || place === undefined) continue;
      const wait = 0.5 * draw(random.seconds, this.#random);
      this.#randoms.push({ random, place, nextSeconds: this.#seconds + wait });
    }
  }

  #startLoop(loop: LoopedSound, places: SoundscapeArea["places"]): void {
    const place = typeof loop.place === "number" ? (places[loop.place] ?? null) : null;
    if (typeof loop.place === "number" && place === null) return;
    const target = drawVolume(loop, this.#random);
    if (target === 0) return;
    const pitch = Math.trunc(draw(loop.pitch, this.#random));
    const level = place === null ? 0 : Math.trunc(draw(loop.level, this.#random));
    const { path } = loop.sound;
    // A loop that both soundscapes have goes on.
    const same = this.#loops.find(
      (one) =>
        one.target === 0 &&
        one.path === path &&
        one.pitch === pitch &&
        String(one.place) === String(place),
    );
    if (same !== undefined) {
      same.target = target;
      same.level = level;
      return;
    }
    const voice = this.#output.play({ sound: loop.sound, gain: 0, rate: pitch / 100, place });
    this.#loops.push({ voice, place, level, volume: 0, target, path, pitch, ...NEW });
  }

  #updateLoops(seconds: number, place: Place): void {
    const step = seconds / FADE_SECONDS;
    for (const loop of this.#loops) {
      const { volume, target } = loop;
      loop.volume =
        volume < target ? Math.min(volume + step, target) : Math.max(volume - step, target);
      if (loop.volume === 0 && target === 0) loop.voice.stop();
      else this.#hear(loop, seconds, place);
    }
    this.#loops = this.#loops.filter(({ volume, target }) => volume > 0 || target > 0);
  }

  #playRandoms({ place, forward, right }: Listener): void {
    for (const waiting of this.#randoms) {
      if (this.#seconds < waiting.nextSeconds) continue;
      const { random } = waiting;
      waiting.nextSeconds = this.#seconds + Math.max(draw(random.seconds, this.#random), 0.05);
      const sound =
        random.sounds[
          Math.min(Math.floor(this.#random() * random.sounds.length), random.sounds.length - 1)
        ];
      const volume = drawVolume(random, this.#random);
      const rate = Math.trunc(draw(random.pitch, this.#random)) / 100;
      let at: Place | null = null;
      if (waiting.place === "random") {
        const angle = (this.#random() * 2 - 1) * Math.PI;
        const [sin, cos] = [Math.sin(angle) * RANDOM_INCHES, Math.cos(angle) * RANDOM_INCHES];
        at = [0, 1, 2].map((i) => place[i] + right[i] * cos + forward[i] * sin) as unknown as Place;
      } else if (typeof waiting.place === "object") at = waiting.place;
      const level = at === null ? 0 : Math.trunc(draw(random.level, this.#random));
      const gain = volume * (at === null ? 1 : gainAt(level, distanceOf(at, place)));
      if (gain > 0) this.#output.play({ sound, gain, rate, place: at });
    }
  }

  // ---- ambient_generic

  #updateAmbients(seconds: number, place: Place): void {
    for (const [row, ambient] of this.#sounds.ambients.entries()) {
      const state = this.#map.ambientState(ambient.entity);
      const isPlaying = state?.isPlaying ?? ambient.starts;
      const start = state?.start ?? 0;
      let playing = this.#ambients.get(row);
      if (playing !== undefined && (!isPlaying || playing.start !== start)) {
        playing.voice.stop();
        this.#ambients.delete(row);
        playing = undefined;
      }
      if (!isPlaying) continue;
      const rate = (state?.pitch ?? ambient.pitch) / 100;
      playing ??= this.#startAmbient(row, ambient, rate, start);
      playing.volume = state?.volume ?? ambient.volume;
      playing.voice.setRate(rate);
      if (playing.level > 0 && !ambient.sound.isOmni) {
        playing.place = this.#map.placeOf(ambient.source) ?? ambient.origin;
        playing.voice.setPlace(playing.place);
      }
      this.#hear(playing, seconds, place);
    }
  }

  #startAmbient(row: number, ambient: AmbientSound, rate: number, start: number): PlayingAmbient {
    const { sound, level, origin } = ambient;
    const isPlaced = level > 0;
    const place = isPlaced ? origin : null;
    const shown = sound.isOmni ? null : place;
    const voice = this.#output.play({ sound, gain: 0, rate, place: shown });
    const playing = { voice, place, level, volume: 0, row, start, ...NEW };
    this.#ambients.set(row, playing);
    return playing;
  }

  /** Sets a voice's gain by its distance and by what is before it. */
  #hear(placed: Placed, seconds: number, listener: Place): void {
    const { place, level, volume } = placed;
    if (place === null) {
      placed.voice.setGain(volume);
      return;
    }
    const gain = volume * gainAt(level, distanceOf(place, listener));
    if (gain > 0 && this.#seconds >= placed.raySeconds) {
      const isFirst = placed.raySeconds === 0;
      placed.raySeconds = this.#seconds + RAY_SECONDS;
      placed.isClear = this.#map.isClear(listener, place);
      if (isFirst) placed.clear = placed.isClear ? 1 : OBSCURED_GAIN;
    }
    const goal = placed.isClear ? 1 : OBSCURED_GAIN;
    placed.clear += (goal - placed.clear) * Math.min(seconds * 4, 1);
    placed.voice.setGain(gain * placed.clear);
  }
}

const NEW = { clear: 1, isClear: true, raySeconds: 0 };

const distanceOf = (a: Place, b: Place): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
