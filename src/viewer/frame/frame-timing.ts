/** Measures frames per second and JavaScript time, averaged for display. */

/** Interval of the averages. */
const WINDOW_MS = 500;

export class FrameTiming {
  /** Average of the last full window. */
  fps = 0;
  /** Milliseconds of JavaScript per frame: controls, culling, recording, everything. */
  jsMs = 0;
  /** Number of frames drawn since the viewer was created. */
  frameCount = 0;
  /** Whether the picture rests: it no longer changes, so no frames are drawn. */
  isResting = false;

  #windowStart = 0;
  #windowFrames = 0;
  #windowJsMs = 0;

  /** Restarts the window after a time without frames. */
  restart(nowMs: number): void {
    this.#windowStart = nowMs;
    this.#windowFrames = 0;
    this.#windowJsMs = 0;
  }

  /** Call in place of `add` if no frame is drawn, because the picture does not change. */
  rest(nowMs: number): void {
    this.isResting = true;
    this.restart(nowMs);
  }

  add(nowMs: number, jsMs: number): void {
    this.isResting = false;
    this.frameCount++;
    this.#windowFrames++;
    this.#windowJsMs += jsMs;
    const elapsed = nowMs - this.#windowStart;
    if (elapsed < WINDOW_MS) return;
    this.fps = (this.#windowFrames * 1000) / elapsed;
    this.jsMs = this.#windowJsMs / this.#windowFrames;
    this.restart(nowMs);
  }
}
