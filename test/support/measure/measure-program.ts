/** The process that reads: a question for each file, and an answer with what it cost. */

import { readFileSync } from "node:fs";
import { FormatError } from "../../../src/core/errors.ts";
import { forgetPeak, peakBytes } from "./process-memory.ts";
import { type FileKind, READERS } from "./readers.ts";

export interface Question {
  readonly kind: FileKind;
  /** Its bytes, or where it lies. */
  readonly file: Uint8Array | string;
}

export interface Answer {
  /** `crashed`: something was thrown that is no FormatError. */
  readonly end: "read" | "refused" | "crashed";
  /** Of a FormatError its code and message; of a file that was read, what was left out. */
  readonly message: string;
  readonly ms: number;
  /** Memory of the process: before, and at its most; where that is not kept apart, for any file. */
  readonly bytesBefore: number;
  readonly bytesAtMost: number;
}

process.on("message", async ({ kind, file }: Question) => {
  const bytes =
    typeof file === "string" ? new Uint8Array(readFileSync(file)) : new Uint8Array(file);
  globalThis.gc?.();
  forgetPeak();
  const bytesBefore = process.memoryUsage.rss();
  const start = performance.now();
  let buffers = 0;
  const look = () => {
    buffers = Math.max(buffers, process.memoryUsage().arrayBuffers);
  };
  const { end, message } = await read(kind, bytes, look);
  const ms = performance.now() - start;
  const maxRss = process.resourceUsage().maxRSS * 1024;
  // A buffer that nobody wrote to takes no memory yet, but will where it goes.
  const bytesAtMost = Math.max(peakBytes(process.pid) ?? maxRss, buffers);
  process.send?.({ end, message, ms, bytesBefore, bytesAtMost } satisfies Answer);
});

async function read(
  kind: FileKind,
  bytes: Uint8Array,
  look: () => void,
): Promise<Pick<Answer, "end" | "message">> {
  try {
    const warnings = await READERS[kind](bytes, look);
    return { end: "read", message: warnings.join("\n").slice(0, 20_000) };
  } catch (error) {
    if (error instanceof FormatError) return { end: "refused", message: error.message };
    return { end: "crashed", message: String(error instanceof Error ? error.stack : error) };
  }
}
