import type { MapFacts } from "./facts/map-facts.ts";
import type { Fault } from "./findings.ts";

/** Check for one kind of fault in a map. */
export interface Rule {
  /** Lower case, with hyphens. Must stay stable, because it is a section of docs/check.md. */
  readonly name: string;
  /** Consequence of the fault, one sentence. */
  readonly why: string;
  /**
   * Finds the faults.
   * @throws UntoldError if the map does not show whether it has the fault. A FormatError is treated
   * the same.
   */
  check(facts: MapFacts): Iterable<Fault> | Promise<Iterable<Fault>>;
}
