/** Keeps frames within a time by drawing fewer pixels: how many, by how long the last frames took. */

/** Edges of what is drawn, in those of the canvas; each has some 0.72 of the pixels of the one before. */
const SCALES = [1, 0.85, 0.72, 0.61, 0.52] as const;

/** Frames of which the middle one is looked at: a single late one says nothing. */
const FRAMES = 15;
/** Late by so much of the goal is late: a screen's own frames are not of one length. */
const LATE = 1.1;
/** So much of the goal leaves room for the next scale's pixels, and some more. */
const EASY = 0.6;
/** Milliseconds of easy frames until more is tried; as much again, and again, each time that was too much. */
const FIRST_PATIENCE_MS = 2000;
const MAX_PATIENCE_MS = 60_000;
/** What turns out late so soon was too much. */
const TRIAL_MS = 4000;
/** The longest gap that is taken for a frame: a page in the background draws none. */
const LONGEST_FRAME_MS = 1000;

export class SteadyFrames {
  /** Milliseconds a frame. */
  readonly goalMs: number;
  readonly #times = new Float64Array(FRAMES);
  readonly #sorted = new Float64Array(FRAMES);
  #count = 0;
  #step = 0;
  #easyMs = 0;
  #sinceRiseMs = Number.POSITIVE_INFINITY;
  #patienceMs = FIRST_PATIENCE_MS;

  constructor(goalMs: number) {
    this.goalMs = goalMs;
  }

  /**
   * Takes a frame's time, from the one before. Allocates nothing.
   * @returns the scale to draw the next one in
   */
  add(frameMs: number): number {
    if (frameMs > LONGEST_FRAME_MS) {
      this.#restart();
      return SCALES[this.#step];
    }
    this.#sinceRiseMs += frameMs;
    this.#times[this.#count++ % FRAMES] = frameMs;
    if (this.#count < FRAMES) return SCALES[this.#step];
    this.#sorted.set(this.#times);
    const middle = this.#sorted.sort()[FRAMES >> 1];
    if (middle > this.goalMs * LATE) this.#fall();
    else if (middle < this.goalMs * EASY) this.#rise(frameMs);
    else this.#easyMs = 0;
    return SCALES[this.#step];
  }

  #fall(): void {
    if (this.#step === SCALES.length - 1) return;
    const wasTrial = this.#sinceRiseMs < TRIAL_MS;
    this.#patienceMs = wasTrial
      ? Math.min(this.#patienceMs * 2, MAX_PATIENCE_MS)
      : FIRST_PATIENCE_MS;
    this.#step++;
    this.#restart();
  }

  #rise(frameMs: number): void {
    this.#easyMs += frameMs;
    if (this.#step === 0 || this.#easyMs < this.#patienceMs) return;
    this.#step--;
    this.#sinceRiseMs = 0;
    this.#restart();
  }

  /** Frames of another scale say nothing of this one. */
  #restart(): void {
    this.#count = 0;
    this.#easyMs = 0;
  }
}
