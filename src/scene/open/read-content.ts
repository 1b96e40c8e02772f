/** Reads and parses files; failures become warnings instead of ending the load. */

import { readHeadOf } from "../../content/file-head.ts";
import type { ContentSource, DrawBytes, FileHead } from "../../content/types.ts";
import type { Diagnostics, WarningCode } from "../../core/diagnostics.ts";
import { CancelledError, FormatError, type FormatName } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

export type UnreadableCode = Extract<WarningCode, `unreadable-${string}`>;

/** Sources of files, and where warnings and costs are recorded. */
export interface ContentAccess {
  readonly content: Pick<ContentSource, "read" | "readHead">;
  readonly diagnostics: Diagnostics;
  /** Costs of the map so far, and their limits. */
  readonly ledger: Ledger;
  readonly signal?: AbortSignal;
}

/** Length above which a file is taken for broken. */
export interface FileLimit {
  readonly format: FormatName;
  readonly byteLength: number;
}

/**
 * Returns the file's bytes; `null` if there is none; undefined, with a warning, if the read failed
 * or the file exceeds its own limit or the map's. Such files are not unpacked.
 */
export async function readOrWarn(
  access: ContentAccess,
  path: string,
  code: UnreadableCode,
  limit?: FileLimit,
): Promise<Uint8Array | null | undefined> {
  return readOrReport(access, path, code, async (signal) => {
    const file = drawFile(access, path, limit);
    const bytes = await access.content.read(path, signal, file.draw);
    // Custom sources may not call `draw`.
    if (bytes !== null) file.draw(Math.max(0, bytes.length - file.drawn));
    return bytes;
  });
}

/**
 * Returns the first bytes of a file, or all of it if its source cannot read less; `null` and
 * undefined as `readOrWarn` returns them.
 */
export async function readHeadOrWarn(
  access: ContentAccess,
  path: string,
  byteLength: number,
  code: UnreadableCode,
): Promise<FileHead | null | undefined> {
  return readOrReport(access, path, code, async (signal) => {
    const file = drawFile(access, path);
    const head = await readHeadOf(access.content, path, byteLength, signal, file.draw);
    if (head !== null) file.draw(Math.max(0, head.bytes.length - file.drawn));
    return head;
  });
}

/**
 * Reads the rest of a file, and returns the whole file; undefined, with a warning, if that failed.
 * @param kept what is shown then, for the warning
 */
export async function readRestOrWarn(
  access: ContentAccess,
  path: string,
  readWhole: NonNullable<FileHead["readWhole"]>,
  code: UnreadableCode,
  kept = "",
): Promise<Uint8Array | undefined> {
  const draw: DrawBytes = drawFile(access, path).draw;
  return readOrReport(access, path, code, (signal) => readWhole(signal, draw), kept);
}

async function readOrReport<T>(
  { diagnostics, signal }: ContentAccess,
  path: string,
  code: UnreadableCode,
  read: (signal?: AbortSignal) => Promise<T>,
  kept = "",
): Promise<T | undefined> {
  throwIfAborted(signal);
  try {
    return await read(signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof CancelledError) throw error;
    const isTooLarge = error instanceof FormatError && error.code === "too-large";
    const message = `${path} cannot be read: ${(error as Error).message}${kept}`;
    diagnostics.warn(isTooLarge ? "over-budget" : code, path, message);
    return undefined;
  }
}

/** Counts the bytes of one file, and takes them from the ledger. */
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

/** Returns the parser's result; undefined, with a warning, if it threw a FormatError. */
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

/**
 * Returns what `build` builds; `null`, with a warning, if that would cost more than the map may.
 */
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
