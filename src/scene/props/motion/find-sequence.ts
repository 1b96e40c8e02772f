import type { MdlSequence } from "../../../formats/studio/animation/animation-types.ts";

/**
 * The row of a sequence: by its number, its name, or the activity that it is of, and of those that are, the one that
 * the engine would choose most often (`LookupSequence`, `SelectWeightedSequence` of Valve's `animation.cpp`). -1:
 * the model has no such sequence.
 * @param wanted a name in lower case; empty: the first
 */
export function findSequence(sequences: readonly MdlSequence[], wanted: string | number): number {
  if (typeof wanted === "number") return wanted < sequences.length ? wanted : -1;
  if (wanted === "") return sequences.length > 0 ? 0 : -1;
  const named = sequences.findIndex(({ name }) => name.toLowerCase() === wanted);
  if (named >= 0) return named;
  let chosen = -1;
  let most = 0;
  for (const [row, { activity, activityWeight }] of sequences.entries()) {
    const weight = Math.abs(activityWeight);
    if (activity.toLowerCase() !== wanted || weight <= most) continue;
    chosen = row;
    most = weight;
  }
  return chosen;
}
