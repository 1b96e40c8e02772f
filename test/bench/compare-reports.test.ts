import { describe, expect, it } from "vitest";
import { compareReports, IncomparableError } from "../../src/bench/compare-reports.ts";
import { parseReport } from "../../src/bench/parse-report.ts";
import { tabulateAblations, tabulateComparison, tabulateReport } from "../../src/bench/tables.ts";
import { FormatError } from "../../src/core/errors.ts";
import { makeReport, makeRun } from "./make-report.ts";

const half = makeRun({
  js: { median: 0.1, p95: 0.2, p99: 0.9, p999: 1, worst: 2 },
  gpu: null,
  draws: { world: 6, props: 3, total: 10 },
});

describe("the comparison of two reports", () => {
  it("is the second's figures over the first's", () => {
    const { rows, warnings } = compareReports(makeReport(), makeReport([half]));
    expect(warnings).toEqual([]);
    expect(rows).toHaveLength(1);
    const ratios = Object.fromEntries(rows[0].figures.map(({ metric, ratio }) => [metric, ratio]));
    expect(ratios["js-median"]).toBeCloseTo(0.5, 6);
    expect(ratios["js-p99"]).toBeCloseTo(1.5, 6);
    expect(ratios.draws).toBe(0.5);
    expect(ratios.memory).toBe(1);
    expect(ratios["gpu-median"]).toBeNull();
    expect(tabulateComparison({ rows, warnings })[0]).toMatchObject({
      map: "de_room",
      "JS median": "×0.50",
      "GPU median": "-",
    });
  });

  it("matches what was turned off, and says which runs only one of them has", () => {
    const without = makeRun({ without: ["pvs"] });
    const other = makeRun({ map: "de_other", sha256: "cd".repeat(32) });
    const { rows, warnings } = compareReports(
      makeReport([makeRun(), without]),
      makeReport([other, without]),
    );
    expect(rows.map((row) => row.without)).toEqual([["pvs"]]);
    expect(warnings).toEqual([
      "only the first report has de_room",
      "only the second report has de_other",
    ]);
  });

  it("warns of another machine", () => {
    const { warnings } = compareReports(makeReport(), makeReport([half], { adapter: "H200" }));
    expect(warnings).toEqual(["another adapter: swiftshader and H200"]);
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
  it("have the plain runs, and what each switch is worth beside them", () => {
    const off = makeRun({ without: ["bundles"], draws: { world: 36, props: 3, total: 60 } });
    const report = makeReport([makeRun(), off]);
    expect(tabulateReport(report)).toHaveLength(1);
    expect(tabulateReport(report)[0]).toMatchObject({
      map: "de_room",
      "JS median": "0.200 ms",
      "World draws": "12",
      "Drawn / needed": "1.20",
    });
    const [row] = tabulateAblations(report);
    expect(row.without).toMatch(/bundles/);
    expect(row.Draws).toBe("60 (×3.00)");
  });
});

describe("a report is read back", () => {
  it("as it was written", () => {
    const report = makeReport([makeRun(), half]);
    expect(parseReport(JSON.stringify(report), "a.json")).toEqual(report);
  });

  it.each([
    ["no JSON", "{", "syntax"],
    ["another schema", JSON.stringify({ schema: "visleaf-bench/9" }), "bad-version"],
    ["no object", "[]", "bad-version"],
    ["runs that are none", JSON.stringify(makeReport([], { runs: 3 as never })), "bad-value"],
    [
      "a run without times",
      JSON.stringify(makeReport([{ ...half, js: {} } as never])),
      "bad-value",
    ],
    [
      "a size of text",
      JSON.stringify(makeReport([makeRun({ size: "big" as never })])),
      "bad-value",
    ],
  ])("but not %s", (_, text, code) => {
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
