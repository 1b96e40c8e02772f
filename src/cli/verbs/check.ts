/** `visleaf check`: finds faults in maps. */

import { type CheckReport, checkMap, MOST_OF_A_RULE } from "../../analysis/check/check-map.ts";
import { type Finding, SEVERITIES, type Severity } from "../../analysis/check/findings.ts";
import { inFile } from "../compile/bad-source.ts";
import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { EXIT_DONE, EXIT_FOUND, UsageError } from "../errors.ts";
import { readMapWith } from "../files/map-file.ts";
import { formatShare, formatTable } from "../format-summary.ts";
import { listFiles } from "../many/list-files.ts";
import { optionsAsArgs, parseJobs, runMany } from "../many/run-many.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

/** Number of limits printed. */
const SHOWN_LIMITS = 8;

/** Number of findings printed of a rule; the JSON and the report list more. */
const SHOWN_OF_A_RULE = 10;

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

/** Formats the result as text. */
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
    ([why, rules]) => `  not checked, because ${why}: ${rules.join(", ")}`,
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

export const checkVerb: Verb = {
  help: `visleaf check MAP... [options]

Finds what is wrong with maps: limits, content, light, geometry, props, entities, visibility. Each finding
has the name of its rule (docs/check.md explains it), a sentence, and a camera for \`visleaf shot
--camera\`. MAP is a .bsp, a .bsp.bz2, an archive with one map in it, or a folder: all maps in it.

${contentHelp("  --content PATH       ")}
                       Without it, missing content is not judged.
  --fail-on SEVERITY   lowest severity that ends in exit code 3: error, warning or note; error
  --json               print one JSON array instead of text, one object per map: {map, counts: {error,
                       warning, note}, findings: [{rule, severity, message, why, origin, camera,
                       entity, face, prop, overlay}], untold: [{rule, because}], limitsOf,
                       limits: [{lump, unit, used, limit, share}]}
  --limit NAME=NUMBER  change a limit of docs/limits.md; repeatable
  --jobs N             several maps: processes at once; 1

untold lists rules that could not be judged. Exit code 3 if a finding reaches --fail-on, 2 for a bad file.
Of several maps, a bad one does not end the others; the exit code is the worst.

  visleaf check build/*.bsp --content game --fail-on warning --json`,

  async run(args) {
    const { values, positionals } = parseOptions("check", args, {
      content: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
      "fail-on": { type: "string", default: "error" },
      limit: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: "1" },
    });
    if (positionals.length === 0) throw new UsageError("wants a map", "check");
    const failOn = parseSeverity(values["fail-on"]);
    const limits = parseLimits("check", values.limit);
    const jobs = parseJobs(values.jobs);
    const { files, isMany } = await listFiles(positionals);
    if (isMany) {
      return runMany({
        ...{ verb: "check", files, jobs, isJson: values.json, force: false },
        options: optionsAsArgs(values, ["jobs"]),
        outputOf: () => null,
      });
    }
    const [{ path }] = files;
    const opened = await openContent(values.content);
    printProblems(opened);
    const report = await inFile(path, async () => {
      const { name, bytes, sources } = await readMapWith(path, opened.sources);
      return checkMap({ name, bytes, content: sources, limits });
    }).catch((error) => {
      if (values.json) printJson([]);
      throw error;
    });
    if (values.json) printJson([report]);
    else printLines(formatCheck(report));
    const fatal = SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);
    return fatal.some((severity) => report.counts[severity] > 0) ? EXIT_FOUND : EXIT_DONE;
  },
};

function parseSeverity(text: string): Severity {
  const found = SEVERITIES.find((severity) => severity === text);
  if (found !== undefined) return found;
  throw new UsageError(`--fail-on is error, warning or note, not "${text}"`, "check");
}
