import type { Diagnostics } from "../../core/diagnostics.ts";
import { CancelledError, FormatError } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { ContentHost } from "../types.ts";

/** A host did not answer in time. */
export class SilentHostError extends Error {
  override readonly name = "SilentHostError";
}

/** Missing files tolerated for each file that the host has. */
const MISSES_PER_HIT = 4;
/** Consecutive unanswered requests after which the host gets no more. */
const MAX_SILENT = 3;

/**
 * Limits one map's requests to one host: their number at a time, and no more at all if the host
 * lacks most requested files or does not answer.
 */
export class HostRequests {
  readonly #host: ContentHost;
  readonly #ledger: Ledger;
  readonly #diagnostics: Diagnostics;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #hits = 0;
  #misses = 0;
  #silent = 0;
  #isGivenUp = false;

  constructor(host: ContentHost, ledger: Ledger, diagnostics: Diagnostics) {
    this.#host = host;
    this.#ledger = ledger;
    this.#diagnostics = diagnostics;
  }

  /**
   * Runs a read at the host and returns its result; null without reading once the host is given up.
   */
  async ask<T>(read: () => Promise<T | null>, signal?: AbortSignal): Promise<T | null> {
    if (this.#isGivenUp) return null;
    if (this.#running === this.#host.atOnce) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      if (signal?.aborted) throw new CancelledError();
      if (this.#isGivenUp) return null;
      const bytes = await read();
      this.#silent = 0;
      if (bytes === null) this.#miss();
      else this.#hits++;
      return bytes;
    } catch (error) {
      // FormatError (too-large) means that the host has the file.
      if (error instanceof CancelledError || error instanceof FormatError) throw error;
      this.#silent = error instanceof SilentHostError ? this.#silent + 1 : 0;
      if (this.#silent === MAX_SILENT) {
        this.#giveUp(`it did not answer ${MAX_SILENT} requests in a row`);
      }
      this.#miss();
      throw error;
    } finally {
      const next = this.#waiting.shift();
      // The freed slot passes to the next waiting request.
      if (next) next();
      else this.#running--;
    }
  }

  #miss(): void {
    this.#misses++;
    const surplus = this.#misses - this.#hits * MISSES_PER_HIT;
    const more = surplus - this.#ledger.used("hostMisses");
    if (more <= 0 || this.#ledger.tryTake("hostMisses", more)) return;
    const asked = this.#hits + this.#misses;
    this.#giveUp(`it has ${this.#hits} of ${asked} requested files`);
  }

  #giveUp(reason: string): void {
    if (this.#isGivenUp) return;
    this.#isGivenUp = true;
    const { name } = this.#host;
    this.#diagnostics.warn(
      "host-given-up",
      name,
      `No more requests are sent to ${name}: ${reason}.`,
    );
  }
}
