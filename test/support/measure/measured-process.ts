/**
 * Reads files in a separate process, which can be terminated when it hangs and has separate memory.
 */

import { type ChildProcess, fork } from "node:child_process";
import type { Answer, Question } from "./measure-program.ts";
import { residentBytes } from "./process-memory.ts";
import { processorMsOf } from "./process-time.ts";

/** `hang`: no answer in time. `died`: it exited, or was terminated for its memory. */
export interface Ended {
  readonly end: "hang" | "died";
  readonly message: string;
  readonly ms: number;
}

export type Outcome = Answer | Ended;

export interface Bounds {
  /**
   * Limit of processor time where the system reports it; wall-clock time may be `PATIENCE` times as
   * long.
   */
  readonly ms: number;
  /** The process is terminated above this memory, where the system reports it (Linux). */
  readonly bytes: number;
}

const POLL_MS = 50;
/** Factor for waiting on a busy machine. */
const PATIENCE = 4;

/** `Asked` and `Told` are the program's input and output. */
export class MeasuredProcess<Asked extends object = Question, Told extends object = Answer> {
  readonly #program: string;
  #child: ChildProcess | null = null;

  readonly #flags: readonly string[];

  /**
   * @param program from `bundleProgram`, `measure-program.ts` by default
   * @param flags for Node, in addition to the one for explicit garbage collection
   */
  constructor(program: string, flags: readonly string[] = []) {
    this.#program = program;
    this.#flags = flags;
  }

  async ask(question: Asked, bounds: Bounds): Promise<Told | Ended> {
    const child =
      this.#child ??
      fork(this.#program, {
        execArgv: ["--expose-gc", ...this.#flags],
        serialization: "advanced",
        stdio: "ignore",
      });
    this.#child = child;
    const pid = child.pid ?? 0;
    const start = performance.now();
    const computedBefore = processorMsOf(pid) ?? 0;
    const outcome = await new Promise<Told | Ended>((resolve) => {
      const end = (outcome: Told | Ended) => {
        clearInterval(poll);
        resolve(outcome);
      };
      const stop = (how: Ended["end"], message: string) =>
        end({ end: how, message, ms: performance.now() - start });
      const poll = setInterval(() => {
        const bytes = residentBytes(pid) ?? 0;
        if (bytes > bounds.bytes) stop("died", `${bytes} bytes of memory`);
        const waited = performance.now() - start;
        if (waited <= bounds.ms) return;
        const computed = (processorMsOf(pid) ?? Number.POSITIVE_INFINITY) - computedBefore;
        if (computed > bounds.ms || waited > bounds.ms * PATIENCE) {
          stop("hang", `no answer in ${bounds.ms} ms`);
        }
      }, POLL_MS);
      child.once("message", (answer: Told) => end(answer));
      child.once("exit", (code, signal) => stop("died", `${signal ?? code}`));
      child.send(question);
    });
    child.removeAllListeners();
    if (isEnded(outcome)) this.close();
    return outcome;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }
}

/** Returns whether the process gave no answer. It is gone, and the next question starts another. */
export function isEnded(outcome: object): outcome is Ended {
  return "end" in outcome && (outcome.end === "hang" || outcome.end === "died");
}
