/** Starts the load worker. Bundlers find the worker by this exact form of expression. */
export function startLoadWorker(): Worker {
  return new Worker(new URL("./load-worker.ts", import.meta.url), {
    type: "module",
    name: "visleaf load",
  });
}
