/** Limits of time and memory: absolute ones, and ones relative to the costliest seed. */

import type { Outcome } from "../../support/measure/measured-process.ts";

/** Over these nothing may go, whatever its size. */
export const BOUNDS = { ms: 5000, bytes: 2 ** 30 };

/** Factor over the seed's cost a byte, and allowances that any file may take on top. */
const FACTOR = 10;
const SLACK_MS = 2500;
/** Near what `LIMITS` lets the smallest file have. */
const SLACK_BYTES = 0.75 * 2 ** 30;

export interface Measured {
  readonly outcome: Outcome;
  readonly byteLength: number;
}

/**
 * Returns why a file is a finding, or `null` if it is none.
 *
 * @param base what the unmutated file cost
 * @param times how often the file is read, each of which may take as long as a file may
 */
export function judge(
  { outcome, byteLength }: Measured,
  base: Measured | null,
  times = 1,
): string | null {
  if (outcome.end === "crashed" || !("bytesAtMost" in outcome)) {
    return `${outcome.end}: ${outcome.message}`;
  }
  const bytes = outcome.bytesAtMost;
  if (outcome.ms > BOUNDS.ms * times) return `${Math.round(outcome.ms)} ms`;
  if (bytes > BOUNDS.bytes) return `${bytes} bytes of memory`;
  if (base === null || !("bytesAtMost" in base.outcome)) return null;
  const growth = FACTOR * Math.max(1, byteLength / base.byteLength);
  const mostMs = growth * base.outcome.ms + SLACK_MS * times;
  if (outcome.ms > mostMs) return `${Math.round(outcome.ms)} ms of ${Math.round(mostMs)}`;
  const added = bytes - outcome.bytesBefore;
  const most = growth * (base.outcome.bytesAtMost - base.outcome.bytesBefore) + SLACK_BYTES;
  return added > most ? `${added} bytes of memory, of ${Math.round(most)}` : null;
}
