/** Starts the worker that reads a map's lumps, in one expression: bundlers find the worker by it. */
export function startFileWorker(): Worker {
  return new Worker(new URL("./file-worker.ts", import.meta.url), {
    type: "module",
    name: "visleaf file",
  });
}
