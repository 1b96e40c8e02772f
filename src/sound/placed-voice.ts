/** Voices that have a place: their gain by distance, and by what is between them and the listener. */

import type { HeardMap, Listener, Place, Voice } from "./sound-output.ts";
import { gainAt } from "./sound-values.ts";

/** Gain of a sound behind something solid: `snd_obscured_gain_db` is -2.7. */
const OBSCURED_GAIN = 10 ** (-2.7 / 20);
/** Seconds between two rays for a sound. */
const RAY_SECONDS = 0.25;

/** A voice that is not at the listener, and what its gain is made of. */
export interface PlacedVoice {
  readonly voice: Voice;
  place: Place | null;
  /** Decibels; 0 is heard everywhere. */
  level: number;
  /** 0 to 1. */
  volume: number;
  /** 1, or less behind something solid; moves slowly. */
  clear: number;
  isClear: boolean;
  raySeconds: number;
}

/** Fields of a voice that no ray has been cast for. */
export const UNOBSCURED = { clear: 1, isClear: true, raySeconds: 0 };

/** Seconds that passed, and where the listener is. */
export class Hearing {
  seconds = 0;
  /** Seconds of this update. */
  step = 0;
  listener: Listener = { place: [0, 0, 0], forward: [1, 0, 0], right: [0, -1, 0] };
  readonly #map: HeardMap;

  constructor(map: HeardMap) {
    this.#map = map;
  }

  advance(seconds: number, listener: Listener): void {
    this.seconds += seconds;
    this.step = seconds;
    this.listener = listener;
  }

  /** Sets a voice's gain by its distance and by what is before it. */
  hear(placed: PlacedVoice): void {
    const { place, level, volume } = placed;
    if (place === null || level <= 0) {
      placed.voice.setGain(volume);
      return;
    }
    const at = this.listener.place;
    const gain = volume * gainAt(level, distanceOf(place, at));
    if (gain > 0 && this.seconds >= placed.raySeconds) {
      const isFirst = placed.raySeconds === 0;
      placed.raySeconds = this.seconds + RAY_SECONDS;
      placed.isClear = this.#map.isClear(at, place);
      if (isFirst) placed.clear = placed.isClear ? 1 : OBSCURED_GAIN;
    }
    const goal = placed.isClear ? 1 : OBSCURED_GAIN;
    placed.clear += (goal - placed.clear) * Math.min(this.step * 4, 1);
    placed.voice.setGain(gain * placed.clear);
  }
}

export const distanceOf = (a: Place, b: Place): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
