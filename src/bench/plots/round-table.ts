/** Each measured round by itself, folded away below a map's charts. */

import { type MarkupNode, node } from "./markup.ts";
import { pickMetrics, readRounds } from "./metrics.ts";
import type { PlotRun } from "./plot-runs.ts";

const METRICS = pickMetrics(
  ...["js-p10", "js-median", "js-p95", "js-p99", "js-worst", "gpu-median", "gpu-p99"],
  ...["first-visit", "first-frame", "complete"],
);

/** Nothing of runs without rounds, as older reports have them. */
export function buildRoundTables(runs: readonly PlotRun[]): MarkupNode[] {
  return runs.filter(({ run }) => run.rounds.length > 0).map(buildRounds);
}

function buildRounds({ run, label }: PlotRun): MarkupNode {
  const count = run.rounds.length;
  const name = ["Each round", label].filter(Boolean).join(", ");
  const head = run.rounds.map((_, i) => node("th", { scope: "col" }, String(i + 1)));
  const rows = METRICS.flatMap((metric) => {
    const values = readRounds(metric, run);
    if (values.every((value) => value === null)) return [];
    const cells = Array.from({ length: count }, (_, i) => {
      const value = values[i] ?? null;
      return node("td", {}, value === null ? "–" : metric.format(value));
    });
    return [node("tr", {}, node("th", { scope: "row" }, metric.label), ...cells)];
  });
  return node(
    "details",
    { class: "plot-rounds" },
    node("summary", {}, name),
    node(
      "div",
      { class: "plot-scroll plot-table", tabindex: "0", role: "region", "aria-label": name },
      node(
        "table",
        {},
        node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "Round"), ...head)),
        node("tbody", {}, ...rows),
      ),
    ),
  );
}
