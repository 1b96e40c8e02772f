/** What is asked of the process that reads, and what it answers. */

import type { CoveredScript } from "../coverage/coverage-taker.ts";

export interface TryQuestion {
  /** A target's name. */
  readonly target: string;
  readonly files: readonly Uint8Array[];
  /** Garbage is collected first, so that memory can be judged: of one file. */
  readonly isExact: boolean;
}

export interface TryEnd {
  /** `crashed`: something was thrown that the target does not name. */
  readonly end: "read" | "refused" | "crashed";
  /** Of what was thrown; empty where it was read. */
  readonly message: string;
  /** Of processors, not of the clock. */
  readonly ms: number;
}

export interface TryAnswer {
  /** One a file. */
  readonly ends: readonly TryEnd[];
  /** Memory of the process: before, and at its most over all of the files. */
  readonly bytesBefore: number;
  readonly bytesAtMost: number;
  /** What ran for any of them. */
  readonly covered: readonly CoveredScript[];
}
