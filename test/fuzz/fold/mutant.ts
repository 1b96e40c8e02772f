/** A folded copy of a file, made of steps that each have a seed: the same seeds make it again. */

import { createRandom } from "../../../src/compile/generate/random.ts";
import { putTogether, takeApart } from "./bsp-parts.ts";
import { foldRecords } from "./fold-records.ts";
import { foldWords } from "./fold-words.ts";

export interface Mutant {
  readonly file: Uint8Array;
  /** Description of each step. */
  readonly labels: readonly string[];
}

const MOST_STEPS = 6;

/** The seeds of a mutant's steps. */
export function pickSteps(seed: number): number[] {
  const random = createRandom(seed);
  const count = 1 + random.index(MOST_STEPS);
  return Array.from({ length: count }, () => random.index(2 ** 32));
}

/** Throws RangeError, or FormatError, for a map that cannot be taken apart. */
export function makeMutant(
  form: "map" | "bytes",
  original: Uint8Array,
  steps: readonly number[],
): Mutant {
  return form === "map" ? foldMap(original, steps) : foldFile(original, steps);
}

function foldMap(original: Uint8Array, steps: readonly number[]): Mutant {
  const parts = takeApart(original);
  const labels = steps.map((seed) => foldRecords(parts, createRandom(seed)));
  return { file: putTogether(parts), labels };
}

function foldFile(original: Uint8Array, steps: readonly number[]): Mutant {
  let file = original;
  const labels: string[] = [];
  for (const seed of steps) {
    const { bytes, label } = foldWords(file, createRandom(seed));
    file = bytes;
    labels.push(label);
  }
  return { file, labels };
}
