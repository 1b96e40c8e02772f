/** Formats the result of `visleaf check` as text. */

import { type CheckReport, MOST_OF_A_RULE } from "../../analysis/check/check-map.ts";
import { type Finding, SEVERITIES } from "../../analysis/check/findings.ts";
import { formatShare, formatTable } from "../format-summary.ts";

/** Number of limits printed. */
const SHOWN_LIMITS = 8;

/** Number of findings printed of a rule; the JSON and the report list more. */
const SHOWN_OF_A_RULE = 10;

export function formatCheck({
  map,
  findings,
  untold,
  counts,
  limits,
  limitsOf,
}: CheckReport): string[] {
  const lines = shortenFindings(findings).flatMap(({ severity, rule, message, camera }) => [
    `  ${severity.padEnd(7)}  ${rule}: ${message}`,
    ...(camera === null ? [] : [`           --camera ${camera}`]),
  ]);
  const totals = SEVERITIES.map((severity) => {
    const count = counts[severity];
    return `${count} ${count === 1 ? severity : `${severity}s`}`;
  });
  const because = new Map<string, string[]>();
  for (const row of untold)
    because.set(row.because, [...(because.get(row.because) ?? []), row.rule]);
  const silent = [...because].map(
    ([why, rules]) => `  cannot be told, because ${why}: ${rules.join(", ")}`,
  );
  const table = limits.slice(0, SHOWN_LIMITS).map(({ lump, unit, used, limit, share }) => {
    return { lump, unit, used, limit, share: formatShare(share) };
  });
  return [
    `${map}: ${totals.join(", ")}`,
    ...lines,
    ...silent,
    ...(limitsOf === null
      ? []
      : [`  limits of ${limitsOf}, the fullest:`, ...formatTable(table, "    ")]),
  ];
}

/** Replaces the findings of a rule beyond the first ones by a line with their number. */
function shortenFindings(findings: readonly Finding[]): Finding[] {
  const byRule = new Map<string, Finding[]>();
  for (const finding of findings) {
    const list = byRule.get(finding.rule);
    if (list === undefined) byRule.set(finding.rule, [finding]);
    else list.push(finding);
  }
  return findings.flatMap((finding) => {
    const list = byRule.get(finding.rule)!;
    const at = list.indexOf(finding);
    // The last one of a full list has the number of findings that are not listed.
    if (at < SHOWN_OF_A_RULE || at === MOST_OF_A_RULE) return [finding];
    if (at > SHOWN_OF_A_RULE) return [];
    const left = Math.min(list.length, MOST_OF_A_RULE) - at;
    const message =
      left === 1
        ? "1 more finding of this rule, which --json lists."
        : `${left} more findings of this rule, which --json lists.`;
    return [{ ...finding, message, camera: null }];
  });
}
