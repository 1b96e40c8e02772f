/** One request for bytes of a file: asked, checked, counted, and taken up again where it broke off. */

import { CancelledError } from "../../core/errors.ts";
import { type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import {
  changedError,
  errorOfAnswer,
  noAnswerError,
  PassingError,
  retryHttp,
} from "./http-errors.ts";

/** What requests for one file have in common. */
export interface HttpFile {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Each piece of a body that has come. */
  readonly onReceived: (byteLength: number) => void;
  readonly onRequest: () => void;
}

/**
 * Sends a request. Answers that bring nothing become errors. Not stored by the browser itself: it
 * would let requests for one address wait for one another, and what is kept is kept in ranges.
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

/** Hands a body over piece by piece; `PassingError` where it breaks off. */
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
    // A fault of whoever takes the pieces is not the network's.
    if (error instanceof HandlingError) throw error.cause;
    throw new PassingError(`${file.url} broke off: ${(error as Error).message}`);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Wraps an error of a piece's taker, so that it is not taken for the network's. */
export class HandlingError extends Error {
  constructor(cause: unknown) {
    super("a piece was refused", { cause });
  }
}

/** Lets the connection go without reading the rest. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/**
 * Fetches [start, end) of a file whose state is known. Each answer must be of that state: it is its
 * own validator that is compared, because `If-Range` would need a preflight on other sites.
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
