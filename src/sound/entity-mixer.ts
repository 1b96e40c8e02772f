/**
 * Sounds of entities: those of `ambient_generic`, and those that a simulation's doors, buttons and
 * trains play. Both are states of a time, so that a jump in time starts again what sounds then.
 */

import { VOICE_PITCH, VOICE_VOLUME } from "../map/motion/entity-voices.ts";
import { type ChosenSound, chooseSound } from "./entity-sounds.ts";
import type { AmbientSound, MapSounds } from "./map-sounds.ts";
import { distanceOf, type Hearing, type PlacedVoice, UNOBSCURED } from "./placed-voice.ts";
import type { HeardMap, HeardTime, SoundOutput } from "./sound-output.ts";
import { gainAt } from "./sound-values.ts";

/** Seconds between two looks for sounds that have come near enough. */
const LOOK_SECONDS = 0.25;

interface PlayingAmbient extends PlacedVoice {
  readonly start: number;
}

interface PlayingVoice extends PlacedVoice {
  readonly isGameSound: boolean;
  /** Percent, that the game sound was drawn to. */
  readonly pitch: number;
}

export class EntityMixer {
  readonly #sounds: MapSounds;
  readonly #map: HeardMap;
  readonly #output: SoundOutput;
  readonly #hearing: Hearing;
  /** Playing sounds, by rows of `MapSounds.ambients`. */
  readonly #ambients = new Map<number, PlayingAmbient>();
  /** Playing sounds, by rows of `EntityVoices`. */
  readonly #voices = new Map<number, PlayingVoice>();
  /** Rows that are on, but too far away to be heard yet. Their files are not fetched. */
  readonly #distant = new Map<number, ChosenSound>();
  #nextLook = 0;
  /** Starts of each row that were followed. */
  #starts: number[] = [];
  #jumps = -1;
  /** Second of the simulation that was followed last. */
  #seconds = -1;
  #isPaused = false;

  constructor(sounds: MapSounds, map: HeardMap, output: SoundOutput, hearing: Hearing) {
    this.#sounds = sounds;
    this.#map = map;
    this.#output = output;
    this.#hearing = hearing;
  }

  get ambientCount(): number {
    return this.#ambients.size;
  }

