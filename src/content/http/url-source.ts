/** Content source of a folder on a server, one request for each file. */

import { CancelledError } from "../../core/errors.ts";
import { LruCache } from "../bytes/lru-cache.ts";
import type { ContentPath, ContentSource, DrawBytes, UrlLimits } from "../types.ts";
import { SilentHostError } from "./host-requests.ts";
import { contentLength } from "./http-answer.ts";

// Fetch of a whole file, with limits on its memory and on its host's silence.

/**
 * Time of the last received data, shared by all files of a folder: browsers delay requests while
 * others to the same host run, and those must not count as unanswered.
 */
export interface Pulse {
  lastMs: number;
}

/** Fetches a file; null if the server answers 404, 403 or a web page. */
async function fetchFile(
  url: string,
  limits: UrlLimits,
  pulse: Pulse,
  signal?: AbortSignal,
  draw?: DrawBytes,
): Promise<Uint8Array | null> {
  const abort = new AbortController();
  const stop = watchSilence(pulse, limits.silenceMs, () => abort.abort(new SilentHostError()));
  try {
    const signals = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    const response = await fetch(url, { signal: signals });
    pulse.lastMs = performance.now();
    if (response.status === 404 || response.status === 403) return null;
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status} ${response.statusText}`);
    if (response.headers.get("content-type")?.startsWith("text/html")) return null;
    return await readBounded(url, response, limits.maxFileBytes, pulse, draw);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (abort.signal.aborted) {
      throw new SilentHostError(`${url}: no answer within ${limits.silenceMs / 1000} s`);
    }
    // Closes the connection if a body was refused.
    abort.abort();
    if (error instanceof TypeError) throw new Error(`${url}: no answer (${error.message})`);
    throw error;
  } finally {
    stop();
  }
}

/**
 * Reads a body up to `maxBytes`, counting bytes received because the stated length may be wrong.
 */
async function readBounded(
  url: string,
  response: Response,
  maxBytes: number,
  pulse: Pulse,
  draw?: DrawBytes,
): Promise<Uint8Array> {
  const stated = contentLength(response.headers);
  const pieces: Uint8Array[] = [];
  let total = 0;
  const reader = response.body?.getReader();
  for (;;) {
    if (Math.max(total, stated ?? 0) > maxBytes) {
      throw new Error(`${url}: it has more than ${maxBytes} bytes, which no file of content has`);
    }
    const { value, done } = (await reader?.read()) ?? { done: true };
    pulse.lastMs = performance.now();
    if (done || value === undefined) break;
    draw?.(value.length);
    pieces.push(value);
    total += value.length;
  }
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Calls `onSilence` after `silenceMs` without data. Returns a function that stops the watch. */
function watchSilence(pulse: Pulse, silenceMs: number, onSilence: () => void): () => void {
  const startMs = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const look = (): void => {
    const leftMs = Math.max(startMs, pulse.lastMs) + silenceMs - performance.now();
    if (leftMs <= 0) onSilence();
    else timer = setTimeout(look, leftMs);
  };
  timer = setTimeout(look, silenceMs);
  return () => clearTimeout(timer);
}

export const URL_LIMITS: UrlLimits = { atOnce: 24, maxFileBytes: 2 ** 27, silenceMs: 30_000 };

/**
 * Bytes of answers kept: enough for files that several materials share, and for a few large
 * textures.
 */
const KEPT_BYTES = 1 << 26;
/** Bytes charged for each kept answer, including "no such file". */
const ANSWER_BYTES = 256;

/**
 * Reads content from `base` + path. Content paths are lower case and most servers are
 * case-sensitive, so names on the server must be lower case. 404, 403 (from servers without
 * listings) and web pages (from single-page applications) mean that the file does not exist. Reads
 * of a path that is being requested share the request. The most recently used answers are kept, up
 * to `keptBytes`; failures are not. Any other status, files that are too large, and timeouts reject
 * with an error that names the URL.
 */
export function urlSource(
  base: string,
  limits: Partial<UrlLimits> = {},
  keptBytes = KEPT_BYTES,
): ContentSource {
  const root = base.endsWith("/") ? base : `${base}/`;
  const held = { ...URL_LIMITS, ...limits };
  const pulse: Pulse = { lastMs: 0 };
  const pending = new Map<ContentPath, Promise<Uint8Array | null>>();
  const kept = new LruCache<ContentPath, Uint8Array | null>(keptBytes);

  const request = (path: ContentPath, signal?: AbortSignal, draw?: DrawBytes) => {
    const url = root + path.split("/").map(encodeURIComponent).join("/");
    const answer = fetchFile(url, held, pulse, signal, draw);
    pending.set(path, answer);
    answer.then(
      (bytes) => {
        pending.delete(path);
        kept.set(path, bytes, ANSWER_BYTES + (bytes?.length ?? 0));
      },
      // The waiting reader gets the rejection; this only allows another try.
      () => pending.delete(path),
    );
    return answer;
  };

  return {
    label: base,
    host: { name: hostOf(base), atOnce: held.atOnce },
    async read(path, signal, draw) {
      for (;;) {
        if (signal?.aborted) throw new CancelledError();
        const answer = kept.get(path);
        if (answer) draw?.(answer.length);
        if (answer !== undefined) return answer;
        const known = pending.get(path);
        if (!known) return request(path, signal, draw);
        try {
          const bytes = await untilAborted(known, signal);
          if (bytes) draw?.(bytes.length);
          return bytes;
        } catch (error) {
          // Another reader cancelled the request: try again unless this reader is cancelled too.
          if (!(error instanceof CancelledError)) throw error;
        }
      }
    },
  };
}

/**
 * Returns the host of a base address, for messages and for limits; relative addresses belong to the
 * page's host.
 */
function hostOf(base: string): string {
  try {
    return new URL(base, globalThis.location?.href).host;
  } catch {
    return base;
  }
}

/** Waits for another reader's request, which continues if this reader is cancelled. */
function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new CancelledError());
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
