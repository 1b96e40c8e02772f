/** Chart data and their positions, at pixels computed by hand. */

import { describe, expect, it } from "vitest";
import { buildAblations, buildComparison } from "../../../src/bench/plots/comparison-charts.ts";
import {
  buildFrameTimeChart,
  buildHistogram,
  createTimeScale,
} from "../../../src/bench/plots/frame-time-charts.ts";
import { toMarkup } from "../../../src/bench/plots/markup.ts";
import { pickMetrics } from "../../../src/bench/plots/metrics.ts";
import {
  buildPassBars,
  type FrameSeries,
  listShownPasses,
  pickFrames,
  splitIntoColumns,
  worstOf,
} from "../../../src/bench/plots/pass-chart.ts";
import { groupByMap } from "../../../src/bench/plots/plot-runs.ts";
import { buildScalingPoints, generatedFaces } from "../../../src/bench/plots/report-body.ts";
import { makeReport, makeRun } from "./make-report.ts";

const AREA = { left: 50, top: 40, right: 650, bottom: 240 };

const series = (values: FrameSeries["values"]): FrameSeries => {
  return { label: "JS", shortLabel: "JS", kind: "js", color: 0, values };
};

/** Returns the path of the first line in a chart. */
const lineOf = (chart: ReturnType<typeof buildFrameTimeChart>): string =>
  /<path class="plot-line c0" d="([^"]*)"/.exec(toMarkup(chart))![1];

describe("the frame-time chart", () => {
  it("puts a time at its axis position", () => {
    // The axis reaches from 0.1 to 20 ms: log10(200) decades over 200 pixels.
    const log = createTimeScale([series([0.1, 5])], "log", AREA);
    expect(log.domain).toEqual([0.1, 20]);
    expect(log.at(1)).toBeCloseTo(240 - (200 * 1) / Math.log10(200), 6);
    const linear = createTimeScale([series([0.1, 4])], "linear", AREA);
    expect(linear.domain).toEqual([0, 4]);
    expect(linear.at(1)).toBe(190);
  });

  it("shows the frame budgets for which a linear axis has room", () => {
    expect(createTimeScale([series([7])], "linear", AREA).domain[1]).toBe(10);
    expect(createTimeScale([series([2])], "linear", AREA).domain[1]).toBe(2);
  });

  it("draws each frame at its place, from edge to edge", () => {
    // The chart is 900 wide: x from 52 to 796; linear y from 256 up to 40 for 0 to 4 ms.
    const path = lineOf(buildFrameTimeChart([series([4, 2, 0])], 900, "linear"));
    expect(path).toBe("M52 40h0L424 148L796 256");
  });

  it("leaves a gap for missing values, and a dot between two gaps", () => {
    const path = lineOf(buildFrameTimeChart([series([4, null, 2, null, 4])], 900, "linear"));
    expect(path).toBe("M52 40h0M424 148h0M796 40h0");
  });

  it("draws a single frame in the middle, and nothing without values", () => {
    expect(lineOf(buildFrameTimeChart([series([4])], 900, "linear"))).toBe("M424 40h0");
    expect(lineOf(buildFrameTimeChart([series([null])], 900, "log"))).toBe("");
  });

  it("has a tooltip for every frame, or for the worst of a few if there are many", () => {
    const few = toMarkup(buildFrameTimeChart([series([0.25, 0.5])], 900, "log"));
    expect(few).toContain("frame 0 · JS 0.250 ms");
    const long = Array.from({ length: 1600 }, (_, i) => (i === 777 ? 12 : 0.2));
    const many = toMarkup(buildFrameTimeChart([series(long)], 900, "log"));
    expect(many.match(/plot-hit"/g)).toHaveLength(160);
    expect(many).toContain("frames 770–779, worst · JS 12.0 ms");
  });

  it("has a descriptive label", () => {
    const chart = toMarkup(buildFrameTimeChart([series([0.2, 0.3, 9])], 900, "log"));
    expect(chart).toContain(
      'aria-label="Frame time over 3 frames. JS: median 0.300 ms, worst 9.00 ms."',
    );
  });

  it("keeps every peak of a hundred thousand frames", () => {
    const values = new Array<number>(100_000).fill(1);
    values[56_789] = 30;
    const frames = pickFrames(values, 500);
    expect(frames.length).toBeLessThanOrEqual(1000);
    expect(frames).toContain(56_789);
    expect(frames).toEqual([...frames].sort((a, b) => a - b));
    const columns = splitIntoColumns(100_000, 160);
    expect(columns[0].firstFrame).toBe(0);
    expect(columns.at(-1)!.endFrame).toBe(100_000);
    expect(Math.max(...columns.map((column) => worstOf(values, column)!))).toBe(30);
  });
});

describe("the histogram", () => {
  it("counts every time once, in bins of equal factors", () => {
    const { edges, counts, total } = buildHistogram(
      [0.1, 0.5, 1, 5, 10, null, Number.NaN],
      0.1,
      10,
      4,
    );
    expect([...edges].map((edge) => Number(edge.toFixed(3)))).toEqual([0.1, 0.316, 1, 3.162, 10]);
    expect([...counts]).toEqual([1, 1, 1, 2]);
    expect(total).toBe(5);
  });
});

describe("the pass chart", () => {
  const [{ plain }] = groupByMap([
    makeReport([makeRun({ jsMs: 1, gpuMs: null, changes: { steps: {} } })]),
  ]);

  it("stacks passes in the frame's order, adding up to the frame", () => {
    const [bar] = buildPassBars(plain, "js", listShownPasses(plain));
    expect(bar.pieces!.map(({ name }) => name)).toEqual(Object.keys(plain[0].run.passes));
    expect(bar.totalMs).toBeCloseTo(1, 9);
    expect(buildPassBars(plain, "gpu", listShownPasses(plain))[0].pieces).toBeNull();
  });

  it("adds JavaScript and the remainder, so that the bar is the whole frame", () => {
    const steps = { submit: 0.05, view: 0.02 };
    const js = { median: 0.4, p95: 1, p99: 1, p999: 1, worst: 1 };
    const passes = { cull: { js: 0.1, gpu: 0.5 }, world: { js: 0.08, gpu: 0.3 } };
    const gpu = { ...js, median: 0.9 };
    const run = makeRun({ changes: { steps, js, gpu, passes } });
    const runs = groupByMap([makeReport([run])])[0].plain;
    const shown = listShownPasses(runs);
    const told = (kind: "js" | "gpu") => {
      const [{ pieces, totalMs }] = buildPassBars(runs, kind, shown);
      return [...pieces!.map(({ name, ms }) => [name, Number(ms.toFixed(6))]), totalMs.toFixed(6)];
    };
    expect(told("js")).toEqual([
      ["view", 0.02],
      ["cull", 0.1],
      ["world", 0.08],
      ["submit", 0.05],
      ["in no part", 0.15],
      "0.400000",
    ]);
    expect(told("gpu")).toEqual([["cull", 0.5], ["world", 0.3], ["in no part", 0.1], "0.900000"]);
  });

  it("joins the passes beyond the available colours", () => {
    const passes = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`pass ${i}`, { js: i + 1, gpu: null }]),
    );
    const report = makeReport([makeRun({ changes: { passes, steps: {} } })]);
    const runs = groupByMap([report])[0].plain;
    const shown = listShownPasses(runs);
    expect(shown).toEqual([5, 6, 7, 8, 9, 10, 11].map((i) => `pass ${i}`));
    const [bar] = buildPassBars(runs, "js", shown);
    expect(bar.pieces!.at(-1)).toMatchObject({ name: "other parts", ms: 1 + 2 + 3 + 4 + 5 });
    expect(bar.totalMs).toBe(78);
  });
});

