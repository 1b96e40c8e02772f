/** Reading and parsing that ends in a warning instead of stopping the map. */

import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics, WarningCode } from "../../core/diagnostics.ts";
import { CancelledError, FormatError, type FormatName } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

export type UnreadableCode = Extract<WarningCode, `unreadable-${string}`>;

/** What a read is done with: where the files come from, and where faults go. */
export interface ContentAccess {
  readonly content: Pick<ContentSource, "read">;
  readonly diagnostics: Diagnostics;
  /** What the map may still cost. */
  readonly ledger: Ledger;
  readonly signal?: AbortSignal;
}

/** What is taken for a broken file where it is longer. */
export interface FileLimit {
  readonly format: FormatName;
  readonly byteLength: number;
}

/**
 * The file's bytes, null if there is none, undefined (with a warning) if the read broke, or if they are
 * more than the file or the map may come to: then it is not unpacked.
 */
export async function readOrWarn(
  access: ContentAccess,
  path: string,
  code: UnreadableCode,
  limit?: FileLimit,
): Promise<Uint8Array | null | undefined> {
  const { content, diagnostics, signal } = access;
  throwIfAborted(signal);
  try {
    const file = drawFile(access, path, limit);
    const bytes = await content.read(path, signal, file.draw);
    // A source of somebody else's may not tell before.
    if (bytes !== null) file.draw(Math.max(0, bytes.length - file.drawn));
    return bytes;
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof CancelledError) throw error;
    const isTooLarge = error instanceof FormatError && error.code === "too-large";
    const message = `${path} cannot be read: ${(error as Error).message}`;
    diagnostics.warn(isTooLarge ? "over-budget" : code, path, message);
    return undefined;
  }
}

/** Draws what one file comes to, and counts it. */
function drawFile({ ledger }: ContentAccess, path: string, limit?: FileLimit) {
  const file = {
    drawn: 0,
    draw(byteLength: number): void {
      file.drawn += byteLength;
      if (limit && file.drawn > limit.byteLength) {
        throw new FormatError({
          format: limit.format,
          code: "too-large",
          where: "file",
          offset: 0,
          expected: `at most ${limit.byteLength} bytes`,
          found: String(file.drawn),
        });
      }
      ledger.take("contentBytes", byteLength, path, limit?.format);
    },
  };
  return file;
}

/** What a parser returns, or undefined, with a warning, where it threw a FormatError. */
export function parseOrWarn<T>(
  access: ContentAccess,
  path: string,
  code: UnreadableCode,
  parse: () => T,
): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isTooLarge = error.code === "too-large";
    const message = `${path} is ${isTooLarge ? "left out" : "broken"}: ${error.message}`;
    access.diagnostics.warn(isTooLarge ? "over-budget" : code, path, message);
    return undefined;
  }
}

/** What is built, or null, with a warning, where it would cost more than the map may. */
export async function leaveOutTooLarge<T>(
  { diagnostics }: Pick<ContentAccess, "diagnostics">,
  subject: string,
  build: () => Promise<T>,
): Promise<T | null> {
  try {
    return await build();
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== "too-large") throw error;
    diagnostics.warn("over-budget", subject, `${subject} is left out: ${error.message}`);
    return null;
  }
}
