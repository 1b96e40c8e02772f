/** Unpacks LZMA on a separate thread, so that other requests need not wait. */

import { type MessagePort, Worker } from "node:worker_threads";
import { decompressLzmaAlone } from "../../formats/lzma/lzma-alone.ts";
import { unpackEntry } from "../../formats/zip/read-entry.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import { type ErrorData, fromErrorData, toErrorData } from "../../viewer/load/posted-errors.ts";
import { UNPACK_THREAD } from "../compile/thread-names.ts";
import { LARGE_BYTES } from "./unpacked-files.ts";

/** Data packed with LZMA: a zip entry, or a whole addon. */
export type LzmaTask =
  | { readonly kind: "entry"; readonly entry: ZipEntry; readonly data: Uint8Array }
  | { readonly kind: "addon"; readonly byteLength: number; readonly data: Uint8Array };

export interface UnpackThreadData {
  readonly thread: typeof UNPACK_THREAD;
  readonly task: LzmaTask;
}

type Reply = { readonly bytes: Uint8Array } | { readonly error: ErrorData };

/** File name of the command in its bundle. */
const ENTRY = "visleaf.js";

/**
 * Unpacks on a new thread: tasks are few, and a large one takes longer than starting the thread.
 * Small tasks, and all tasks when run from source, are unpacked on the calling thread. Rejects with
 * FormatError.
 */
export async function unpackLzma(task: LzmaTask): Promise<Uint8Array> {
  const { byteLength } = task.kind === "entry" ? task.entry : task;
  if (byteLength <= LARGE_BYTES || import.meta.url.endsWith(".ts")) return unpack(task);
  const workerData: UnpackThreadData = { thread: UNPACK_THREAD, task };
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData });
  try {
    const reply = await new Promise<Reply>((done, fail) => {
      worker.once("message", done);
      worker.once("error", fail);
      worker.once("exit", () => fail(new Error("the thread that unpacks it has ended")));
    });
    if ("error" in reply) throw fromErrorData(reply.error);
    return reply.bytes;
  } finally {
    await worker.terminate();
  }
}

function unpack(task: LzmaTask): Uint8Array {
  return task.kind === "entry"
    ? unpackEntry(task.data, task.entry)
    : decompressLzmaAlone(task.data, "file");
}

export function runUnpackThread(port: MessagePort, { task }: UnpackThreadData): void {
  try {
    const bytes = unpack(task);
    port.postMessage({ bytes } satisfies Reply, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage({ error: toErrorData(error) } satisfies Reply);
  }
}
