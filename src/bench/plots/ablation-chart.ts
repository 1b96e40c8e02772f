/** Chart of design decisions: the run without each, relative to the plain run. */

import { type Judgement, judgeFigure } from "../compare/judge.ts";
import { areInTurns, coarserClock } from "../compare/pairing.ts";
import type { BenchRun } from "../report/report.ts";
import { describeJudgement, verdictClass } from "./comparison-chart.ts";
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
import { type Metric, pickMetrics, readMetric, shorten } from "./metrics.ts";
import { describeWithout, nameReports, type PlotMap } from "./plot-runs.ts";

const TEXT: FigureText = {
  title: "Ablations",
  note: "Each switch turned off, relative to the plain run. Right of ×1, the frame costs more without it.",
};

const METRICS = pickMetrics("js-median", "js-p99", "gpu-median", "triangles", "draws");

const BAR = 12;
const GAP = 2;
const GROUP_GAP = 16;

export interface AblationBar {
  readonly metric: Metric;
  readonly color: number;
  readonly value: number;
  readonly ratio: number;
  readonly judgement: Judgement;
}

export interface AblationGroup {
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
    const bars = METRICS.flatMap((metric, color): AblationBar[] => {
      const [value, base] = [readMetric(metric, run), readMetric(metric, plain.run)];
      if (value === null || base === null || base === 0 || value === 0) return [];
      const isPaired = areInTurns(plain, ablated);
      const clockMs = coarserClock(plain, ablated);
      const judgement = judgeFigure(metric, { a: plain.run, b: run, isPaired, clockMs });
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
  if (groups.length === 0) return buildEmpty("ablations", TEXT, "Nothing was turned off.");
  const metrics = METRICS.filter((metric) =>
    groups.some(({ bars }) => bars.some((bar) => bar.metric === metric)),
  );
  const legend = metrics.map((metric) => {
    return { label: metric.label, color: METRICS.indexOf(metric), mark: "box" as const };
  });
  const ratios = groups.flatMap(({ bars }) => bars.map(({ ratio }) => ratio));
  const [left, right] = [Math.min(210, width * 0.4), width - 260];
  const low = Math.min(0.5, ...ratios);
  const scale = createLogScale(low, Math.max(2, ...ratios), [left, right]);
  const heights = groups.map(({ bars }) => bars.length * (BAR + GAP) + GROUP_GAP);
  const bottom = 16 + heights.reduce((sum, height) => sum + height, 0);
  const area = { left, right, top: 10, bottom };
  const one = round(scale.at(1));
  const parts: MarkupNode[] = [
    ...buildXAxis(scale, area, (value) => `×${value}`),
    node("path", { class: "plot-one", d: `M${one} ${area.top}V${bottom}` }),
  ];
  let top = 18;
  for (const [i, group] of groups.entries()) {
    const middle = top + (group.bars.length * (BAR + GAP)) / 2 + 3;
    const label = shorten(group.label, Math.floor((left - 16) / 6.2));
    parts.push(buildText(left - 12, middle, label, "end"));
    for (const [row, bar] of group.bars.entries()) {
      parts.push(...buildBar(bar, group.label, top + row * (BAR + GAP), scale.at(1), scale));
    }
    top += heights[i];
  }
  return buildFigure(
    "ablations",
    TEXT,
    legend,
    buildPicture(width, bottom + 26, summarize(groups), ...parts),
  );
}

function buildBar(
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
    height: BAR,
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

function summarize(groups: readonly AblationGroup[]): string {
  const parts = groups.map(({ label, bars }) => {
    const told = bars.map((bar) => `${bar.metric.label} ${describeJudgement(bar.judgement)}`);
    return `${label}: ${told.join(", ")}`;
  });
  return `Ablations, as ratios to the plain run. ${parts.join("; ")}.`;
}
