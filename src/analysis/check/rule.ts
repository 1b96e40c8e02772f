import type { MapFacts } from "./facts/map-facts.ts";
import type { Fault } from "./findings.ts";

/** One thing that may be wrong with a map. */
export interface Rule {
  /** Lower case, with hyphens; stable, and a section of docs/check.md. */
  readonly name: string;
  /** What comes of it, one sentence. */
  readonly why: string;
  /**
   * @throws UntoldError where the map does not say; FormatError is taken for that, too
   */
  check(facts: MapFacts): Iterable<Fault> | Promise<Iterable<Fault>>;
}
