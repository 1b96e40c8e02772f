/**
 * Replaces `start-load-worker.ts` in builds that may be served from another origin than the page. A
 * page may not start a worker of another origin, but its own worker may import one.
 */
export function startLoadWorker(): Worker {
  const url = new URL("./load-worker.ts", import.meta.url);
  const options: WorkerOptions = { type: "module", name: "visleaf load" };
  if (url.origin === location.origin) return new Worker(url, options);
  // Never revoked: browsers may fetch the URL late, and it is only a few dozen bytes.
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), options);
}
