import { describe, expect, it } from "vitest";
import {
  compareAblations,
  compareReports,
  IncomparableError,
} from "../../../src/bench/report/compare-reports.ts";
import { parseReport } from "../../../src/bench/report/parse-report.ts";
import { tabulateComparison, tabulateReport } from "../../../src/bench/report/tables.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { makeReport, makeRound, makeRun } from "../make-report.ts";

const half = makeRun({
  js: { median: 0.1, p95: 0.2, p99: 0.9, p999: 1, worst: 2 },
  gpu: null,
  draws: { world: 6, props: 3, total: 10 },
});

describe("the comparison of two reports", () => {
  it("divides the second report's figures by the first's", () => {
    const { rows, warnings } = compareReports(makeReport(), makeReport([half]));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain("the first report is from an older visleaf and has no rounds");
    expect(rows).toHaveLength(1);
    const ratios = Object.fromEntries(rows[0].figures.map(({ metric, ratio }) => [metric, ratio]));
    expect(ratios["js-median"]).toBeCloseTo(0.5, 6);
    expect(ratios["js-p99"]).toBeCloseTo(1.5, 6);
    expect(ratios.draws).toBe(0.5);
    expect(ratios.memory).toBe(1);
    expect(ratios["gpu-median"]).toBeNull();
    const table = tabulateComparison({ rows, warnings });
    expect(table.find(({ figure }) => figure === "JS median")).toEqual({
      map: "de_room",
      figure: "JS median",
      first: "0.200 ms",
      second: "0.100 ms",
      ratio: "×0.50",
      "95 %": "–",
      verdict: "not known",
    });
  });

  it("matches runs by switch, and lists runs that only one report has", () => {
    const without = makeRun({ without: ["pvs"] });
    const other = makeRun({ map: "de_other", sha256: "cd".repeat(32) });
    const { rows, warnings } = compareReports(
      makeReport([makeRun(), without]),
      makeReport([other, without]),
    );
    expect(rows.map((row) => row.without)).toEqual([["pvs"]]);
    expect(warnings.slice(2)).toEqual([
      "only the first report has de_room",
      "only the second report has de_other",
    ]);
  });

  it("warns of another machine", () => {
    const { warnings } = compareReports(makeReport(), makeReport([half], { adapter: "H200" }));
    expect(warnings[0]).toBe("another adapter: swiftshader and H200");
  });

  it.each([
    ["another file", makeReport([makeRun({ sha256: "cd".repeat(32) })]), "the same file"],
    ["another size", makeReport([makeRun({ size: [1920, 1080] })]), "640x360 and 1920x1080"],
    ["other frames", makeReport([makeRun({ frames: 9 })]), "number of frames: 2 and 9"],
    ["another map", makeReport([makeRun({ map: "cs_x" })]), "no run in common: de_room, and cs_x"],
    ["nothing", makeReport([]), "no run in common"],
    [
      "another path",
      makeReport([half], { settings: { ...makeReport().settings, path: "b.txt" } }),
      "the same path: tour and b.txt",
    ],
  ])("refuses %s", (_, other, says) => {
    expect(() => compareReports(makeReport(), other)).toThrow(IncomparableError);
    expect(() => compareReports(makeReport(), other)).toThrow(says);
  });
});

describe("tables", () => {
  it("have a row per figure, and the effect of each switch", () => {
    const off = makeRun({ without: ["bundles"], draws: { world: 36, props: 3, total: 60 } });
    const report = makeReport([makeRun(), off]);
    const cells = Object.fromEntries(
      tabulateReport(report).map(({ figure, de_room }) => [figure, de_room]),
    );
    expect(cells).toMatchObject({
      "JS median": "0.200 ms",
      "World draws": "12",
      "Drawn / needed": "1.20",
    });
    const rows = tabulateComparison(compareAblations(report));
    expect(rows.find(({ figure }) => figure === "Draws")).toEqual({
      map: "de_room without render bundles",
      figure: "Draws",
      first: "20",
      second: "60",
      ratio: "×3.00",
      "95 %": "–",
      verdict: "worse",
    });
  });

  it("have the interval of each figure", () => {
    const rounds = [1, 0.9, 1.1, 1, 1, 1.05].map((times) => makeRound(times));
    const [{ de_room }] = tabulateReport(makeReport([makeRun({ rounds })]));
    expect(de_room).toBe("0.200 ms (0.180 to 0.220 ms)");
  });
});

describe("parseReport", () => {
  it("reads a report as it was written", () => {
    const report = makeReport([makeRun(), half]);
    expect(parseReport(JSON.stringify(report), "a.json")).toEqual(report);
  });

  it("reads a report of an older visleaf, with null for newer fields", () => {
    const { series, environment, runs, ...rest } = makeReport();
    const { timerJitterMs, ...oldEnvironment } = environment;
    const old = { ...rest, environment: oldEnvironment };
    const oldRuns = runs.map(({ rounds, steps, ...run }) => run);
    const read = parseReport(JSON.stringify({ ...old, runs: oldRuns }), "old.json");
    expect(read).toMatchObject({ series: null, environment: { timerJitterMs: null } });
    expect(read.runs[0]).toMatchObject({ rounds: [], steps: {} });
    const { rows, warnings } = compareReports(read, makeReport());
    expect(warnings.join()).toContain("the first report is from an older visleaf");
    const js = rows[0].figures.find(({ metric }) => metric === "js-median");
    expect(js).toMatchObject({ ratio: 1, interval: null, verdict: "unknown" });
  });

  it.each([
    ["invalid JSON", "{", "syntax"],
    ["another schema", JSON.stringify({ schema: "visleaf-bench/9" }), "bad-version"],
    ["an array", "[]", "bad-version"],
    ["runs that are not a list", JSON.stringify(makeReport([], { runs: 3 as never })), "bad-value"],
    [
      "a run without times",
      JSON.stringify(makeReport([{ ...half, js: {} } as never])),
      "bad-value",
    ],
    [
      "invalid rounds",
      JSON.stringify(makeReport([makeRun({ rounds: [{ js: 1 }] as never })])),
      "bad-value",
    ],
    [
      "a start without its load time",
      JSON.stringify(makeReport([makeRun({ rounds: [makeRound(1, { start: {} as never })] })])),
      "bad-value",
    ],
    [
      "a floor that is not a number",
      JSON.stringify(makeReport([makeRun({ floor: {} as never })])),
      "bad-value",
    ],
    [
      "steps as strings",
      JSON.stringify(makeReport([makeRun({ steps: "x" as never })])),
      "bad-value",
    ],
    [
      "a size as a string",
      JSON.stringify(makeReport([makeRun({ size: "big" as never })])),
      "bad-value",
    ],
  ])("rejects %s", (_, text, code) => {
    let error: unknown;
    try {
      parseReport(text, "a.json");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ format: "bench report", where: "a.json", code });
  });
});
