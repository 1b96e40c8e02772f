/** Content source of a folder on a server, one request for each file. */

import { CancelledError, FormatError } from "../../core/errors.ts";
import { LruCache } from "../bytes/lru-cache.ts";
import { joinBytes, wholeFile } from "../file-head.ts";
import type { ContentPath, ContentSource, DrawBytes, UrlLimits } from "../types.ts";
import { SilentHostError } from "./host-requests.ts";
import { contentLength, type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import { hostOf, URL_LIMITS } from "./url-host.ts";

// Fetch of a whole file, with limits on its memory and on its host's silence.

/**
 * Time of the last received data, shared by all files of a folder: browsers delay requests while
 * others to the same host run, and those must not count as unanswered.
 */
export interface Pulse {
  lastMs: number;
}

/** Bytes [start, end) of a file. */
interface Part {
  readonly start: number;
  readonly end: number;
}

interface Fetched extends HttpAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** False if the body is packed: its ranges are not those of the file. */
  readonly isPlain: boolean;
}

/**
 * Fetches a file, or asks for a part of it; null if the server answers 404, 403 or a web page. The
 * answer tells what was sent: servers may send the whole file, or something else.
 */
async function fetchFile(
  url: string,
  limits: UrlLimits,
  pulse: Pulse,
  { part, signal, draw }: { part?: Part; signal?: AbortSignal; draw?: DrawBytes },
): Promise<Fetched | null> {
  const abort = new AbortController();
  const stop = watchSilence(pulse, limits.silenceMs, () => abort.abort(new SilentHostError()));
  try {
    const signals = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    const headers = part && { range: `bytes=${part.start}-${part.end - 1}` };
    const response = await fetch(url, { signal: signals, headers });
    pulse.lastMs = performance.now();
    if (response.status === 404 || response.status === 403) return null;
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status} ${response.statusText}`);
    if (response.headers.get("content-type")?.startsWith("text/html")) return null;
    const isPart = part !== undefined && response.status === 206;
    const maxBytes = isPart ? part.end - part.start : limits.maxFileBytes;
    return {
      ...readAnswer(response),
      status: response.status,
      isPlain: (response.headers.get("content-encoding") ?? "identity") === "identity",
      bytes: await readBounded(url, response, maxBytes, pulse, draw),
    };
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
  /** False once the server has answered a request for a part with something else. */
  let hasRanges = true;

  const urlOf = (path: ContentPath) => root + path.split("/").map(encodeURIComponent).join("/");
  const keep = (path: ContentPath, bytes: Uint8Array | null) =>
    kept.set(path, bytes, ANSWER_BYTES + (bytes?.length ?? 0));

  const request = (path: ContentPath, signal?: AbortSignal, draw?: DrawBytes) => {
    const answer = fetchFile(urlOf(path), held, pulse, { signal, draw }).then(
      (fetched) => fetched?.bytes ?? null,
    );
    pending.set(path, answer);
    answer.then(
      (bytes) => {
        pending.delete(path);
        keep(path, bytes);
      },
      // The waiting reader gets the rejection; this only allows another try.
      () => pending.delete(path),
    );
    return answer;
  };

  const read = async (path: ContentPath, signal?: AbortSignal, draw?: DrawBytes) => {
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
  };

  /** Fetches a part; undefined if the request failed in a way that the whole file may not. */
  const fetchPart = async (
    path: ContentPath,
    part: Part,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<Fetched | null | undefined> => {
    try {
      return await fetchFile(urlOf(path), held, pulse, { part, signal, draw });
    } catch (error) {
      const isFinal = error instanceof CancelledError || error instanceof SilentHostError;
      // FormatError: the map may not read so much.
      if (isFinal || error instanceof FormatError) throw error;
      return undefined;
    }
  };

  /** Reads the rest of a file, or all of it again if the server does not send just the rest. */
  const readRest = async (
    path: ContentPath,
    head: Fetched & { readonly byteLength: number },
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<Uint8Array> => {
    const start = head.bytes.length;
    const rest = await fetchPart(path, { start, end: head.byteLength }, signal, draw);
    if (rest && isPartOf(rest, head, start) && rest.bytes.length === head.byteLength - start) {
      const whole = joinBytes(head.bytes, rest.bytes);
      keep(path, whole);
      return whole;
    }
    if (rest?.status !== 200) hasRanges = false;
    const whole = rest?.status === 200 ? rest.bytes : await read(path, signal, draw);
    if (whole === null) throw new Error(`${urlOf(path)}: it was there before`);
    return whole;
  };

  return {
    label: base,
    host: { name: hostOf(base), atOnce: held.atOnce },
    read,
    async readHead(path, byteLength, signal, draw) {
      if (signal?.aborted) throw new CancelledError();
      const isKnown = kept.get(path) !== undefined || pending.has(path);
      const head =
        isKnown || !hasRanges
          ? undefined
          : await fetchPart(path, { start: 0, end: byteLength }, signal, draw);
      if (head === null) {
        keep(path, null);
        return null;
      }
      if (head?.status === 200) {
        keep(path, head.bytes);
        return wholeFile(head.bytes);
      }
      const length = head?.byteLength ?? null;
      const isHead =
        head !== undefined &&
        length !== null &&
        isPartOf(head, head, 0) &&
        head.bytes.length === Math.min(byteLength, length);
      if (!isHead) {
        if (!isKnown) hasRanges = false;
        const bytes = await read(path, signal, draw);
        return bytes && wholeFile(bytes);
      }
      if (head.bytes.length === length) {
        keep(path, head.bytes);
        return wholeFile(head.bytes);
      }
      return {
        bytes: head.bytes,
        byteLength: length,
        readWhole: (signal, draw) => readRest(path, { ...head, byteLength: length }, signal, draw),
      };
    },
  };
}

/** Returns true if an answer is the part of the known file from `start` on. */
function isPartOf(answer: Fetched, known: HttpAnswer, start: number): boolean {
  return (
    answer.status === 206 &&
    answer.isPlain &&
    answer.start === start &&
    answer.byteLength === known.byteLength &&
    isSameFile(answer.identity, known.identity)
  );
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
