/** The process that reads, from outside: ended when it hangs or takes too much, and begun again. */

import {
  type Bounds,
  type Ended,
  isEnded,
  MeasuredProcess,
} from "../../support/measure/measured-process.ts";
import { BOUNDS, type Measured } from "./judge.ts";
import type { TryAnswer, TryQuestion } from "./try-files.ts";

/** Code that is thrown away would be compiled without its counters. */
const FLAGS = ["--no-flush-bytecode"];
/** Many files may take longer than one; what takes too long is tried again file by file. */
const BATCH_TIMES = 3;

/** One file, measured by itself. */
export interface TriedFile {
  readonly measured: Measured;
  /** Empty where there was no answer. */
  readonly covered: TryAnswer["covered"];
}

export class FuzzedProcess {
  readonly #child: MeasuredProcess<TryQuestion, TryAnswer>;
  readonly #bounds: Bounds;

  /** @param program made by `bundleProgram`, of what calls `serveTargets` */
  constructor(program: string, bounds: Bounds = BOUNDS) {
    this.#child = new MeasuredProcess(program, FLAGS);
    this.#bounds = bounds;
  }

  /** Reads files one after another; there is no answer where any of them hangs. */
  tryAll(
    target: string,
    files: readonly Uint8Array[],
    isWhole = false,
  ): Promise<TryAnswer | Ended> {
    const { ms, bytes } = this.#bounds;
    const question = { target, files, isExact: false, isWhole };
    return this.#child.ask(question, { ms: ms * BATCH_TIMES, bytes });
  }

  async tryExactly(target: string, file: Uint8Array): Promise<TriedFile> {
    const question = { target, files: [file], isExact: true, isWhole: true };
    const answer = await this.#child.ask(question, this.#bounds);
    const byteLength = file.length;
    if (isEnded(answer)) return { measured: { outcome: answer, byteLength }, covered: [] };
    const { ends, bytesBefore, bytesAtMost, covered } = answer;
    const outcome = { ...ends[0], bytesBefore, bytesAtMost };
    return { measured: { outcome, byteLength }, covered };
  }

  /** The next file is read by a new process. */
  close(): void {
    this.#child.close();
  }
}
