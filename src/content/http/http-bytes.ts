/**
 * Reads a file behind a URL in parts, for maps and archives of which only a few bytes are needed.
 */

import { CancelledError } from "../../core/errors.ts";
import { type ByteCache, type CachedBytes, sharedByteCache } from "../bytes/byte-cache.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { contentLength, type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import {
  changedError,
  discard,
  findMixedContent,
  HandlingError,
  type HttpFile,
  isSameOrigin,
  PassingError,
  readBody,
  request,
  requestRange,
  retryHttp,
} from "./http-request.ts";
import { MAX_REQUESTS, RangeQueue } from "./range-queue.ts";

// Download of a whole file from a server without range support; reads wait for their bytes to
// arrive.

class WholeDownload {
  readonly #file: HttpFile;
  readonly #first: HttpAnswer;
  #parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #received = 0;
  #end: "running" | "done" | { readonly error: unknown } = "running";
  #wakeReaders: (() => void)[] = [];
  /** Settles when the download is complete or has failed. Never rejects; the reads do. */
  readonly ended: Promise<void>;

  /** @param response answer that turned out to be the whole file, with its body not yet read */
  constructor(file: HttpFile, response: Response, signal?: AbortSignal) {
    this.#file = file;
    this.#first = readAnswer(response);
    this.ended = this.#run(response, signal);
  }

  get byteLength(): number {
    return this.#received;
  }

