/**
 * Soundscapes: which one is heard where the listener stands, its loops that fade, and its random
 * sounds. Rules are those of soundscape.cpp and c_soundscape.cpp of Source SDK 2013.
 */

import type { MapSounds, SoundscapeArea } from "./map-sounds.ts";
import { distanceOf, type Hearing, type PlacedVoice, UNOBSCURED } from "./placed-voice.ts";
import type { HeardMap, Place, SoundOutput } from "./sound-output.ts";
import { gainAt } from "./sound-values.ts";
import {
  draw,
  drawVolume,
  type LoopedSound,
  type RandomSound,
  type SoundPlace,
} from "./soundscapes.ts";

/** Seconds in which loops fade: `soundscape_fadetime`. */
const FADE_SECONDS = 3;
/** Distance of sounds at random places: `DEFAULT_SOUND_RADIUS`, inches. */
const RANDOM_INCHES = 36;

interface PlayingLoop extends PlacedVoice {
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

export class SoundscapeMixer {
  readonly #sounds: MapSounds;
  readonly #map: HeardMap;
  readonly #output: SoundOutput;
  readonly #hearing: Hearing;
  readonly #random: () => number;
  /** Row of `areas` that is heard; -1 before any was. It stays until another one is reached. */
  #area = -1;
  /** Areas of the triggers that the listener is in, the last one first. */
  #triggered: number[] = [];
  #loops: PlayingLoop[] = [];
  #randoms: WaitingRandom[] = [];

  /** @param random returns 0 to 1 */
  constructor(
    sounds: MapSounds,
    map: HeardMap,
    output: SoundOutput,
    hearing: Hearing,
    random: () => number,
  ) {
    this.#sounds = sounds;
    this.#map = map;
    this.#output = output;
    this.#hearing = hearing;
    this.#random = random;
  }

  /** Name of the soundscape that is heard; `null` for none. */
  get current(): string | null {
    const row = this.#area < 0 ? -1 : this.#sounds.areas[this.#area].soundscape;
    return row < 0 ? null : this.#sounds.soundscapes[row].name;
  }

  get loopCount(): number {
    return this.#loops.length;
  }

  update(): void {
    this.#updateArea(this.#hearing.listener.place);
    this.#updateLoops();
    this.#playRandoms();
  }

  stop(): void {
    for (const { voice } of this.#loops) voice.stop();
    this.#loops = [];
    this.#randoms = [];
    this.#area = -1;
    this.#triggered = [];
  }

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
      this.#randoms.push({ random, place, nextSeconds: this.#hearing.seconds + wait });
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
    this.#loops.push({ voice, place, level, volume: 0, target, path, pitch, ...UNOBSCURED });
  }

  #updateLoops(): void {
    const step = this.#hearing.step / FADE_SECONDS;
    for (const loop of this.#loops) {
      const { volume, target } = loop;
      loop.volume =
        volume < target ? Math.min(volume + step, target) : Math.max(volume - step, target);
      if (loop.volume === 0 && target === 0) loop.voice.stop();
      else this.#hearing.hear(loop);
    }
    this.#loops = this.#loops.filter(({ volume, target }) => volume > 0 || target > 0);
  }

  #playRandoms(): void {
    const { place, forward, right } = this.#hearing.listener;
    for (const waiting of this.#randoms) {
      if (this.#hearing.seconds < waiting.nextSeconds) continue;
      const { random } = waiting;
      waiting.nextSeconds =
        this.#hearing.seconds + Math.max(draw(random.seconds, this.#random), 0.05);
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
}
