/** A file behind a URL, read in parts: maps and archives of which little is needed. */

import { CancelledError } from "../../core/errors.ts";
import { type ByteCache, type CachedBytes, sharedByteCache } from "../bytes/byte-cache.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { contentLength, type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import {
  changedError,
  findMixedContent,
  isSameOrigin,
  PassingError,
  retryHttp,
} from "./http-errors.ts";
import {
  discard,
  HandlingError,
  type HttpFile,
  readBody,
  request,
  requestRange,
} from "./http-request.ts";
import { RangeQueue } from "./range-queue.ts";

// A file of a server that knows no ranges: it comes whole, and is read as far as it has come.

class WholeDownload {
  readonly #file: HttpFile;
  readonly #first: HttpAnswer;
  #parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #received = 0;
  #end: "running" | "done" | { readonly error: unknown } = "running";
  #wakeReaders: (() => void)[] = [];
  /** Settles when all has come, or will not. Never rejects: reads do. */
  readonly ended: Promise<void>;

  /** @param response the answer that turned out to be the whole file, its body not read yet */
  constructor(file: HttpFile, response: Response, signal?: AbortSignal) {
    this.#file = file;
    this.#first = readAnswer(response);
    this.ended = this.#run(response, signal);
  }

  get byteLength(): number {
    return this.#received;
  }

  /** Throws what ended the download, if it was not the file's end. */
  throwIfFailed(): void {
    if (typeof this.#end === "object") throw this.#end.error;
  }

  /** All that came, in order. */
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

  /** Of a body that begins anew, what had come before is passed over. */
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

  /** Row of the part that holds a byte. */
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

/** The first request's length: a map's header and often its first lumps, or a small file. */
export const HEAD_BYTES = 1 << 16;

/** What forbids a page to read a file looks like a network that fails: soon it must be said. */
const OPENING_TRIES = 3;

export interface HttpBytesOptions {
  /** Ends everything that is read of the file, at any time. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** `sharedByteCache` if it is not said; null for none. */
  readonly cache?: ByteCache | null;
  /** Called with all that came over the wire, in bytes of bodies, whenever it grows. */
  readonly onBytes?: (received: number) => void;
}

export interface HttpBytes extends ByteSource {
  /** Bytes of bodies that came over the wire so far. */
  readonly received: number;
  readonly requestCount: number;
  /** How it is read: in ranges, or whole because the server knows none. */
  readonly mode: "ranges" | "whole";
}

/**
 * Opens a file behind an absolute URL with one request, which tells its length and brings its first
 * bytes. Reads that are asked for at about the same time share requests; see `RangeQueue`. With a
 * cache, what was read before is validated by that request and not read again.
 *
 * Rejects, as its reads do, with `CancelledError` or with one plain sentence that names the URL: no
 * answer, a status, a web page in place of the file, a file that changed while it was read.
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
    // Not `fetch` itself: it must be called on its global object.
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
    get received() {
      return count.received;
    },
    get requestCount() {
      return count.requests;
    },
  };
}

type Opened = Pick<HttpBytes, "byteLength" | "read" | "mode">;

async function openFile(
  file: HttpFile,
  cached: CachedBytes | null,
  cache: ByteCache | null,
  signal?: AbortSignal,
): Promise<Opened> {
  /** Of what is cached nothing is asked for again: the first byte, for the headers that come with it. */
  const headers: Record<string, string> = {
    range: `bytes=0-${cached === null ? HEAD_BYTES - 1 : 0}`,
  };
  // On other sites this header would need a preflight.
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
  // Parts of a file whose length may not be known are of no use.
  await discard(response);
  const whole = await request(file, { headers: {} }, signal);
  return openWhole(file, readAnswer(whole), whole, cache, signal);
}

/** Other sites may hide a part's place but not a length: then that of the whole is asked for. */
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

/** The first answer's bytes; where it broke off, the rest is asked for. */
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
  if (at < length) await requestRange(file, answer, at, length, take, signal);
  return head;
}

function openRanges(
  file: HttpFile,
  known: HttpAnswer,
  head: Uint8Array | null,
  cached: CachedBytes | null,
  signal?: AbortSignal,
): Opened {
  const queue = new RangeQueue(async (start, end, onPiece, ownSignal) => {
    const both = signal ? AbortSignal.any([signal, ownSignal]) : ownSignal;
    const pieces: Uint8Array[] = [];
    const take = (offset: number, bytes: Uint8Array): void => {
      if (cached !== null) pieces.push(bytes);
      onPiece(offset, bytes);
    };
    await requestRange(file, known, start, end, take, both);
    void cached?.write(start, pieces);
  });
  return {
    byteLength: known.byteLength ?? 0,
    mode: "ranges",
    async read(offset, byteLength, ownSignal) {
      if (signal?.aborted || ownSignal?.aborted) throw new CancelledError();
      if (byteLength === 0) return new Uint8Array(0);
      if (head !== null && offset + byteLength <= head.length) {
        return head.slice(offset, offset + byteLength);
      }
      const kept = cached?.has(offset, byteLength) ? await cached.read(offset, byteLength) : null;
      if (signal?.aborted || ownSignal?.aborted) throw new CancelledError();
      return kept ?? queue.read(offset, byteLength, ownSignal);
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