  update(): void {
    const time = this.#map.time();
    const isPaused = time?.isPaused ?? false;
    if (isPaused !== this.#isPaused) this.#setPaused(isPaused);
    if (!isPaused) {
      if (time !== null && time.jumps !== this.#jumps) this.#jump(time);
      this.#updateAmbients(time);
      if (time !== null) this.#updateVoices(time);
    }
    this.#seconds = time?.seconds ?? -1;
  }

  stop(): void {
    for (const { voice } of this.#ambients.values()) voice.stop();
    for (const { voice } of this.#voices.values()) voice.stop();
    this.#ambients.clear();
    this.#voices.clear();
    this.#distant.clear();
    this.#starts = [];
    this.#jumps = this.#seconds = -1;
    this.#isPaused = false;
  }

  /** Forgets what played: all that sounds at the new time is started again where it is by then. */
  #jump({ jumps }: HeardTime): void {
    const isFirst = this.#jumps < 0;
    this.#jumps = jumps;
    this.#seconds = Number.POSITIVE_INFINITY;
    if (isFirst) return;
    for (const { voice } of this.#ambients.values()) voice.stop();
    for (const { voice } of this.#voices.values()) voice.stop();
    this.#ambients.clear();
    this.#voices.clear();
    this.#distant.clear();
    this.#starts = [];
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const { voice } of this.#ambients.values()) voice.setPaused(isPaused);
    for (const { voice } of this.#voices.values()) voice.setPaused(isPaused);
  }

  /** Seconds since a sound began; 0 if it began since the last update. */
  #since(time: HeardTime | null, begin: number): number {
    return time === null || begin > this.#seconds ? 0 : Math.max(time.seconds - begin, 0);
  }

  #updateAmbients(time: HeardTime | null): void {
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
      playing ??= this.#startAmbient(row, ambient, rate, start, this.#since(time, start));
      if (playing.voice.isOver) continue;
      playing.volume = state?.volume ?? ambient.volume;
      playing.voice.setRate(rate);
      if (playing.level > 0 && !ambient.sound.isOmni) {
        playing.place = this.#map.placeOf(ambient.source) ?? ambient.origin;
        playing.voice.setPlace(playing.place);
      }
      this.#hearing.hear(playing);
    }
  }

  #startAmbient(
    row: number,
    { sound, level, origin }: AmbientSound,
    rate: number,
    start: number,
    since: number,
  ): PlayingAmbient {
    const place = level > 0 ? origin : null;
    const shown = sound.isOmni ? null : place;
    const voice = this.#output.play({ sound, gain: 0, rate, place: shown, since });
    const playing = { voice, place, level, volume: 0, start, ...UNOBSCURED };
    this.#ambients.set(row, playing);
    return playing;
  }

  #updateVoices(time: HeardTime): void {
    const { voices } = time;
    const looks = this.#hearing.seconds >= this.#nextLook;
    if (looks) this.#nextLook = this.#hearing.seconds + LOOK_SECONDS;
    for (let row = 0; row < voices.count; row++) {
      const playing = this.#voices.get(row);
      const isNew = voices.starts[row] !== this.#starts[row];
      const isOn = voices.isOn[row] === 1;
      this.#starts[row] = voices.starts[row];
      if (isNew || !isOn) {
        playing?.voice.stop();
        this.#voices.delete(row);
        this.#distant.delete(row);
        if (isOn) this.#beginVoice(time, row);
      } else if (playing !== undefined) {
        if (playing.voice.isOver) this.#voices.delete(row);
        else this.#followVoice(playing, time, row);
      } else if (looks) {
        const chosen = this.#distant.get(row);
        if (chosen !== undefined) this.#startVoice(time, row, chosen);
      }
    }
  }

  #beginVoice(time: HeardTime, row: number): void {
    const { voices } = time;
    const seeds = [voices.entity[row], voices.starts[row]];
    const name = voices.nameOf(row);
    const chosen = chooseSound(this.#sounds, voices.lumpRowOf(row), name, seeds);
    if (typeof chosen === "string") this.#output.report(chosen);
    else if (chosen !== null) this.#startVoice(time, row, chosen);
  }

  /** Plays a sound if it can be heard from here. */
  #startVoice(time: HeardTime, row: number, chosen: ChosenSound): void {
    const { voices } = time;
    const { sound, volume, pitch, isGameSound } = chosen;
    const level = isGameSound ? chosen.level : voices.level[row];
    const place = level > 0 ? this.#map.placeOf(voices.entity[row]) : null;
    const { listener } = this.#hearing;
    if (place !== null && gainAt(level, distanceOf(place, listener.place)) === 0) {
      this.#distant.set(row, chosen);
      return;
    }
    this.#distant.delete(row);
    const since = this.#since(time, voices.begin[row]);
    const voice = this.#output.play({
      ...{ sound, gain: 0, rate: pitch / 100, since },
      ...{ place: sound.isOmni ? null : place, onlyLoops: since > 0 },
    });
    const playing = { voice, place, level, volume, pitch, isGameSound, ...UNOBSCURED };
    this.#voices.set(row, playing);
    this.#followVoice(playing, time, row);
  }

  /** Updates volume, speed and place of a voice. */
  #followVoice(playing: PlayingVoice, { voices }: HeardTime, row: number): void {
    const { isGameSound, voice } = playing;
    const replaces = voices.replaces[row];
    if (!isGameSound || (replaces & VOICE_VOLUME) !== 0) playing.volume = voices.volume[row];
    const hasPitch = !isGameSound || (replaces & VOICE_PITCH) !== 0;
    voice.setRate((hasPitch ? voices.pitch[row] : playing.pitch) / 100);
    if (playing.place !== null) {
      playing.place = this.#map.placeOf(voices.entity[row]) ?? playing.place;
      voice.setPlace(playing.place);
    }
    this.#hearing.hear(playing);
  }
}
