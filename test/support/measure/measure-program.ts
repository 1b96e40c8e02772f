/** The reading process: takes a question per file, and answers with its cost. */

import { readFileSync } from "node:fs";
import { FormatError } from "../../../src/core/errors.ts";
import { forgetPeak, peakBytes } from "./process-memory.ts";
import { type FileKind, READERS } from "./readers.ts";

export interface Question {
  readonly kind: FileKind;
  /** Bytes or path of the file. */
  readonly file: Uint8Array | string;
}

export interface Answer {
  /** `crashed`: an error other than FormatError was thrown. */
  readonly end: "read" | "refused" | "crashed";
  /** Code and message of a FormatError, or the dropped parts of a file that was read. */
  readonly message: string;
  readonly ms: number;
  /**
   * Process memory before, and its peak; where the peak cannot be reset, that of any earlier file.
   */
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
  // An untouched buffer takes no memory yet, but will when transferred.
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
