/**
 * Sends requests for bytes of a file, checks and counts the answers, and resumes broken downloads.
 */

import { CancelledError } from "../../core/errors.ts";
import { type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import {
  changedError,
  errorOfAnswer,
  noAnswerError,
  PassingError,
  retryHttp,
} from "./http-errors.ts";

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

/**
 * Fetches [start, end) of a known version of a file. Each answer's validator is compared with that
 * version: `If-Range` would need a preflight on other sites.
 */
export async function requestRange(
  file: HttpFile,
  known: HttpAnswer,
  start: number,
  end: number,
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
