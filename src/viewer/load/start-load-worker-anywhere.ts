/**
 * Takes the place of `start-load-worker.ts` in files that may be served from another origin than the
 * page's. A page may not start such a worker, but it may start one of its own that imports it.
 */
export function startLoadWorker(): Worker {
  const url = new URL("./load-worker.ts", import.meta.url);
  const options: WorkerOptions = { type: "module", name: "visleaf load" };
  if (url.origin === location.origin) return new Worker(url, options);
  // A few dozen bytes for as long as the page lives: revoked too soon, a browser may not find them.
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), options);
}
