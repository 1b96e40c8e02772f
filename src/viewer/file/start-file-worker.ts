/** Starts the worker in one expression, which bundlers recognize. */
export function startFileWorker(): Worker {
  return new Worker(new URL("./file-worker.ts", import.meta.url), {
    type: "module",
    name: "visleaf file",
  });
}
