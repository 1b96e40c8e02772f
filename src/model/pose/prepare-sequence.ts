import type { Motions } from "../studio-model.ts";

/**
 * Reads all that a sequence and its layers play, so that posing need not, and what is broken is known at once.
 * @throws FormatError
 */
export function prepareSequence(motions: Motions, row: number, seen = new Set<number>()): void {
  if (seen.has(row)) return;
  seen.add(row);
  const { blends, autoLayers } = motions.sequences[row];
  for (const animation of blends) {
    motions.frames(animation);
    motions.rules(animation);
  }
  for (const { sequence } of autoLayers) prepareSequence(motions, sequence, seen);
}
