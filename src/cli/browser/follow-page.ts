/** Follows a page that works by itself and reports by events. */

import type { Page } from "puppeteer";
import { FormatError } from "../../core/errors.ts";
import { type ErrorData, fromErrorData } from "../../viewer/load/posted-errors.ts";
import { CliError } from "../errors.ts";

/** Time without events after which a page counts as hung. */
const SILENCE_MS = 10 * 60 * 1000;

export interface PageFollower<Event, Result> {
  /** Name of the global function by which the page reports. */
  readonly report: string;
  readonly signal: AbortSignal | undefined;
  /** Takes an event of the page. Returns the result with the last event. */
  onEvent(event: Exclude<Event, PageFailure>): Result | undefined;
  /**
   * Makes a result of the events that came before the page ended early.
   * @throws CliError if they give no result
   */
  onEnd(reason: string): Result;
}

/** Event by which a page says that it cannot go on. */
export interface PageFailure {
  readonly type: "failed";
  readonly error: ErrorData;
}

/**
 * Collects a page's events until its result. The page ends early if it crashes, fails, says nothing
 * for ten minutes, or the signal aborts.
 * @throws FormatError for a file that the page cannot read
 * @throws CliError if the page fails
 */
export function followPage<Event extends { readonly type: string }, Result>(
  page: Page,
  follower: PageFollower<Event, Result>,
): Promise<Result> {
  const { report, signal } = follower;
  let timer: NodeJS.Timeout | undefined;
  const result = new Promise<Result>((resolve, reject) => {
    /** Ends with what `make` returns or throws; goes on if it returns nothing. */
    const settle = (make: () => Result | undefined): void => {
      try {
        const value = make();
        if (value === undefined) return;
        resolve(value);
      } catch (error) {
        reject(error);
      }
      clearTimeout(timer);
    };
    const end = (reason: string): void => settle(() => follower.onEnd(reason));
    const hear = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => end("the browser stopped responding"), SILENCE_MS);
    };
    const take = (event: Event | PageFailure): void => {
      hear();
      settle(() => {
        if (!isFailure(event)) return follower.onEvent(event as Exclude<Event, PageFailure>);
        const error = fromErrorData(event.error);
        throw error instanceof FormatError ? error : new CliError(error.message);
      });
    };
    page.on("error", (error) => end(`the page crashed: ${error.message}`));
    page.on("pageerror", (error) => end(`the page failed: ${(error as Error).message}`));
    page.browser().on("disconnected", () => end("the browser has ended"));
    signal?.addEventListener("abort", () => end((signal.reason as Error).message));
    page.exposeFunction(report, take).then(hear, reject);
  });
  // The caller gets the rejection; a page that fails while it opens must not end the process first.
  result.catch(() => undefined);
  return result;
}

function isFailure(event: { readonly type: string }): event is PageFailure {
  return event.type === "failed";
}
