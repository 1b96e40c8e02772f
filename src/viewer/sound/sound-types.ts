/** Public types of a map's sound. */

export interface SoundNews {
  /** It was switched, another soundscape is heard, or a file was found missing. */
  change: undefined;
}

/** The sound of the shown map: looping sounds, soundscapes and their random sounds. */
export interface MapSound {
  readonly isOn: boolean;
  /** Volume of everything, 0 to 1. */
  volume: number;
  /** Name of the soundscape that is heard; `null` for none. */
  readonly soundscape: string | null;
  /** Number of sounds that loop now, including those that are too far away to be heard. */
  readonly playing: number;
  /** Number of entities that sound, and of soundscape areas. */
  readonly sourceCount: number;
  /** One sentence for each sound file or script that was wanted and is missing or damaged. */
  readonly missing: readonly string[];
  /**
   * Starts the sound. Browsers allow it after a click or a key only: until then it waits. Does
   * nothing if it is on.
   */
  turnOn(): void;
  /** Stops the sound. Looping sounds start from their beginning the next time. */
  turnOff(): void;
  on<Name extends keyof SoundNews>(
    name: Name,
    listener: (detail: SoundNews[Name]) => void,
  ): () => void;
}