describe("charts of ratios", () => {
  const withDraws = (total: number, changes = {}) =>
    makeRun({ changes: { draws: { world: 1, props: 1, total }, ...changes } });

  it("compare with the first run", () => {
    const reports = [20, 30, 10].map((total) => makeReport([withDraws(total)]));
    const [{ plain }] = groupByMap(reports);
    const [{ bars }] = buildComparison(plain, pickMetrics("draws"));
    const told = bars.map(({ judgement }) => judgement && [judgement.ratio, judgement.verdict]);
    expect(told).toEqual([null, [1.5, "worse"], [0.5, "better"]]);
    expect(bars.map(({ share }) => share)).toEqual([20 / 30, 1, 1 / 3]);
  });

  it("skip figures that no run has measured", () => {
    const [{ plain }] = groupByMap([makeReport([makeRun({ gpuMs: null })])]);
    expect(buildComparison(plain, pickMetrics("gpu-median"))).toEqual([]);
  });

  it("compare ablations with the plain run of the same report and size", () => {
    const report = makeReport([
      withDraws(20),
      withDraws(60, { without: ["bundles"] }),
      withDraws(60, { without: ["pvs"], size: [10, 10] }),
    ]);
    const groups = buildAblations(groupByMap([report])[0]);
    expect(groups.map(({ label }) => label)).toEqual(["without render bundles"]);
    expect(groups[0].bars.find(({ metric }) => metric.id === "draws")).toMatchObject({
      value: 60,
      ratio: 3,
    });
  });
});

describe("the growth chart", () => {
  it("reads face counts from the names of generated maps", () => {
    expect(
      ["rooms_65000_faces", "maze-5000-props-9", "generated_20k", "de_rooms_3"].map(generatedFaces),
    ).toEqual([65_000, 5000, 20_000, null]);
  });

  it("goes from the smallest map to the largest, without ablations", () => {
    const runs = [
      makeRun({ map: "rooms_20000" }),
      makeRun({ map: "de_office" }),
      makeRun({ map: "rooms_1000" }),
      makeRun({ map: "rooms_1000", changes: { without: ["pvs"] } }),
    ];
    const [draws] = pickMetrics("draws");
    expect(buildScalingPoints(runs, draws).map(({ size }) => size)).toEqual([1000, 20_000]);
  });
});
