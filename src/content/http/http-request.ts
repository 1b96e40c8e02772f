/**
 * Sends requests for bytes of a file, checks and counts the answers, and resumes broken downloads.
 */

import { CancelledError } from "../../core/errors.ts";
import { type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";

// Explains why a file behind a URL cannot be read, and what to do about it.

/** Failure that may pass on another try. */
export class PassingError extends Error {
  override readonly name = "PassingError";
  /** Pause that the server requests, in milliseconds; 0 if none. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Returns the page's origin, also in a worker; null outside browsers. */
function pageOrigin(): string | null {
  const origin = globalThis.location?.origin;
  return origin && origin !== "null" ? origin : null;
}

export function isSameOrigin(url: string): boolean {
  const origin = pageOrigin();
  return origin === null || new URL(url, origin).origin === origin;
}

/** Explains why browsers forbid the request (mixed content); null if they allow it. */
export function findMixedContent(url: string): string | null {
  const { protocol, hostname } = new URL(url, pageOrigin() ?? undefined);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
  if (protocol !== "http:" || isLocal || !pageOrigin()?.startsWith("https:")) return null;
  return `${url} is plain http, and browsers let a page on https read from https only: serve the file over https`;
}

/**
 * Builds the error of a request without an answer: browsers do not reveal which of the causes it
 * was.
 */
export function noAnswerError(url: string, cause: unknown): PassingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isSameOrigin(url)) return new PassingError(`${url} cannot be reached (${reason})`);
  return new PassingError(
    `${url} cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: ${pageOrigin()}" (or *)`,
  );
}

/** Returns the error for an answer, or null if it has the file. */
export function errorOfAnswer(url: string, response: Response): Error | null {
  const { status } = response;
  if (PASSING_STATUS.has(status)) {
    const seconds = Number(response.headers.get("retry-after") ?? 0);
    const waitMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
    return new PassingError(`${url} was answered with status ${status}`, waitMs);
  }
  if (status === 404 || status === 410) {
    return new Error(`${url} was answered with status ${status}: there is no such file`);
  }
  if (status === 401 || status === 403) {
    return new Error(
      `${url} was answered with status ${status}: its server does not give this file to everyone`,
    );
  }
  if (!response.ok && status !== 304 && status !== 416) {
    return new Error(`${url} was answered with status ${status}`);
  }
  // Servers of single-page applications answer every missing path with their page.
  if (response.ok && (response.headers.get("content-type") ?? "").startsWith("text/html")) {
    return new Error(`${url} was answered with a web page: there is no such file`);
  }
  return null;
}

export function changedError(url: string): Error {
  return new Error(`${url} changed on its server while it was being read: open it again`);
}

/** Pauses before the second, third and fourth try. */
const PAUSES_MS = [250, 750, 2000];
/** Maximum pause that a server may request. */
const MAX_PAUSE_MS = 10_000;

/**
 * Runs a task until it succeeds or fails for good. After a `PassingError` it is tried again; any
 * progress resets the number of tries.
 *
 * @param attempt One try.
 * @param progress A number that grows with each byte received.
 * @param tries Tries without progress, four at most, before the error is final.
 */
export async function retryHttp<T>(
  attempt: () => Promise<T>,
  progress: () => number,
  signal?: AbortSignal,
  tries = PAUSES_MS.length + 1,
): Promise<T> {
  let failures = 0;
  let reached = progress();
  for (;;) {
    if (signal?.aborted) throw new CancelledError();
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw new CancelledError();
      if (!(error instanceof PassingError)) throw error;
      if (progress() > reached) failures = 0;
      reached = progress();
      // A plain Error, so that no caller retries it.
      if (failures === tries - 1) throw new Error(error.message);
      await pause(
        Math.min(MAX_PAUSE_MS, Math.max(PAUSES_MS[failures], error.retryAfterMs)),
        signal,
      );
      failures++;
    }
  }
}

/** Waits; resolves early on abort, after which the caller checks the signal. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Settings and callbacks of all requests for one file. */
export interface HttpFile {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Called with the length of each piece of a body. */
  readonly onReceived: (byteLength: number) => void;
  readonly onRequest: () => void;
}

/**
 * Sends a request. Answers without the file become errors. Bypasses the browser's HTTP cache, which
 * would serialize requests for one address; `ByteCache` stores ranges instead.
 */
export async function request(
  file: HttpFile,
  init: { readonly method?: string; readonly headers: Record<string, string> },
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  file.onRequest();
  try {
    response = await file.fetch(file.url, { ...init, cache: "no-store", signal });
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    throw noAnswerError(file.url, error);
  }
  const error = errorOfAnswer(file.url, response);
  if (error === null) return response;
  await discard(response);
  throw error;
}

/** Passes a body on piece by piece. Throws `PassingError` if it breaks off. */
export async function readBody(
  file: HttpFile,
  response: Response,
  onPiece: (bytes: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      file.onReceived(value.length);
      onPiece(value);
    }
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    // An error of the `onPiece` callback is not a network failure.
    if (error instanceof HandlingError) throw error.cause;
    throw new PassingError(`${file.url} broke off: ${(error as Error).message}`);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Wraps an error of the `onPiece` callback, to distinguish it from network failures. */
export class HandlingError extends Error {
  constructor(cause: unknown) {
    super("a piece was refused", { cause });
  }
}

/** Releases the connection without reading the rest of the body. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Bytes [start, end) of a known version of a file. */
export interface HttpRange {
  readonly known: HttpAnswer;
  readonly start: number;
  readonly end: number;
}

/**
 * Fetches a range. Each answer's validator is compared with that
 * version: `If-Range` would need a preflight on other sites.
 */
export async function requestRange(
  file: HttpFile,
  { known, start, end }: HttpRange,
  onPiece: (offset: number, bytes: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<void> {
  let at = start;
  const attempt = async (): Promise<void> => {
    const response = await request(file, { headers: { range: `bytes=${at}-${end - 1}` } }, signal);
    const answer = readAnswer(response);
    const isThatPart =
      response.status === 206 &&
      isSameFile(answer.identity, known.identity) &&
      (answer.start ?? at) === at &&
      (answer.byteLength ?? known.byteLength) === known.byteLength;
    if (!isThatPart) {
      await discard(response);
      throw changedError(file.url);
    }
    await readBody(
      file,
      response,
      (bytes) => {
        if (at + bytes.length > end) throw new HandlingError(changedError(file.url));
        onPiece(at, bytes);
        at += bytes.length;
      },
      signal,
    );
    if (at < end) throw new PassingError(`${file.url} broke off at byte ${at}`);
  };
  await retryHttp(attempt, () => at, signal);
}
