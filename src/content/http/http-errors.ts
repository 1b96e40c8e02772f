/** Trying again what a network or a busy server spoiled. */

import { CancelledError } from "../../core/errors.ts";

// Why a file behind a URL cannot be had, in words that say what to do about it.

/** An answer, or none, that another try may better. */
export class PassingError extends Error {
  override readonly name = "PassingError";
  /** As the server asks, in milliseconds; 0 where it does not. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The page's origin, from a worker too; null outside browsers. */
function pageOrigin(): string | null {
  const origin = globalThis.location?.origin;
  return origin && origin !== "null" ? origin : null;
}

export function isSameOrigin(url: string): boolean {
  const origin = pageOrigin();
  return origin === null || new URL(url, origin).origin === origin;
}

/** The rule that forbids a page to ask at all; null where none does. */
export function findMixedContent(url: string): string | null {
  const { protocol, hostname } = new URL(url, pageOrigin() ?? undefined);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
  if (protocol !== "http:" || isLocal || !pageOrigin()?.startsWith("https:")) return null;
  return `${url} is plain http, and browsers let a page on https read from https only: serve the file over https`;
}

/** For a request that came to nothing: browsers do not tell a page which of the causes it was. */
export function noAnswerError(url: string, cause: unknown): PassingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isSameOrigin(url)) return new PassingError(`${url} cannot be reached (${reason})`);
  return new PassingError(
    `${url} cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: ${pageOrigin()}" (or *)`,
  );
}

/** The error that an answer is, or null where it brings the file. */
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
  // Servers of single-page applications answer whatever is missing with their page.
  if (response.ok && (response.headers.get("content-type") ?? "").startsWith("text/html")) {
    return new Error(`${url} was answered with a web page: there is no such file`);
  }
  return null;
}

export function changedError(url: string): Error {
  return new Error(`${url} changed on its server while it was being read: open it again`);
}

/** Pauses before the second try, the third, the fourth. */
const PAUSES_MS = [250, 750, 2000];
/** A server may ask for longer, up to this. */
const MAX_PAUSE_MS = 10_000;

/**
 * Runs a task until it is done or fails for good: after a `PassingError` it is tried again, and as
 * long as there is progress the tries are counted anew.
 *
 * @param attempt One try.
 * @param progress What was got so far, any growing number.
 * @param tries After so many without progress, four at most, the error stands.
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
      // From here on it is an error like any other.
      if (failures === tries - 1) throw new Error(error.message);
      await pause(
        Math.min(MAX_PAUSE_MS, Math.max(PAUSES_MS[failures], error.retryAfterMs)),
        signal,
      );
      failures++;
    }
  }
}

/** Resolves early when aborted; whoever waits looks at the signal next. */
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
