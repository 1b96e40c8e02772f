/** What a file may cost: of itself, and beside the file that it was made of. */

import type { Outcome } from "../../support/measure/measured-process.ts";

/** Over these nothing may go, whatever its size. */
export const BOUNDS = { ms: 5000, bytes: 2 ** 30 };

/** As often as the file that it was made of, for each of its bytes; and what any file may take. */
const FACTOR = 10;
const SLACK_MS = 2500;
/** Near what `LIMITS` lets the smallest file have. */
const SLACK_BYTES = 0.75 * 2 ** 30;

export interface Measured {
  readonly outcome: Outcome;
  readonly byteLength: number;
}

/**
 * Why a file is a finding; null where it is none.
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
