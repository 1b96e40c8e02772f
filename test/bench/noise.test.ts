/** Comparisons of two reports: which differences are noise, which are not, and which must fail. */

import { describe, expect, it } from "vitest";
import { describeBusyReport } from "../../src/bench/report/busy.ts";
import {
  type Comparison,
  compareAblations,
  compareReports,
} from "../../src/bench/report/compare-reports.ts";
import type { BenchReport, BenchRound, BenchRun } from "../../src/bench/report/report.ts";
import { findRegressions } from "../../src/cli/bench/run-sides.ts";
import { makeReport, makeRound, makeRun } from "./make-report.ts";

/** Relative times of rounds on a machine whose speed varies. */
const SCATTER = [1, 1.2, 0.95, 1.5, 1.1, 1.02];

const roundsOf = (times: readonly number[], change: Partial<BenchRound> = {}) =>
  times.map((one) => makeRound(one, change));

/** Makes a report of rounds; its figures are those of a round that took `middle`. */
function reportOf(
  rounds: readonly BenchRound[],
  change: Partial<BenchReport> = {},
  run: Partial<BenchRun> = {},
): BenchReport {
  const js = [...rounds].sort((a, b) => a.js.median - b.js.median)[rounds.length >> 1].js;
  return makeReport([makeRun({ rounds, js, ...run })], change);
}

const verdictOf = ({ rows }: Comparison, metric: string) =>
  rows[0].figures.find((figure) => figure.metric === metric)!;

const TURNS = { series: "one" };

describe("a comparison of paired rounds", () => {
  const compare = (factors: readonly number[]) =>
    compareReports(
      reportOf(roundsOf(SCATTER), TURNS),
      reportOf(roundsOf(SCATTER.map((times, i) => times * factors[i])), TURNS),
    );

  it("is noise if rounds are equal or differ in both directions", () => {
    for (const factors of [
      [1, 1, 1, 1, 1, 1],
      [1.4, 0.8, 1.3, 1.1, 0.9, 1.5],
    ]) {
      const comparison = compare(factors);
      expect(comparison.rows[0].isPaired).toBe(true);
      expect(verdictOf(comparison, "js-median").verdict).toBe("noise");
      expect(findRegressions(comparison, 0)).toEqual([]);
    }
  });

  it("finds 20 % more despite larger scatter, by the ratio within each pair", () => {
    const comparison = compare([1.2, 1.25, 1.15, 1.22, 1.18, 1.2]);
    const { ratio, interval, verdict } = verdictOf(comparison, "js-median");
    expect(verdict).toBe("worse");
    expect(ratio).toBeCloseTo(1.2, 6);
    expect(interval!.low).toBeCloseTo(1.15, 6);
    expect(interval!.high).toBeCloseTo(1.25, 6);
    expect(verdictOf(comparison, "parse-rate").verdict).toBe("worse");
    expect(verdictOf(comparison, "gpu-p99").verdict).toBe("worse");
  });

  it("finds 20 % less, and reports less than 5 % as noise", () => {
    expect(verdictOf(compare(SCATTER.map(() => 0.8)), "js-p95").verdict).toBe("better");
    expect(verdictOf(compare(SCATTER.map(() => 0.8)), "parse-rate").verdict).toBe("better");
    expect(verdictOf(compare(SCATTER.map(() => 1.04)), "js-p95").verdict).toBe("noise");
    expect(verdictOf(compare(SCATTER.map(() => 0.96)), "js-p95").verdict).toBe("noise");
  });

  it("of five rounds is unknown", () => {
    const of = (factor: number) =>
      reportOf(roundsOf(SCATTER.slice(1).map((times) => times * factor)), TURNS);
    const comparison = compareReports(of(1), of(2));
    expect(verdictOf(comparison, "js-median")).toMatchObject({ ratio: 2, verdict: "unknown" });
    expect(findRegressions(comparison, 0)).toEqual([]);
    expect(comparison.warnings.join()).toContain("too few rounds");
  });

  it("treats a step of the clock as noise", () => {
    const environment = { ...makeReport().environment, clockMs: 0.1 };
    const of = (factor: number) =>
      reportOf(roundsOf(SCATTER.map(() => factor)), { ...TURNS, environment });
    expect(verdictOf(compareReports(of(1), of(1.4)), "js-median").verdict).toBe("noise");
    expect(verdictOf(compareReports(of(1), of(1.6)), "js-median").verdict).toBe("worse");
  });
});

describe("a comparison of reports measured at different times", () => {
  it("finds a difference if all rounds differ by at least 10 %", () => {
    const a = reportOf(roundsOf([1, 1.02, 1.04, 1.01, 1.03, 1]));
    const worse = compareReports(a, reportOf(roundsOf([1.2, 1.21, 1.22, 1.2, 1.23, 1.24])));
    expect(worse.rows[0].isPaired).toBe(false);
    expect(verdictOf(worse, "js-median")).toMatchObject({ verdict: "worse" });
    expect(verdictOf(worse, "js-median").interval!.low).toBeCloseTo(1.2 / 1.04, 6);
    const overlapping = compareReports(a, reportOf(roundsOf([1.03, 1.2, 1.2, 1.2, 1.2, 1.2])));
    expect(verdictOf(overlapping, "js-median").verdict).toBe("noise");
    const little = compareReports(a, reportOf(roundsOf([1.13, 1.14, 1.13, 1.12, 1.13, 1.12])));
    expect(verdictOf(little, "js-median").verdict).toBe("noise");
  });

  it("finds no difference if only the machine became slower", () => {
    const rounds = (factor: number, referenceMs: number) =>
      roundsOf(
        [1, 1.02, 1.01, 1, 1.01, 1.02].map((times) => times * factor),
        { referenceMs },
      );
    const slower = compareReports(reportOf(rounds(1, 0.05)), reportOf(rounds(1.6, 0.08)));
    for (const metric of ["js-median", "gpu-median", "complete", "parse-rate"]) {
      expect(verdictOf(slower, metric).verdict).toBe("noise");
    }
    // Twice as slow on a machine that is 1.6 times as slow is worse, but not certainly twice as
    // slow.
    const both = verdictOf(
      compareReports(reportOf(rounds(1, 0.05)), reportOf(rounds(2, 0.08))),
      "js-median",
    );
    expect(both.verdict).toBe("worse");
    expect(both.interval!.low).toBeCloseTo(2 / 1.02 / 1.6, 6);
  });
});

