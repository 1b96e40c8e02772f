/** Reads files in a process of its own: it can be ended when it hangs, and its memory is its own. */

import { type ChildProcess, fork } from "node:child_process";
import type { Answer, Question } from "./measure-program.ts";
import { residentBytes } from "./process-memory.ts";

/** `hang`: no answer within the time. `died`: it ended, or was ended for its memory. */
export interface Ended {
  readonly end: "hang" | "died";
  readonly message: string;
  readonly ms: number;
}

export type Outcome = Answer | Ended;

export interface Bounds {
  readonly ms: number;
  /** The process is ended above it, where the system tells (Linux). */
  readonly bytes: number;
}

const POLL_MS = 50;

/** `Asked` and `Told` are what the program takes and gives. */
export class MeasuredProcess<Asked extends object = Question, Told extends object = Answer> {
  readonly #program: string;
  #child: ChildProcess | null = null;

  readonly #flags: readonly string[];

  /**
   * @param program made by `bundleProgram`, of `measure-program.ts` if nothing else is said
   * @param flags of Node's, besides that which lets it collect garbage when told
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
    const start = performance.now();
    const outcome = await new Promise<Told | Ended>((resolve) => {
      const stop = (end: Ended["end"], message: string) =>
        resolve({ end, message, ms: performance.now() - start });
      const timer = setTimeout(() => stop("hang", `no answer in ${bounds.ms} ms`), bounds.ms);
      const poll = setInterval(() => {
        const bytes = residentBytes(child.pid ?? 0) ?? 0;
        if (bytes > bounds.bytes) stop("died", `${bytes} bytes of memory`);
      }, POLL_MS);
      const done = (act: () => void) => () => {
        clearTimeout(timer);
        clearInterval(poll);
        act();
      };
      child.once("message", (answer: Told) => done(() => resolve(answer))());
      child.once("exit", (code, signal) => done(() => stop("died", `${signal ?? code}`))());
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

/** Whether the process gave no answer: it is gone, and the next question begins another. */
export function isEnded(outcome: object): outcome is Ended {
  return "end" in outcome && (outcome.end === "hang" || outcome.end === "died");
}
