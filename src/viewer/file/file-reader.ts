/** Sends requests to the worker that reads a map's lumps. */

import { absoluteSource, type MapSource } from "../load/map-source.ts";
import { fromErrorData } from "../load/posted-errors.ts";
import type { FileAnswer, FileQuestions } from "./file-protocol.ts";
import { startFileWorker } from "./start-file-worker.ts";

type What = keyof FileQuestions;
interface Waiting {
  resolve(answer: FileQuestions[What]["answer"]): void;
  reject(error: Error): void;
  onProgress: OnProgress | undefined;
}

/** Called with the work done so far, and the total. */
export type OnProgress = (done: number, total: number) => void;

export interface FileReader {
  /** Rejects with FormatError, or with one sentence if the file cannot be read any more. */
  ask<K extends What>(
    what: K,
    asked: FileQuestions[K]["asked"],
    onProgress?: OnProgress,
  ): Promise<FileQuestions[K]["answer"]>;
  /** Terminates the worker; open requests are never answered. */
  close(): void;
}

export function createFileReader(): FileReader {
  const worker = startFileWorker();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => {
    const asked = waiting.get(data.id);
    if ("done" in data) {
      asked?.onProgress?.(data.done, data.total);
      return;
    }
    waiting.delete(data.id);
    if ("error" in data) asked?.reject(fromErrorData(data.error));
    else asked?.resolve(data.answer);
  };
  worker.onerror = ({ message }) => {
    const error = new Error(`the file's worker stopped: ${message || "it did not start"}`);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  return {
    ask(what, asked, onProgress) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, onProgress });
        worker.postMessage({ id, what, ...asked });
      });
    },
    close: () => worker.terminate(),
  };
}

/** Returns the map with an absolute address, which the worker can resolve. */
export const placeOf = (source: MapSource) => ({ map: absoluteSource(source, location.href) });
