import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { STUDIO_DELTA } from "../../formats/studio/animation/animation-types.ts";

/** Row of the sequence that a model is shown in first: one in which it idles, else its first; -1: none. */
export function findFirstSequence(sequences: readonly MdlSequence[]): number {
  const isWhole = ({ flags }: MdlSequence) => (flags & STUDIO_DELTA) === 0;
  const idle = sequences.findIndex((one) => one.activity === "ACT_IDLE" && isWhole(one));
  if (idle >= 0) return idle;
  const named = sequences.findIndex((one) => /^idle/i.test(one.name) && isWhole(one));
  if (named >= 0) return named;
  return sequences.length === 0 ? -1 : Math.max(0, sequences.findIndex(isWhole));
}
