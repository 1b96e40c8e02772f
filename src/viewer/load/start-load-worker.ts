/** Starts the load worker, in one expression: bundlers find the worker by it. */
export function startLoadWorker(): Worker {
  return new Worker(new URL("./load-worker.ts", import.meta.url), {
    type: "module",
    name: "visleaf load",
  });
}
