/** Histogram of frame times. */

import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildReadout,
  buildText,
  buildXAxis,
  buildYAxis,
  createLinearScale,
  createLogScale,
  type FigureText,
  type PlotArea,
  round,
  type Scale,
} from "./figure.ts";
import { listFrameSeries } from "./frame-time-chart.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatCount, formatMs, formatTick } from "./metrics.ts";
import { type FrameSeries, isTime, timeRange } from "./pass-chart.ts";
import type { PlotRun } from "./plot-runs.ts";

const HEIGHT = 250;
const BIN_COUNT = 48;

const TEXT: FigureText = {
  title: "Histogram of frame times",
  note: "Share of the path's frames by their time, on a logarithmic axis in equal steps.",
};

export interface Histogram {
  /** Edges of the bins, `counts.length + 1`, growing by a fixed factor. */
  readonly edges: Float64Array;
  readonly counts: Uint32Array;
  readonly total: number;
}

/**
 * Counts times in bins of equal width on a logarithmic axis from `low` to `high`, which are above
 * 0. Times outside count in the first or last bin.
 */
export function buildHistogram(
  values: readonly (number | null)[],
  low: number,
  high: number,
  binCount: number,
): Histogram {
  const span = Math.log(high / low);
  const edges = Float64Array.from(
    { length: binCount + 1 },
    (_, i) => low * Math.exp((span * i) / binCount),
  );
  const counts = new Uint32Array(binCount);
  let total = 0;
  for (const value of values) {
    if (!isTime(value)) continue;
    const place = value <= low ? 0 : Math.floor((Math.log(value / low) / span) * binCount);
    counts[Math.min(binCount - 1, Math.max(0, place))]++;
    total++;
  }
  return { edges, counts, total };
}

export function buildHistogramFigure(runs: readonly PlotRun[], width: number): MarkupNode {
  const series = listFrameSeries(runs);
  const range = timeRange(series);
  if (range === null) return buildEmpty("histogram", TEXT, "No frame was measured.");
  const legend = series.map(({ label, kind, color }) => {
    return { label, color, mark: kind === "js" ? ("line" as const) : ("dashed" as const) };
  });
  return buildFigure("histogram", TEXT, legend, buildHistogramChart(series, width));
}

export function buildHistogramChart(series: readonly FrameSeries[], width: number): MarkupNode {
  const area: PlotArea = { left: 52, top: 40, right: width - 24, bottom: HEIGHT - 44 };
  const { low, high } = timeRange(series) ?? { low: 0.1, high: 1 };
  const time = createLogScale(low, high, [area.left, area.right]);
  const histograms = series.map((one) => buildHistogram(one.values, ...time.domain, BIN_COUNT));
  const peak = Math.max(
    ...histograms.map(({ counts, total }) => Math.max(...counts) / (total || 1)),
  );
  const share = createLinearScale(peak * 100, [area.bottom, area.top], 4);
  return buildPicture(
    width,
    HEIGHT,
    summarize(series, histograms),
    ...buildYAxis(share, area, (value) => `${formatTick(value)} %`),
    ...buildXAxis(time, area, formatTick),
    buildText((area.left + area.right) / 2, HEIGHT - 8, "ms", "middle", "is-unit"),
    buildText(area.left - 8, area.top - 12, "frames", "end", "is-unit"),
    ...series.map((one, i) => buildOutline(one, histograms[i], time, share, area)),
    ...buildHits(series, histograms, time, area),
  );
}

function buildOutline(
  { color, kind }: FrameSeries,
  { edges, counts, total }: Histogram,
  time: Scale,
  share: Scale,
  area: PlotArea,
): MarkupNode {
  let path = "";
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue;
    const y = round(share.at((counts[bin] / (total || 1)) * 100));
    const [x, next] = [round(time.at(edges[bin])), round(time.at(edges[bin + 1]))];
    const isFirst = bin === 0 || counts[bin - 1] === 0;
    const isLast = bin === counts.length - 1 || counts[bin + 1] === 0;
    path += `${isFirst ? `M${x} ${area.bottom}` : ""}V${y}H${next}${isLast ? `V${area.bottom}` : ""}`;
  }
  const dashed = kind === "gpu" ? " is-dashed" : "";
  return node(
    "g",
    { class: `c${color}` },
    node("path", { class: "plot-fill", d: path }),
    node("path", { class: `plot-line is-thin${dashed}`, d: path }),
  );
}

function buildHits(
  series: readonly FrameSeries[],
  histograms: readonly Histogram[],
  time: Scale,
  area: PlotArea,
): MarkupNode[] {
  const { edges, counts } = histograms[0];
  return [...counts.keys()].flatMap((bin) => {
    const found = series.filter((_, i) => histograms[i].counts[bin] > 0);
    if (found.length === 0) return [];
    const told = series.map(({ shortLabel }, i) => {
      return `${shortLabel} ${formatCount(histograms[i].counts[bin])}`;
    });
    const [x, next] = [time.at(edges[bin]), time.at(edges[bin + 1])];
    const range = `${formatMs(edges[bin])} to ${formatMs(edges[bin + 1])}`;
    return [
      node(
        "g",
        { class: "plot-hit" },
        node("rect", { x, y: area.top, width: next - x, height: area.bottom - area.top }),
        buildReadout(area, [range, ...told]),
      ),
    ];
  });
}

function summarize(series: readonly FrameSeries[], histograms: readonly Histogram[]): string {
  const parts = series.map(({ label }, i) => {
    const { edges, counts } = histograms[i];
    const peak = counts.indexOf(Math.max(...counts));
    return `${label}: most often ${formatMs(edges[peak])} to ${formatMs(edges[peak + 1])}`;
  });
  return `Histogram of frame times. ${parts.join("; ")}.`;
}
