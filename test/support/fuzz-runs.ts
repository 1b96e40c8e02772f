/** Sets how many mutants the property tests try. */

const times = Number(process.env.VISLEAF_FUZZ ?? 1);
if (!(times >= 1)) throw new Error("VISLEAF_FUZZ: a number from 1 was expected");

/** Returns the mutants of a test: a few in each run, `VISLEAF_FUZZ` times as many in a long search. */
export function fuzzRuns(count: number): number {
  return Math.round(count * times);
}
