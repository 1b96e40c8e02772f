/** Runs all rules over one map. */

import type { ContentSource } from "../../content/types.ts";
import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { LimitUse } from "../../formats/bsp/limits/list-limit-uses.ts";
import { MapFacts } from "./facts/map-facts.ts";
import { cameraFrom, placeCamera } from "./facts/place-camera.ts";
import {
  type Fault,
  type Finding,
  SEVERITIES,
  type Severity,
  type Untold,
  UntoldError,
  type Vec3,
} from "./findings.ts";
import type { Rule } from "./rule.ts";
import { RULES } from "./rules.ts";

/** Findings of one rule that are listed: a map may have the same fault ten thousand times. */
export const MOST_OF_A_RULE = 100;

export interface CheckInput {
  /** The map's, without extension: cubemaps and overviews are named by it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where to look besides the map's own pakfile, in order; empty: what the map names elsewhere is not judged. */
  readonly content: readonly ContentSource[];
  readonly limits?: Limits;
}

export interface CheckReport {
  readonly map: string;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Errors first, then by the order of the rules. */
  readonly findings: readonly Finding[];
  /** Rules without an answer. */
  readonly untold: readonly Untold[];
  /** Whose limits `limits` are; null: nothing public says. */
  readonly limitsOf: string | null;
  /** What the map uses of what its engine takes, the fullest first. */
  readonly limits: readonly LimitUse[];
}

export interface CheckOptions {
  /** Told before each rule: how many of how many are done. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly rules?: readonly Rule[];
}

/**
 * Checks a map.
 * @throws FormatError if it is no map that can be drawn: nothing can be told of it
 */
export async function checkMap(
  input: CheckInput,
  { onProgress, rules = RULES }: CheckOptions = {},
): Promise<CheckReport> {
  const facts = await MapFacts.read(input);
  const findings: Finding[] = [];
  const untold: Untold[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const [done, rule] of rules.entries()) {
    onProgress?.(done, rules.length);
    try {
      const faults = sortFaults(await rule.check(facts));
      for (const { severity } of faults) counts[severity]++;
      for (const fault of faults.slice(0, MOST_OF_A_RULE))
        findings.push(toFinding(facts, rule, fault));
      const left = faults.length - MOST_OF_A_RULE;
      if (left > 0) {
        const severity = faults[MOST_OF_A_RULE].severity;
        const message = `There are ${left} more of this rule, which are counted and not listed.`;
        findings.push(toFinding(facts, rule, { severity, message }));
      }
    } catch (error) {
      if (!(error instanceof UntoldError || error instanceof FormatError)) throw error;
      untold.push({ rule: rule.name, because: error.message });
    }
  }
  onProgress?.(rules.length, rules.length);
  const { limitsOf, limits } = facts.limits;
  return { map: input.name, counts, findings: bySeverity(findings), untold, limitsOf, limits };
}

const rank = ({ severity }: { severity: Severity }) => SEVERITIES.indexOf(severity);

const sortFaults = (faults: Iterable<Fault>): Fault[] =>
  [...faults].sort((a, b) => rank(a) - rank(b));

const bySeverity = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => rank(a) - rank(b));

function toFinding(facts: MapFacts, { name, why }: Rule, fault: Fault): Finding {
  const origin = fault.origin?.every(Number.isFinite) ? fault.origin : null;
  return {
    rule: name,
    severity: fault.severity,
    message: fault.message,
    why,
    origin,
    camera: origin && findCamera(facts, origin, fault),
    entity: fault.entity ?? null,
    face: fault.face ?? null,
    prop: fault.prop ?? null,
    overlay: fault.overlay ?? null,
  };
}

/** null: the map's tree is too deep for it. */
function findCamera(
  { space, isClear }: MapFacts,
  origin: Vec3,
  { radius = 0, normal, eye }: Fault,
): string | null {
  if (eye !== undefined) return cameraFrom(eye, origin);
  try {
    return placeCamera(space, isClear, origin, radius, normal);
  } catch (error) {
    if (error instanceof UntoldError) return null;
    throw error;
  }
}
