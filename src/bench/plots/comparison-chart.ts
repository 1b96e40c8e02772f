/**
 * Chart of one map in several runs: a group of bars for each metric, with ratios to the first run.
 */

import { describeVerdict, type Judgement, judgeFigure, type Verdict } from "../compare/judge.ts";
import { areInTurns, coarserClock } from "../compare/pairing.ts";
import { buildEmpty, buildFigure, buildPicture, buildText, type FigureText } from "./figure.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatInterval, formatRatio, type Metric, pickMetrics, readMetric } from "./metrics.ts";
import type { PlotRun } from "./plot-runs.ts";

const BAR = 15;
const GAP = 3;
const GROUP_GAP = 16;
/** Width in pixels of a value, its ratio and the interval. */
const VALUE_WIDTH = 250;
/** Width in pixels from which a group's name stands beside its bars instead of above. */
const WIDE = 520;
const NAME_WIDTH = 136;
const NAME_HEIGHT = 18;

const METRICS = pickMetrics(
  ...[
    "js-p10",
    "js-median",
    "js-p95",
    "js-p99",
    "js-worst",
    "first-visit",
    "gpu-median",
    "gpu-p99",
  ],
  ...["draws", "triangles", "allocated", "first-frame", "complete", "memory"],
);

export interface ComparisonBar {
  readonly label: string;
  readonly color: number;
  readonly value: number | null;
  /** Share of the group's longest bar, 0 to 1. */
  readonly share: number;
  /** Judgement against the first run; `null` for the first run. */
  readonly judgement: Judgement | null;
}

export interface ComparisonGroup {
  readonly metric: Metric;
  readonly bars: readonly ComparisonBar[];
}

/** Returns groups in the order of `metrics`; metrics that no run measured are left out. */
export function buildComparison(
  runs: readonly PlotRun[],
  metrics: readonly Metric[],
): ComparisonGroup[] {
  return metrics.flatMap((metric) => {
    const values = runs.map(({ run }) => readMetric(metric, run));
    if (values.every((value) => value === null)) return [];
    const longest = Math.max(...values.map((value) => value ?? 0));
    const bars = runs.map((one, i): ComparisonBar => {
      const value = values[i];
      return {
        label: one.label,
        color: one.color,
        value,
        share: longest > 0 ? (value ?? 0) / longest : 0,
        judgement: i === 0 ? null : judgeRuns(metric, runs[0], one),
      };
    });
    return [{ metric, bars }];
  });
}

function judgeRuns(metric: Metric, of: PlotRun, to: PlotRun): Judgement {
  const isPaired = areInTurns(of, to);
  return judgeFigure(metric, { a: of.run, b: to.run, isPaired, clockMs: coarserClock(of, to) });
}

/** Formats `×1.20 (×1.15 to ×1.25)`, or that the difference is noise. Empty without a ratio. */
export function describeJudgement({ ratio, interval, verdict }: Judgement): string {
  const parts = [ratio === null ? "" : formatRatio(ratio)];
  if (verdict === "noise" || verdict === "unknown") parts.push(describeVerdict(verdict));
  else if (interval !== null) parts.push(`(${formatInterval(interval, formatRatio)})`);
  return ratio === null ? "" : parts.filter(Boolean).join(" ");
}

export function buildComparisonFigure(runs: readonly PlotRun[], width: number): MarkupNode {
  const text: FigureText = {
    title: "Comparison",
    note: `Each group has its own scale; less is better. Ratios are to ${runs[0]?.label ?? "the first"}, in brackets the 95 % confidence interval.`,
  };
  const groups = buildComparison(runs, METRICS);
  if (runs.length < 2 || groups.length === 0) {
    return buildEmpty("comparison", text, "A comparison needs two runs of one map.");
  }
  const legend = runs.map(({ label, color }) => ({ label, color, mark: "box" as const }));
  const nameHeight = width < WIDE ? NAME_HEIGHT : 0;
  const groupHeight = nameHeight + runs.length * (BAR + GAP) + GROUP_GAP;
  const parts = groups.flatMap((group, i) => buildGroup(group, 8 + i * groupHeight, width));
  const height = groups.length * groupHeight + 4;
  return buildFigure(
    "comparison",
    text,
    legend,
    buildPicture(width, height, summarize(groups), ...parts),
  );
}

function buildGroup({ metric, bars }: ComparisonGroup, top: number, width: number): MarkupNode[] {
  const isBeside = width >= WIDE;
  const left = isBeside ? NAME_WIDTH : 2;
  const firstBar = isBeside ? top : top + NAME_HEIGHT;
  const longest = width - left - VALUE_WIDTH;
  const parts = isBeside
    ? [buildText(left - 12, top + (bars.length * (BAR + GAP)) / 2 + 3, metric.label, "end")]
    : [buildText(left, top + 10, metric.label, "start", "is-panel")];
  for (const [i, bar] of bars.entries()) {
    const y = firstBar + i * (BAR + GAP);
    const length = bar.value === null ? 0 : Math.max(1, bar.share * longest);
    const told = bar.value === null ? "not measured" : metric.format(bar.value);
    const ratio = bar.judgement === null ? "" : describeJudgement(bar.judgement);
    parts.push(
      node(
        "g",
        { class: `c${bar.color}` },
        node(
          "rect",
          { class: "plot-bar", x: left, y, width: length, height: BAR, rx: 1.5 },
          node("title", {}, `${bar.label}: ${told} ${ratio}`.trim()),
        ),
      ),
      node(
        "text",
        { class: "plot-text is-value", x: left + length + 7, y: y + 12 },
        told,
        ...(ratio
          ? [node("tspan", { class: verdictClass(bar.judgement!.verdict), dx: 8 }, ratio)]
          : []),
      ),
    );
  }
  return parts;
}

/** Returns the class of a verdict. Only certain verdicts have a colour. */
export function verdictClass(verdict: Verdict): string {
  return verdict === "better" || verdict === "worse" ? `plot-${verdict}` : "plot-same";
}

function summarize(groups: readonly ComparisonGroup[]): string {
  const parts = groups.map(({ metric, bars }) => {
    const told = bars.map(({ label, value, judgement }) => {
      const text = value === null ? "not measured" : metric.format(value);
      const ratio = judgement === null ? "" : describeJudgement(judgement);
      return `${label} ${text}${ratio === "" ? "" : `, ${ratio}`}`;
    });
    return `${metric.label}: ${told.join(", ")}`;
  });
  return `Comparison. ${parts.join("; ")}.`;
}
