/** A file of a server that knows no ranges: it comes whole, and is read as far as it has come. */

import { CancelledError } from "../../core/errors.ts";
import { type HttpAnswer, isSameFile, readAnswer } from "./http-answer.ts";
import { changedError, PassingError } from "./http-errors.ts";
import { discard, HandlingError, type HttpFile, readBody, request } from "./http-request.ts";
import { retryHttp } from "./http-retry.ts";

export class WholeDownload {
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
