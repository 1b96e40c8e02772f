/**
 * Takes the place of `start-load-worker.ts` in files that may be served from another origin than the
 * page's. A page may not start such a worker, but it may start one of its own that imports it.
 */

const OPTIONS: WorkerOptions = { type: "module", name: "visleaf load" };

/** A few dozen bytes for as long as the page lives: revoked too soon, a browser may not find them. */
let importingScript: string | null = null;

export function startLoadWorker(): Worker {
  const url = new URL("./load-worker.ts", import.meta.url);
  if (url.origin === location.origin) return new Worker(url, OPTIONS);
  importingScript ??= URL.createObjectURL(
    new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" }),
  );
  return new Worker(importingScript, OPTIONS);
}
