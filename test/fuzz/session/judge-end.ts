/** Reads one file with a target and classifies how that ended. */

import { FORMAT_ERRORS, NAMED_ERRORS } from "../../../src/core/error-catalogue.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { Target } from "../targets/target.ts";
import type { TryEnd } from "./try-files.ts";

const MOST_CHARACTERS = 4000;

/** Reads a file, and says how that ended. Never rejects. */
export async function tryFile(
  target: Target,
  bytes: Uint8Array,
  look: () => void,
  part: number | null = null,
): Promise<Omit<TryEnd, "ms">> {
  // A reader that writes into its file would spoil it for the next one.
  const given = bytes.slice();
  try {
    await target.read(given, look, part);
    if (given.length === bytes.length && Buffer.compare(given, bytes) !== 0) {
      throw new Error("the file was written to");
    }
    return { end: "read", message: "" };
  } catch (error) {
    const end = isRefusal(error, target) ? "refused" : "crashed";
    const text = end === "refused" ? (error as Error).message : stackOf(error);
    return { end, message: text.slice(0, MOST_CHARACTERS) };
  }
}

/** An error of the catalogue, or a sentence that the target's caller prints. */
function isRefusal(error: unknown, { sentences }: Target): boolean {
  if (error instanceof FormatError) return Object.hasOwn(FORMAT_ERRORS, error.code);
  if (!(error instanceof Error)) return false;
  if (Object.hasOwn(NAMED_ERRORS, error.name)) return true;
  return error.name === "Error" && sentences !== undefined && sentences.test(error.message);
}

/** FNV-1a: the same file takes the same share of its target's work in every run. */
export function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `thrown: ${String(error)}`;
}
