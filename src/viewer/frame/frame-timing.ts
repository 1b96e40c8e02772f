/** Frames a second and JavaScript time, averaged so that they can be read. */

/** Averages are renewed this often. */
const WINDOW_MS = 500;

export class FrameTiming {
  /** Of the last whole window. */
  fps = 0;
  /** Milliseconds of JavaScript a frame: controls, culling, recording, everything. */
  jsMs = 0;
  /** Since the viewer was made. */
  frameCount = 0;

  #windowStart = 0;
  #windowFrames = 0;
  #windowJsMs = 0;

  /** Begins a window anew, after a time without frames. */
  restart(nowMs: number): void {
    this.#windowStart = nowMs;
    this.#windowFrames = 0;
    this.#windowJsMs = 0;
  }

  add(nowMs: number, jsMs: number): void {
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
