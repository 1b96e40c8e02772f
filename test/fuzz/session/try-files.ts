/** Messages to and from the process that reads files. */

import type { CoveredScript } from "../coverage/coverage-taker.ts";

export interface TryQuestion {
  /** A target's name. */
  readonly target: string;
  readonly files: readonly Uint8Array[];
  /** Garbage is collected first, so that memory can be judged: of one file. */
  readonly isExact: boolean;
  /** Whether targets do all of their work, or the share that a hash of the file chooses. */
  readonly isWhole: boolean;
}

export interface TryEnd {
  /** `crashed`: something was thrown that the target does not name. */
  readonly end: "read" | "refused" | "crashed";
  /** Text of the error; empty if the file was read. */
  readonly message: string;
  /** Processor time, not wall time. */
  readonly ms: number;
}

export interface TryAnswer {
  /** One a file. */
  readonly ends: readonly TryEnd[];
  /** Memory of the process: before, and at its most over all of the files. */
  readonly bytesBefore: number;
  readonly bytesAtMost: number;
  /** Code that ran for any of the files. */
  readonly covered: readonly CoveredScript[];
}
