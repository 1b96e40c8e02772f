/** Formats the result of `visleaf check` as text. */

import type { CheckReport } from "../../analysis/check/check-map.ts";
import { SEVERITIES } from "../../analysis/check/findings.ts";
import { formatShare, formatTable } from "../format-summary.ts";

/** Number of limits printed. */
const SHOWN_LIMITS = 8;

export function formatCheck({
  map,
  findings,
  untold,
  counts,
  limits,
  limitsOf,
}: CheckReport): string[] {
  const lines = findings.flatMap(({ severity, rule, message, camera }) => [
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
