/** Reads files in a process of its own: it can be ended when it hangs, and its memory is its own. */

import { type ChildProcess, fork } from "node:child_process";
import type { Answer, Question } from "./measure-program.ts";
import { residentBytes } from "./process-memory.ts";

export type Outcome =
  | Answer
  /** `hang`: no answer within the time. `died`: it ended, or was ended for its memory. */
  | { readonly end: "hang" | "died"; readonly message: string; readonly ms: number };

export interface Bounds {
  readonly ms: number;
  /** The process is ended above it, where the system tells (Linux). */
  readonly bytes: number;
}

const POLL_MS = 50;

export class MeasuredProcess {
  readonly #program: string;
  #child: ChildProcess | null = null;

  /** @param program made by `bundleProgram` of `measure-program.ts` */
  constructor(program: string) {
    this.#program = program;
  }

  async ask(question: Question, bounds: Bounds): Promise<Outcome> {
    const child =
      this.#child ??
      fork(this.#program, {
        execArgv: ["--expose-gc"],
        serialization: "advanced",
        stdio: "ignore",
      });
    this.#child = child;
    const start = performance.now();
    const outcome = await new Promise<Outcome>((resolve) => {
      const stop = (end: "hang" | "died", message: string) =>
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
      child.once("message", (answer: Answer) => done(() => resolve(answer))());
      child.once("exit", (code, signal) => done(() => stop("died", `${signal ?? code}`))());
      child.send(question);
    });
    child.removeAllListeners();
    if (outcome.end === "hang" || outcome.end === "died") this.close();
    return outcome;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }
}