describe("a comparison of counts", () => {
  it("is exact", () => {
    const of = (total: number) =>
      reportOf(roundsOf(SCATTER), TURNS, { draws: { world: 12, props: 3, total } });
    expect(verdictOf(compareReports(of(20), of(20)), "draws").verdict).toBe("same");
    expect(verdictOf(compareReports(of(20), of(21)), "draws").verdict).toBe("worse");
    expect(verdictOf(compareReports(of(20), of(19)), "draws").verdict).toBe("better");
    expect(verdictOf(compareReports(of(0), of(1)), "draws")).toMatchObject({
      ratio: null,
      verdict: "worse",
    });
  });
});

describe("a comparison of ablations", () => {
  it("is paired with the plain run if each round has a separate start", () => {
    const run = (rounds: readonly BenchRound[], without: BenchRun["without"] = []) =>
      makeRun({ rounds, without });
    const off = roundsOf(SCATTER.map((times) => times * 1.2));
    const inTurns = makeReport([run(roundsOf(SCATTER)), run(off, ["pvs"])]);
    expect(compareAblations(inTurns).rows[0]).toMatchObject({ without: ["pvs"], isPaired: true });
    expect(verdictOf(compareAblations(inTurns), "js-median").verdict).toBe("worse");
    const bare = (rounds: readonly BenchRound[]) => rounds.map((one) => ({ ...one, start: null }));
    const after = makeReport([run(bare(roundsOf(SCATTER))), run(bare(off), ["pvs"])]);
    expect(compareAblations(after).rows[0].isPaired).toBe(false);
    expect(verdictOf(compareAblations(after), "js-median").verdict).toBe("noise");
    expect(verdictOf(compareAblations(after), "complete").verdict).toBe("unknown");
  });
});

describe("findRegressions", () => {
  const a = reportOf(roundsOf(SCATTER), TURNS);
  const worse = compareReports(
    a,
    reportOf(roundsOf(SCATTER.map((times) => times * 1.3)), TURNS, {
      draws: { world: 12, props: 3, total: 21 },
    }),
  );

  it("returns a line each with the old value and the confidence", () => {
    const lines = findRegressions(worse, 0);
    expect(lines.find((line) => line.includes("JS median"))).toMatch(
      /^de_room: JS median is worse, 0\.\d+ ms after 0\.\d+ ms \(×1\.30, ×1\.30 to ×1\.30 with 95 % confidence\)$/,
    );
    expect(lines.find((line) => line.includes("Draws"))).toBe(
      "de_room: Draws is worse, 21 after 20 (×1.05)",
    );
  });

  it("counts from the given percentage on", () => {
    const labels = (percent: number) =>
      findRegressions(worse, percent).map((line) => /: (.*) is worse/.exec(line)![1]);
    expect(labels(10)).not.toContain("Draws");
    expect(labels(10)).toEqual(expect.arrayContaining(["JS median", "Parse and build"]));
    expect(labels(31)).toEqual([]);
  });

  it("requires the nearer end of the interval to exceed the percentage", () => {
    const factors = [1.2, 1.3, 1.4, 1.3, 1.3, 1.3];
    const scattered = compareReports(
      a,
      reportOf(roundsOf(SCATTER.map((times, i) => times * factors[i])), TURNS),
    );
    expect(findRegressions(scattered, 19).join()).toContain("JS median");
    expect(findRegressions(scattered, 19).join()).toContain("Parse and build");
    expect(findRegressions(scattered, 21)).toEqual([]);
  });

  it("returns nothing for improvements", () => {
    const better = compareReports(a, reportOf(roundsOf(SCATTER.map((one) => one * 0.7)), TURNS));
    expect(findRegressions(better, 0)).toEqual([]);
  });
});

describe("a busy machine", () => {
  const environment = makeReport().environment;
  it.each([
    [{ loadAverage: 2.4 }, "load average 2.4 on 2 cores"],
    [{ timerJitterMs: 12.34 }, "timers up to 12.3 ms late"],
    [{ loadAverage: 3, timerJitterMs: 9 }, "3.0 on 2 cores, timers up to 9.0 ms late"],
  ])("is detected from %o", (signs, says) => {
    const report = makeReport(undefined, { environment: { ...environment, ...signs } });
    expect(describeBusyReport(report)).toContain(says);
    expect(compareReports(makeReport(), report).warnings.join()).toContain("in the second report");
  });

  it("is not detected at rest, nor without measurements", () => {
    expect(describeBusyReport(makeReport())).toBeNull();
    const silent = { ...environment, loadAverage: null, timerJitterMs: null };
    expect(describeBusyReport({ environment: silent })).toBeNull();
  });
});
