/**
 * Decides what is heard where the listener stands: starts, fades and stops the sounds of a map. An
 * output plays them.
 */

import { EntityMixer } from "./entity-mixer.ts";
import type { MapSounds } from "./map-sounds.ts";
import { Hearing } from "./placed-voice.ts";
import type { HeardMap, Listener, SoundOutput } from "./sound-output.ts";
import { SoundscapeMixer } from "./soundscape-mixer.ts";

export class MapMixer {
  readonly #hearing: Hearing;
  readonly #scapes: SoundscapeMixer;
  readonly #entities: EntityMixer;

  /** @param random returns 0 to 1, for soundscapes */
  constructor(
    sounds: MapSounds,
    map: HeardMap,
    output: SoundOutput,
    random: () => number = Math.random,
  ) {
    this.#hearing = new Hearing(map);
    this.#scapes = new SoundscapeMixer(sounds, map, output, this.#hearing, random);
    this.#entities = new EntityMixer(sounds, map, output, this.#hearing);
  }

  /** Name of the soundscape that is heard; `null` for none. */
  get soundscape(): string | null {
    return this.#scapes.current;
  }

  /** Number of sounds that loop now, heard or too far away to be. */
  get voiceCount(): number {
    return this.#entities.ambientCount + this.#scapes.loopCount;
  }

  /** Lets seconds pass for a listener. Call some times a second. */
  update(seconds: number, listener: Listener): void {
    this.#hearing.advance(seconds, listener);
    this.#scapes.update();
    this.#entities.update();
  }

  /** Stops all sounds at once. */
  stop(): void {
    this.#entities.stop();
    this.#scapes.stop();
  }
}
