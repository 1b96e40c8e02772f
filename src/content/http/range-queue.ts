/**
 * Combines reads of one file into few requests. Reads made at about the same time are sorted, near
 * ones joined, and long spans split, so that several requests run in parallel.
 */

import { CancelledError } from "../../core/errors.ts";

/**
 * Largest gap in bytes between reads of one request: at 5 Mbit/s, fetching it takes as long as
 * another round trip.
 */
export const MAX_GAP_BYTES = 32 * 1024;
/** Longer spans are split into several requests. */
const MAX_REQUEST_BYTES = 4 << 20;
/** Parallel requests: as many connections as browsers open to a host over HTTP/1.1. */
export const MAX_REQUESTS = 6;

/** Fetches [start, end), and passes on each piece as it arrives. */
export type FetchRange = (
  start: number,
  end: number,
  onPiece: (offset: number, bytes: Uint8Array) => void,
  signal: AbortSignal,
) => Promise<void>;

interface Read {
  readonly start: number;
  readonly end: number;
  /** Allocated when the first byte arrives: before that, the length may be wrong. */
  out: Uint8Array | null;
  missing: number;
  isOver: boolean;
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

interface Request {
  readonly start: number;
  readonly end: number;
  readonly reads: readonly Read[];
  readonly abort: AbortController;
}

export class RangeQueue {
  readonly #fetch: FetchRange;
  #waiting: Read[] = [];
  #requests: Request[] = [];
  #running = new Set<Request>();
  #isGathering = false;

  constructor(fetch: FetchRange) {
    this.#fetch = fetch;
  }

  read(offset: number, byteLength: number, signal?: AbortSignal): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        read.reject(new CancelledError());
        this.#dropUnwanted();
      };
      const settle = (act: () => void): void => {
        if (read.isOver) return;
        read.isOver = true;
        read.out = null;
        signal?.removeEventListener("abort", cancel);
        act();
      };
      const read: Read = {
        start: offset,
        end: offset + byteLength,
        out: null,
        missing: byteLength,
        isOver: false,
        resolve: (bytes) => settle(() => resolve(bytes)),
        reject: (error) => settle(() => reject(error)),
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.push(read);
      this.#gather();
    });
  }

  /** Collects the reads of the current event-loop turn, then plans requests for them. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      const reads = this.#waiting.filter((read) => !read.isOver);
      this.#waiting = [];
      this.#requests.push(...planRequests(reads));
      this.#startRequests();
    }, 0);
  }

  #startRequests(): void {
    while (this.#running.size < MAX_REQUESTS) {
      const request = this.#requests.shift();
      if (request === undefined) return;
      if (request.reads.every((read) => read.isOver)) continue;
      this.#running.add(request);
      void this.#run(request);
    }
  }

  async #run(request: Request): Promise<void> {
    const { start, end, reads, abort } = request;
    try {
      await this.#fetch(start, end, (offset, bytes) => deliver(reads, offset, bytes), abort.signal);
    } catch (error) {
      for (const read of reads) read.reject(error);
      this.#dropUnwanted();
    } finally {
      this.#running.delete(request);
      this.#startRequests();
    }
  }

  /** Aborts requests whose reads are all finished or cancelled. */
  #dropUnwanted(): void {
    for (const { reads, abort } of this.#running) {
      if (reads.every((read) => read.isOver)) abort.abort();
    }
  }
}

function planRequests(reads: Read[]): Request[] {
  const sorted = reads.sort((a, b) => a.start - b.start);
  const requests: Request[] = [];
  for (let first = 0; first < sorted.length; ) {
    let { end } = sorted[first];
    let next = first + 1;
    for (; next < sorted.length && sorted[next].start <= end + MAX_GAP_BYTES; next++) {
      end = Math.max(end, sorted[next].end);
    }
    requests.push(...cutSpan(sorted[first].start, end, sorted.slice(first, next)));
    first = next;
  }
  return requests;
}

/** Splits a span into requests of about equal size. */
function cutSpan(start: number, end: number, reads: readonly Read[]): Request[] {
  const count = Math.ceil((end - start) / MAX_REQUEST_BYTES);
  const size = Math.ceil((end - start) / count);
  return Array.from({ length: count }, (_, i) => {
    const from = start + i * size;
    const to = Math.min(end, from + size);
    const own = reads.filter((read) => read.start < to && read.end > from);
    return { start: from, end: to, reads: own, abort: new AbortController() };
  });
}

/** Copies received bytes to the reads that overlap them. */
function deliver(reads: readonly Read[], offset: number, bytes: Uint8Array): void {
  for (const read of reads) {
    const from = Math.max(offset, read.start);
    const to = Math.min(offset + bytes.length, read.end);
    if (read.isOver || from >= to) continue;
    read.out ??= new Uint8Array(read.end - read.start);
    read.out.set(bytes.subarray(from - offset, to - offset), from - read.start);
    read.missing -= to - from;
    if (read.missing === 0) read.resolve(read.out);
  }
}
