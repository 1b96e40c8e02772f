/** Content behind a URL, file by file. */

import { CancelledError } from "../core/errors.ts";
import { LruCache } from "./lru-cache.ts";
import type { ContentPath, ContentSource } from "./types.ts";

/** Answers that are kept: enough for what several materials share, and for a few large textures. */
const KEPT_BYTES = 1 << 26;
/** What remembering that there is no such file comes to. */
const ANSWER_BYTES = 256;

/**
 * Requests `base` + path. Content paths are lower case, and most servers know case: names on the
 * server must be lower case, too. 404 and 403 (what servers without listings say) mean that there is
 * no such file, and so does a web page: servers of single-page applications answer a missing path
 * with their own. A path that is being requested is not requested
 * again, and answers are kept, those used last, up to `keptBytes`; requests that failed are not. Any
 * other status rejects, naming the URL.
 */
export function urlSource(base: string, keptBytes = KEPT_BYTES): ContentSource {
  const root = base.endsWith("/") ? base : `${base}/`;
  const pending = new Map<ContentPath, Promise<Uint8Array | null>>();
  const kept = new LruCache<ContentPath, Uint8Array | null>(keptBytes);

  const request = (path: ContentPath, signal?: AbortSignal) => {
    const answer = fetchFile(root + path.split("/").map(encodeURIComponent).join("/"), signal);
    pending.set(path, answer);
    answer.then(
      (bytes) => {
        pending.delete(path);
        kept.set(path, bytes, ANSWER_BYTES + (bytes?.length ?? 0));
      },
      // A reader that waits gets the rejection; this only makes room for another try.
      () => pending.delete(path),
    );
    return answer;
  };

  return {
    label: base,
    async read(path, signal) {
      for (;;) {
        if (signal?.aborted) throw new CancelledError();
        const answer = kept.get(path);
        if (answer !== undefined) return answer;
        const known = pending.get(path);
        if (!known) return request(path, signal);
        try {
          return await untilAborted(known, signal);
        } catch (error) {
          // Another reader's cancelling is not this one's; the next turn tells which it was.
          if (!(error instanceof CancelledError)) throw error;
        }
      }
    },
  };
}

async function fetchFile(url: string, signal?: AbortSignal): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, { signal });
    if (response.status === 404 || response.status === 403) return null;
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status} ${response.statusText}`);
    if (response.headers.get("content-type")?.startsWith("text/html")) return null;
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (error instanceof TypeError) throw new Error(`${url}: no answer (${error.message})`);
    throw error;
  }
}

/** Waits for a request of another reader's, which goes on when this one gives up. */
function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new CancelledError());
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
