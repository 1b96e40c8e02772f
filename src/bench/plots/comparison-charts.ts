/**
 * Charts that compare runs of one map: a group of bars for each metric, with ratios to the first
 * run, and each run without a design decision, relative to the plain run.
 */

import {
  areInTurns,
  coarserClock,
  describeVerdict,
  type Judgement,
  judgeFigure,
  type Verdict,
} from "../report/judge-figures.ts";
import type { BenchRun } from "../report/report.ts";
import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildText,
  buildXAxis,
  createLogScale,
  type FigureText,
  round,
} from "./figure.ts";
import { type MarkupNode, node } from "./markup.ts";
import {
  formatInterval,
  formatRatio,
  type Metric,
  pickMetrics,
  readMetric,
  shorten,
} from "./metrics.ts";
import { describeWithout, nameReports, type PlotMap, type PlotRun } from "./plot-runs.ts";

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

const ABLATION_TEXT: FigureText = {
  title: "Ablations",
  note: "Each switch turned off, relative to the plain run. Right of ×1, the frame costs more without it.",
};

const ABLATION_METRICS = pickMetrics("js-median", "js-p99", "gpu-median", "triangles", "draws");

const ABLATION_BAR = 12;
const ABLATION_GAP = 2;

interface AblationBar {
  readonly metric: Metric;
  readonly color: number;
  readonly value: number;
  readonly ratio: number;
  readonly judgement: Judgement;
}

interface AblationGroup {
  readonly label: string;
  readonly bars: readonly AblationBar[];
}

/** Returns groups of each ablated run against the plain run of the same size in the same report. */
export function buildAblations(map: PlotMap): AblationGroup[] {
  const names = nameReports([...new Set(map.ablated.map(({ report }) => report))]);
  const reports = [...new Set(map.ablated.map(({ report }) => report))];
  return map.ablated.flatMap((ablated) => {
    const { run, report } = ablated;
    const plain = map.plain.find((one) => one.report === report && isSameSize(one.run, run));
    if (!plain) return [];
    const bars = ABLATION_METRICS.flatMap((metric, color): AblationBar[] => {
      const [value, base] = [readMetric(metric, run), readMetric(metric, plain.run)];
      if (value === null || base === null || base === 0 || value === 0) return [];
      const judgement = judgeRuns(metric, plain, ablated);
      return [{ metric, color, value, ratio: judgement.ratio ?? value / base, judgement }];
    });
    const prefix = names[reports.indexOf(report)].split(":")[0];
    return [{ label: [prefix, describeWithout(run.without)].filter(Boolean).join(": "), bars }];
  });
}

const isSameSize = (a: BenchRun, b: BenchRun): boolean =>
  a.size[0] === b.size[0] && a.size[1] === b.size[1];

export function buildAblationFigure(map: PlotMap, width: number): MarkupNode {
  const groups = buildAblations(map).filter(({ bars }) => bars.length > 0);
  if (groups.length === 0) return buildEmpty("ablations", ABLATION_TEXT, "Nothing was turned off.");
  const metrics = ABLATION_METRICS.filter((metric) =>
    groups.some(({ bars }) => bars.some((bar) => bar.metric === metric)),
  );
  const legend = metrics.map((metric) => {
    return { label: metric.label, color: ABLATION_METRICS.indexOf(metric), mark: "box" as const };
  });
  const ratios = groups.flatMap(({ bars }) => bars.map(({ ratio }) => ratio));
  const [left, right] = [Math.min(210, width * 0.4), width - 260];
  const low = Math.min(0.5, ...ratios);
  const scale = createLogScale(low, Math.max(2, ...ratios), [left, right]);
  const heights = groups.map(({ bars }) => bars.length * (ABLATION_BAR + ABLATION_GAP) + GROUP_GAP);
  const bottom = 16 + heights.reduce((sum, height) => sum + height, 0);
  const area = { left, right, top: 10, bottom };
  const one = round(scale.at(1));
  const parts: MarkupNode[] = [
    ...buildXAxis(scale, area, (value) => `×${value}`),
    node("path", { class: "plot-one", d: `M${one} ${area.top}V${bottom}` }),
  ];
  let top = 18;
  for (const [i, group] of groups.entries()) {
    const middle = top + (group.bars.length * (ABLATION_BAR + ABLATION_GAP)) / 2 + 3;
    const label = shorten(group.label, Math.floor((left - 16) / 6.2));
    parts.push(buildText(left - 12, middle, label, "end"));
    for (const [row, bar] of group.bars.entries()) {
      parts.push(
        ...buildAblationBar(
          bar,
          group.label,
          top + row * (ABLATION_BAR + ABLATION_GAP),
          scale.at(1),
          scale,
        ),
      );
    }
    top += heights[i];
  }
  return buildFigure(
    "ablations",
    ABLATION_TEXT,
    legend,
    buildPicture(width, bottom + 26, summarizeAblations(groups), ...parts),
  );
}

function buildAblationBar(
  { metric, color, value, ratio, judgement }: AblationBar,
  label: string,
  y: number,
  one: number,
  scale: { at(value: number): number },
): MarkupNode[] {
  const x = scale.at(ratio);
  const judged = describeJudgement(judgement);
  const told = `${metric.label} ${label}: ${metric.format(value)}, ${judged}`;
  const shape = {
    class: "plot-bar",
    x: Math.min(x, one),
    y,
    width: Math.max(1.5, Math.abs(x - one)),
    height: ABLATION_BAR,
  };
  return [
    node("g", { class: `c${color}` }, node("rect", shape, node("title", {}, told))),
    node(
      "text",
      { class: "plot-text is-value is-small", x: Math.max(x, one) + 6, y: y + 10 },
      node("tspan", { class: verdictClass(judgement.verdict) }, judged),
      node("tspan", { class: "plot-muted", dx: 6 }, metric.format(value)),
    ),
  ];
}

function summarizeAblations(groups: readonly AblationGroup[]): string {
  const parts = groups.map(({ label, bars }) => {
    const told = bars.map((bar) => `${bar.metric.label} ${describeJudgement(bar.judgement)}`);
    return `${label}: ${told.join(", ")}`;
  });
  return `Ablations, as ratios to the plain run. ${parts.join("; ")}.`;
}
