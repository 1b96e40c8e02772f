/** Keeps frame times below a goal by lowering the resolution, based on recent frame times. */

/** Render scales of the canvas edges; each has about 0.72 times the pixels of the one before. */
const SCALES = [1, 0.85, 0.72, 0.61, 0.52] as const;

/** Number of frames whose median is tested, so that a single slow frame has no effect. */
const FRAMES = 15;
/**
 * Factor of the goal above which frames count as late: frame times vary even at a screen's own
 * rate.
 */
const LATE = 1.1;
/** Factor of the goal below which there is room for the next larger scale. */
const EASY = 0.6;
/** Milliseconds of easy frames before a larger scale is tried; doubled after each failed trial. */
const FIRST_PATIENCE_MS = 2000;
const MAX_PATIENCE_MS = 60_000;
/** A scale that turns out late within this time counts as a failed trial. */
const TRIAL_MS = 4000;
/** Longest gap that counts as a frame: a page in the background draws none. */
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
   * Adds the time since the last frame. Allocates nothing.
   * @returns the scale of the next frame
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

  /** Discards frame times measured at another scale. */
  #restart(): void {
    this.#count = 0;
    this.#easyMs = 0;
  }
}
