/**
 * Watches `visleaf shot` as the page watches its load workers: a step that takes too long ends the
 * command with one line and exit code 1. Limits bound a file's cost before anything is built from
 * it; the watch covers cases that no limit foresees.
 *
 * A thread counts turns in which the main thread ran no timer, because a busy main thread cannot
 * watch itself. While the adapter draws, the main thread is idle and watches. A software adapter
 * computes in this process, so the process' own processor time is measured, which does not depend
 * on the machine's load.
 */

import { Worker } from "node:worker_threads";
import { WATCH_LIMITS } from "../../viewer/load/load-watch.ts";
import { EXIT_FAILED } from "../errors.ts";
import { say } from "../terminal.ts";

export interface ShotWatchLimits {
  /** Seconds, counted as turns, that the main thread may be at one step. */
  readonly stallSeconds: number;
  /**
   * Processor seconds for drawing a picture of 2^20 pixels, or a smaller one; proportionally more
   * for larger ones.
   */
  readonly drawSeconds: number;
}

/**
 * On a software adapter, real maps at 1280x720 take at most 12 processor seconds, loading included.
 */
const SHOT_WATCH_LIMITS: ShotWatchLimits = {
  stallSeconds: WATCH_LIMITS.stallSeconds,
  drawSeconds: 60,
};

const TURN_MS = 1000;

export interface ShotWatch {
  /** Settles like `drawing`, unless the process is ended because it takes too long. */
  draw<T>(pixels: number, drawing: Promise<T>): Promise<T>;
  stop(): void;
}

/** Starts the watch. @param path named in the message that ends the command */
export function watchShot(path: string, limits: ShotWatchLimits = SHOT_WATCH_LIMITS): ShotWatch {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), TURN_MS / 2).unref();
  const line = `visleaf: ${path}: loading did not finish (${limits.stallSeconds} s at one step) and was ended`;
  const worker = new Worker(WATCH_THREAD, {
    eval: true,
    workerData: { beats, turns: limits.stallSeconds, turnMs: TURN_MS, line, code: EXIT_FAILED },
  });
  worker.unref();
  return {
    async draw(pixels, drawing) {
      const seconds = limits.drawSeconds * Math.max(1, pixels / 2 ** 20);
      const start = process.cpuUsage();
      const turn = setInterval(() => {
        const { user, system } = process.cpuUsage(start);
        if ((user + system) / 1e6 < seconds) return;
        clearInterval(turn);
        say(
          `${path}: drawing did not finish (${Math.round(seconds)} s of processor time) and was ended`,
        );
        // Drawing continues in the adapter's threads, which only the end of the process stops.
        process.exit(EXIT_FAILED);
      }, TURN_MS);
      try {
        return await drawing;
      } finally {
        clearInterval(turn);
      }
    },
    stop() {
      clearInterval(beat);
      void worker.terminate();
    },
  };
}

/**
 * Source of the watch thread, which ends the process when the main thread's beats stop. A thread
 * can end only itself, so it uses the inspector, which interrupts the main thread anywhere, to end
 * the process from there.
 */
const WATCH_THREAD = `
const { closeSync, writeSync } = require("node:fs");
const { Session } = require("node:inspector");
const { workerData } = require("node:worker_threads");
const { beats, turns, turnMs, line, code } = workerData;
let last = 0;
let silent = 0;
const turn = setInterval(() => {
  const now = Atomics.load(beats, 0);
  silent = now === last ? silent + 1 : 0;
  last = now;
  if (silent < turns) return;
  clearInterval(turn);
  writeSync(2, line + "\\n");
  // Node would add a line about a debugger.
  closeSync(2);
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.evaluate", { expression: "process.reallyExit(" + code + ")" });
}, turnMs);
`;
