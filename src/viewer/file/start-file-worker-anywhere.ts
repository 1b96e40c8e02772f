/**
 * Takes the place of `start-file-worker.ts` in files that may be served from another origin than the
 * page's. A page may not start such a worker, but it may start one of its own that imports it.
 */
export function startFileWorker(): Worker {
  const url = new URL("./file-worker.ts", import.meta.url);
  const options: WorkerOptions = { type: "module", name: "visleaf file" };
  if (url.origin === location.origin) return new Worker(url, options);
  // A few dozen bytes for as long as the page lives: revoked too soon, a browser may not find them.
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), options);
}
