/** Content behind a URL, file by file. */

import { CancelledError } from "../core/errors.ts";
import type { ContentPath, ContentSource } from "./types.ts";

/**
 * Requests `base` + path; names on the server are lower case. 404 and 403 (what servers without
 * listings say) mean that there is no such file, and so does a web page: servers of single-page
 * applications answer a missing path with their own. Each path is requested once, and its answer is
 * kept, but for requests that failed. Any other status rejects, naming the URL.
 */
export function urlSource(base: string): ContentSource {
  const root = base.endsWith("/") ? base : `${base}/`;
  const answers = new Map<ContentPath, Promise<Uint8Array | null>>();

  const request = (path: ContentPath, signal?: AbortSignal) => {
    const answer = fetchFile(root + path.split("/").map(encodeURIComponent).join("/"), signal);
    answers.set(path, answer);
    // A reader that waits gets the rejection; this only makes room for another try.
    answer.catch(() => answers.delete(path));
    return answer;
  };

  return {
    label: base,
    async read(path, signal) {
      for (;;) {
        if (signal?.aborted) throw new CancelledError();
        const known = answers.get(path);
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
