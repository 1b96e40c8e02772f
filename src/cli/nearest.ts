/** Finds the word that a mistyped one probably stands for. */

import { distance } from "fastest-levenshtein";

/** Returns the number of typing errors in a word of some length up to which it is recognized. */
const toleranceOf = (length: number) => (length <= 3 ? 1 : length <= 8 ? 2 : 3);

/** Returns the candidate nearest to a word, whatever its case; null if none is near. */
export function findNearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let nearest: string | null = null;
  let least = toleranceOf(wanted.length) + 1;
  for (const candidate of candidates) {
    const errors = distance(wanted, candidate.toLowerCase());
    if (errors >= least) continue;
    least = errors;
    nearest = candidate;
  }
  return nearest;
}

/** Returns the end of a message that names the nearest candidate; empty if none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word, candidates);
  return nearest === null ? "" : `; did you mean ${nearest}?`;
}