  /** Throws the error that ended the download, if any. */
  throwIfFailed(): void {
    if (typeof this.#end === "object") throw this.#end.error;
  }

  /** All bytes received, in order. */
  get pieces(): Uint8Array[] {
    return this.#parts.map(({ bytes }) => bytes);
  }

  async read(offset: number, byteLength: number, signal?: AbortSignal): Promise<Uint8Array> {
    while (this.#received < offset + byteLength && this.#end === "running") {
      if (signal?.aborted) throw new CancelledError();
      await this.#nextPiece(signal);
    }
    if (signal?.aborted) throw new CancelledError();
    if (this.#received < offset + byteLength) {
      this.throwIfFailed();
      throw new Error(`${this.#file.url} ends at byte ${this.#received}`);
    }
    const out = new Uint8Array(byteLength);
    for (let i = this.#findPart(offset); i < this.#parts.length; i++) {
      const part = this.#parts[i];
      if (part.offset >= offset + byteLength) break;
      const from = Math.max(0, offset - part.offset);
      const to = Math.min(part.bytes.length, offset + byteLength - part.offset);
      out.set(part.bytes.subarray(from, to), part.offset + from - offset);
    }
    return out;
  }

  async #run(firstResponse: Response, signal?: AbortSignal): Promise<void> {
    let next: Response | null = firstResponse;
    const attempt = async (): Promise<void> => {
      const response = next ?? (await request(this.#file, { headers: {} }, signal));
      const isSame = isSameFile(readAnswer(response).identity, this.#first.identity);
      const isResumed = next === null;
      next = null;
      if (isResumed && (!isSame || response.status !== 200)) {
        await discard(response);
        throw changedError(this.#file.url);
      }
      await this.#takeBody(response, signal);
    };
    try {
      await retryHttp(attempt, () => this.#received, signal);
      this.#end = "done";
    } catch (error) {
      this.#end = { error };
    }
    this.#wake();
  }

  /** Reads a body from its start, and skips the bytes received in earlier tries. */
  async #takeBody(response: Response, signal?: AbortSignal): Promise<void> {
    let at = 0;
    const total = this.#first.byteLength;
    await readBody(
      this.#file,
      response,
      (bytes) => {
        const isLonger = total !== null && at + bytes.length > total;
        if (isLonger) throw new HandlingError(changedError(this.#file.url));
        const fresh = bytes.subarray(Math.max(0, Math.min(bytes.length, this.#received - at)));
        at += bytes.length;
        if (fresh.length === 0) return;
        this.#parts.push({ offset: this.#received, bytes: fresh });
        this.#received += fresh.length;
        this.#wake();
      },
      signal,
    );
    if (total !== null && at < total) {
      throw new PassingError(`${this.#file.url} broke off at byte ${at} of ${total}`);
    }
  }

  #nextPiece(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      signal?.addEventListener("abort", wake, { once: true });
      this.#wakeReaders.push(wake);
    });
  }

  #wake(): void {
    const readers = this.#wakeReaders;
    this.#wakeReaders = [];
    for (const wake of readers) wake();
  }

  /** Returns the row of the part that contains a byte. */
  #findPart(offset: number): number {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#parts[middle].offset <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Length of the first request: a map's header and often its first lumps, or a whole small file. */
export const HEAD_BYTES = 1 << 16;

/**
 * Number of tries to open the file. Few, because a missing CORS permission looks like a network failure and
 * should be reported soon.
 */
const OPENING_TRIES = 3;

export interface HttpBytesOptions {
  /** Cancels all reads of the file, at any time. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Cache; `sharedByteCache` if left out, null for none. */
  readonly cache?: ByteCache | null;
  /** Called with the total of body bytes received, whenever it grows. */
  readonly onBytes?: (received: number) => void;
}

export interface HttpBytes extends ByteSource {
  /** Body bytes received so far. */
  readonly received: number;
  readonly requestCount: number;
  /** Whether the file is read in ranges, or whole because the server does not support ranges. */
  readonly mode: "ranges" | "whole";
}

/**
 * Opens a file behind an absolute URL with one request, which returns its length and first bytes.
 * Reads made at about the same time share requests; see `RangeQueue`. With a cache, that request
 * also validates the cached ranges, which are not requested again.
 *
 * Opening and reads reject with `CancelledError`, or with a plain error that names the URL: no
 * answer, an error status, a web page instead of the file, or a file that changed during the read.
 */
export async function openHttpBytes(
  url: string,
  { signal, cache = sharedByteCache(), onBytes, ...options }: HttpBytesOptions = {},
): Promise<HttpBytes> {
  const mixed = findMixedContent(url);
  if (mixed !== null) throw new Error(mixed);
  const count = { received: 0, requests: 0 };
  const file: HttpFile = {
    url,
    // Not `fetch` itself, which must be called on its global object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    onReceived(byteLength) {
      count.received += byteLength;
      onBytes?.(count.received);
    },
    onRequest: () => void count.requests++,
  };
  const cached = (await cache?.find(url)) ?? null;
  const opened = await openFile(file, cached, cache, signal);
  return {
    label: url,
    ...opened,
    parallelReads: opened.mode === "ranges" ? MAX_REQUESTS : undefined,
    get received() {
      return count.received;
    },
    get requestCount() {
      return count.requests;
    },
  };
}

/**
 * Short reads are extended by this, for what is read next: a pakfile has a material and then its
 * texture, whose header and small mips are in its first 8 KB.
 */
export const AHEAD_BYTES = 9 << 10;
/** Longest read that is extended. */
const SHORT_BYTES = 4 << 10;
/** Bytes of recent requests that are kept, and the longest of them. */
const RECENT_BYTES = 4 << 20;
const LONGEST_RECENT = 1 << 18;

/** Spans of recent requests. They may hold more than was read: gaps, and what follows. */
class RecentSpans {
  #spans: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  #byteLength = 0;

  add(start: number, pieces: readonly Uint8Array[]): void {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length > LONGEST_RECENT) return;
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#spans.push({ start, bytes });
    this.#byteLength += length;
    while (this.#byteLength > RECENT_BYTES) {
      this.#byteLength -= this.#spans.shift()!.bytes.length;
    }
  }

  /** Returns a copy of a range, or null if no span has all of it. */
  read(offset: number, byteLength: number): Uint8Array | null {
    const span = this.#spans.find(
      ({ start, bytes }) => start <= offset && offset + byteLength <= start + bytes.length,
    );
    return span?.bytes.slice(offset - span.start, offset - span.start + byteLength) ?? null;
  }
}

type Opened = Pick<HttpBytes, "byteLength" | "read" | "mode">;

async function openFile(
  file: HttpFile,
  cached: CachedBytes | null,
  cache: ByteCache | null,
  signal?: AbortSignal,
): Promise<Opened> {
  /** With a cache, requests only the first byte, for its headers. */
  const headers: Record<string, string> = {
    range: `bytes=0-${cached === null ? HEAD_BYTES - 1 : 0}`,
  };
  // On other sites, this header would need a preflight.
  const etag = cached?.identity.etag;
  if (etag && isSameOrigin(file.url)) headers["if-none-match"] = etag;
  const response = await retryHttp(
    () => request(file, { headers }, signal),
    () => 0,
    signal,
    OPENING_TRIES,
  );
  if (cached !== null && response.status === 304) {
    const known = { ...readAnswer(response), identity: cached.identity };
    return openRanges(file, { ...known, byteLength: cached.byteLength }, null, cached, signal);
  }
  const answer = await completeAnswer(file, readAnswer(response), response, signal);
  const isCached =
    cached !== null &&
    answer.byteLength === cached.byteLength &&
    isSameFile(answer.identity, cached.identity);
  const isWholeCached = isCached && cached.has(0, cached.byteLength);
  if (answer.byteLength !== null && (response.status === 206 || isWholeCached)) {
    const kept = isCached ? cached : await openCache(file, answer, cache);
    if (isCached) {
      await discard(response);
      return openRanges(file, answer, null, cached, signal);
    }
    const head = await readHead(file, answer, response, signal);
    void kept?.write(0, [head]);
    return openRanges(file, answer, head, kept, signal);
  }
  if (response.status === 416 && answer.byteLength === 0) {
    await discard(response);
    return openRanges(file, answer, new Uint8Array(0), null, signal);
  }
  if (response.status === 200) return openWhole(file, answer, response, cache, signal);
  // Ranges are unusable if the file's length is unknown.
  await discard(response);
  const whole = await request(file, { headers: {} }, signal);
  return openWhole(file, readAnswer(whole), whole, cache, signal);
}

/**
 * Requests the file's length if a partial answer lacks it: other sites may hide `Content-Range`.
 */
async function completeAnswer(
  file: HttpFile,
  answer: HttpAnswer,
  response: Response,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  if (response.status !== 206 || answer.byteLength !== null) return answer;
  const head = await file
    .fetch(file.url, { method: "HEAD", cache: "no-store", signal })
    .catch(() => {
      if (signal?.aborted) throw new CancelledError();
      return null;
    });
  file.onRequest();
  if (!head?.ok || head.status !== 200) return answer;
  return { ...answer, byteLength: contentLength(head.headers) };
}

async function openCache(file: HttpFile, answer: HttpAnswer, cache: ByteCache | null) {
  if (cache === null || answer.byteLength === null) return null;
  if (answer.noStore) {
    await cache.drop(file.url);
    return null;
  }
  const { identity, byteLength } = answer;
  return cache.open({ url: file.url, byteLength, identity });
}

/** Reads the first answer's body, and requests the rest if it breaks off. */
async function readHead(
  file: HttpFile,
  answer: HttpAnswer,
  response: Response,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const length = Math.min(answer.byteLength ?? 0, HEAD_BYTES);
  const head = new Uint8Array(length);
  let at = 0;
  const take = (offset: number, bytes: Uint8Array): void => {
    head.set(bytes.subarray(0, length - offset), offset);
    at = Math.min(length, offset + bytes.length);
  };
  await readBody(file, response, (bytes) => take(at, bytes), signal).catch((error: unknown) => {
    if (error instanceof CancelledError) throw error;
  });
  if (at < length) {
    await requestRange(file, { known: answer, start: at, end: length }, take, signal);
  }
  return head;
}

function openRanges(
  file: HttpFile,
  known: HttpAnswer,
  head: Uint8Array | null,
  cached: CachedBytes | null,
  signal?: AbortSignal,
): Opened {
  const recent = new RecentSpans();
  const queue = new RangeQueue(async (start, end, onPiece, ownSignal) => {
    const both = signal ? AbortSignal.any([signal, ownSignal]) : ownSignal;
    const pieces: Uint8Array[] = [];
    const isKept = cached !== null || end - start <= LONGEST_RECENT;
    const take = (offset: number, bytes: Uint8Array): void => {
      if (isKept) pieces.push(bytes);
      onPiece(offset, bytes);
    };
    await requestRange(file, { known, start, end }, take, both);
    recent.add(start, pieces);
    void cached?.write(start, pieces);
  });
  const fileLength = known.byteLength ?? 0;
  return {
    byteLength: fileLength,
    mode: "ranges",
    async read(offset, byteLength, ownSignal) {
      if (signal?.aborted || ownSignal?.aborted) throw new CancelledError();
      if (byteLength === 0) return new Uint8Array(0);
      if (head !== null && offset + byteLength <= head.length) {
        return head.slice(offset, offset + byteLength);
      }
      const kept = cached?.has(offset, byteLength) ? await cached.read(offset, byteLength) : null;
      if (signal?.aborted || ownSignal?.aborted) throw new CancelledError();
      const known = kept ?? recent.read(offset, byteLength);
      if (known !== null) return known;
      if (byteLength > SHORT_BYTES) return queue.read(offset, byteLength, ownSignal);
      const extended = Math.min(byteLength + AHEAD_BYTES, fileLength - offset);
      const bytes = await queue.read(offset, extended, ownSignal);
      // The caller may read on before the request has ended.
      recent.add(offset, [bytes]);
      return bytes.slice(0, byteLength);
    },
  };
}

async function openWhole(
  file: HttpFile,
  answer: HttpAnswer,
  response: Response,
  cache: ByteCache | null,
  signal?: AbortSignal,
): Promise<Opened> {
  const download = new WholeDownload(file, response, signal);
  if (answer.byteLength === null) {
    await download.ended;
    download.throwIfFailed();
  }
  const byteLength = answer.byteLength ?? download.byteLength;
  void keepWhole(file, { ...answer, byteLength }, download, cache);
  return {
    byteLength,
    mode: "whole",
    read: (offset, length, ownSignal) => download.read(offset, length, ownSignal),
  };
}

async function keepWhole(
  file: HttpFile,
  answer: HttpAnswer,
  download: WholeDownload,
  cache: ByteCache | null,
): Promise<void> {
  if (cache === null) return;
  await download.ended;
  if (download.byteLength !== answer.byteLength) return;
  const kept = await openCache(file, answer, cache);
  await kept?.write(0, download.pieces);
}
