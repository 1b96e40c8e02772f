/** Reading and parsing that ends in a warning instead of stopping the map. */

import type { ContentSource } from "../content/types.ts";
import type { Diagnostics, WarningCode } from "../core/diagnostics.ts";
import { CancelledError, FormatError } from "../core/errors.ts";
import type { Ledger } from "../core/ledger.ts";
import { throwIfAborted } from "./concurrent.ts";

export type UnreadableCode = Extract<WarningCode, `unreadable-${string}`>;

/** What a read is done with: where the files come from, and where faults go. */
export interface ContentAccess {
  readonly content: Pick<ContentSource, "read">;
  readonly diagnostics: Diagnostics;
  /** What the map may still cost. */
  readonly ledger: Ledger;
  readonly signal?: AbortSignal;
}

/** The file's bytes, null if there is none, undefined (with a warning) if the read broke. */
export async function readOrWarn(
  access: ContentAccess,
  path: string,
  code: UnreadableCode,
): Promise<Uint8Array | null | undefined> {
  const { content, diagnostics, signal } = access;
  throwIfAborted(signal);
  try {
    return await content.read(path, signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof CancelledError) throw error;
    diagnostics.warn(code, path, `${path} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
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
    access.diagnostics.warn(code, path, `${path} is broken: ${error.message}`);
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
