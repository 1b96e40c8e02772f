/** State that a simulation gives the sound of an `ambient_generic`. */
export interface AmbientState {
  readonly isPlaying: boolean;
  /** 0 to 1. */
  readonly volume: number;
  /** Percent of the sound's own speed. */
  readonly pitch: number;
  /** Second at which it began; changes when it begins again. */
  readonly start: number;
}
