import { describe, expect, it } from "vitest";
import { compareReports } from "../../../src/bench/report/compare-reports.ts";
import { keptData } from "../../../src/cli/bench/run-sides.ts";
import { makeReport } from "../../bench/make-report.ts";

describe("keptData", () => {
  const report = makeReport();
  const compare = ([a, b]: readonly Parameters<typeof compareReports>[0][]) => compareReports(a, b);

  it("is the report of the first build while the other has no round", () => {
    const fail = () => expect.fail("one report cannot be compared");
    expect(keptData([report], 2, fail)).toBe(report);
  });

  it("is the comparison with both reports afterwards", () => {
    const data = keptData([report, report], 2, compare);
    expect(data).toMatchObject({ rows: [{ map: "de_room" }], reports: [report, report] });
  });
});
