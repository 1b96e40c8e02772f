/** A whole file behind a URL, in bounded memory, and in bounded time if its host falls silent. */

import { CancelledError } from "../../core/errors.ts";
import type { DrawBytes, UrlLimits } from "../types.ts";
import { SilentHostError } from "./host-requests.ts";
import { contentLength } from "./http-answer.ts";

/**
 * When something last came. Kept for all files of a folder: browsers hold requests back while others of
 * the same host run, and those that wait are not silent.
 */
export interface Pulse {
  lastMs: number;
}

/** The file's bytes; null where the server says that there is none, or sends a web page in its place. */
export async function fetchFile(
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
    // Lets the connection go where a body was refused.
    abort.abort();
    if (error instanceof TypeError) throw new Error(`${url}: no answer (${error.message})`);
    throw error;
  } finally {
    stop();
  }
}

/** What a server says of a body's length bounds nothing: it is counted as it comes. */
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

/** Calls back when nothing came for so long, from now on; returns what ends the watch. */
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
