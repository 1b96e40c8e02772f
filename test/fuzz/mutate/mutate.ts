/** One mutant of a target's file: folded as maps or models are, or changed at random. */

import type { Random } from "../../../src/compile/generate/random.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { makeMutant, pickSteps } from "../fold/mutant.ts";
import type { Target } from "../targets/target.ts";
import { type HavocSource, havoc } from "./havoc.ts";

/** Share of mutants that are folded. Folded maps are the largest: each costs as much as dozens of others. */
const FOLDS = { map: 1 / 96, bytes: 1 / 32, text: 0 } as const;

export interface MadeMutant {
  readonly bytes: Uint8Array;
  /** A folded map may cost much by being opened: it is measured by itself. */
  readonly isCostly: boolean;
}

export function mutate(
  form: Target["form"],
  original: Uint8Array,
  source: HavocSource,
  random: Random,
): MadeMutant {
  if (random.next() < FOLDS[form]) {
    const bytes = fold(form, original, random);
    if (bytes !== null) return { bytes, isCostly: form === "map" };
  }
  return { bytes: havoc(original, form === "text", source, random), isCostly: false };
}

/** null where a mutant of a map is no map that can be taken apart. */
function fold(form: Target["form"], original: Uint8Array, random: Random): Uint8Array | null {
  if (form === "text") return null;
  try {
    return makeMutant(form, original, pickSteps(random.index(2 ** 32))).file;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return null;
    throw error;
  }
}
