import { describe, expect, it } from "vitest";
import { compareReports } from "../../../src/bench/report/compare-reports.ts";
import type { BenchReport } from "../../../src/bench/report/report.ts";
import type { BenchProgress } from "../../../src/bench/types.ts";
import { createBudget } from "../../../src/cli/bench/budget.ts";
import { type BenchSide, runStarts } from "../../../src/cli/bench/run-starts.ts";
import { makeReport, makeRound, makeRun } from "../../bench/make-report.ts";

const PROGRESS: BenchProgress = {
  ...{ run: 0, runs: 1, map: "de_room", without: [], stage: "load", done: 0, total: 1 },
};

/** Makes the report of one start: one round whose times are all `times` the usual. */
function startOf(times: number, change: Partial<BenchReport> = {}): BenchReport {
  const round = makeRound(times);
  const { js, gpu } = round;
  const { firstVisit, load } = round.start!;
  const samples = { js: [times, 3 * times], gpu: [times, times], triangles: [7, 7] };
  const run = makeRun({ js, gpu, firstVisit, samples, rounds: [round] });
  const stageMs = { parse: times };
  return makeReport([{ ...run, load: { ...load, stageMs } }], change);
}

/** Makes sides that record their starts and take the given times. */
function makeSides(...times: readonly number[][]) {
  const order: string[] = [];
  const sides = times.map((list, side): BenchSide => {
    let next = 0;
    return {
      async start(reversed, { onProgress }) {
        order.push(`${"AB"[side]}${reversed ? "'" : ""}`);
        onProgress?.(PROGRESS);
        const at = list[next++];
        if (Number.isNaN(at)) throw new Error("the browser has ended");
        return startOf(at, at < 0 ? { runs: [], partial: "lost" } : {});
      },
      close: async () => undefined,
    };
  });
  return { sides, order };
}

describe("runStarts", () => {
  it("alternates the sides back and forth", async () => {
    const { sides, order } = makeSides([1, 1, 1, 1], [2, 2, 2, 2]);
    const shares: string[] = [];
    const onProgress = ({ run, runs }: BenchProgress) => void shares.push(`${run}/${runs}`);
    await runStarts({ sides, count: 3, onProgress });
    expect(order).toEqual(["A", "B", "B'", "A'", "A", "B"]);
    expect(shares).toEqual(["0/6", "1/6", "2/6", "3/6", "4/6", "5/6"]);
  });

  it("combines the starts into one report per side, round by round", async () => {
    const { sides } = makeSides([1, 2, 3, 1, 1, 1], [1.5, 3, 4.5, 1.5, 1.5, 1.5]);
    const [a, b] = await runStarts({ sides, count: 6, onProgress: () => undefined });
    expect(a.series).not.toBeNull();
    expect(b.series).toBe(a.series);
    expect(a.settings.repeat).toBe(6);
    const [run] = a.runs;
    expect(run.rounds.map(({ js }) => Number((js.median / 0.2).toFixed(6)))).toEqual([
      1, 2, 3, 1, 1, 1,
    ]);
    // Statistics of all twelve frames: 1, 2, 3, 1, 1, 1 and three times these.
    expect(run.js).toMatchObject({ median: 3, worst: 9 });
    expect(run.samples.js).toEqual([1, 3]);
    expect(run.load).toMatchObject({ completeMs: 300, stageMs: { parse: 1 } });
    expect(run.firstVisit.median).toBeCloseTo(0.4, 9);
    expect(run.draws).toEqual(makeRun().draws);
    const js = compareReports(a, b).rows[0].figures[0];
    expect(js.ratio).toBeCloseTo(1.5, 6);
    expect(js.verdict).toBe("worse");
  });

  it("returns one report for one side", async () => {
    const { sides } = makeSides([1, 1]);
    const [report] = await runStarts({ sides, count: 2, onProgress: () => undefined });
    expect(report.series).toBeNull();
    expect(report.runs[0].rounds).toHaveLength(2);
  });

  it("keeps the rounds that both sides have if a start fails", async () => {
    for (const end of [Number.NaN, -1]) {
      const { sides } = makeSides([1, 1, 1], [1, 1, end]);
      const reports = await runStarts({ sides, count: 3, onProgress: () => undefined });
      expect(reports.map(({ runs }) => runs[0].rounds.length)).toEqual([2, 2]);
      const why = end < 0 ? "lost" : "the browser has ended";
      expect(reports.map(({ partial }) => partial)).toEqual([why, why]);
    }
  });

  it("hands over results after each run of the first start, and after each turn", async () => {
    const [first, second] = [makeRun({ map: "one" }), makeRun({ map: "two" })];
    const side: BenchSide = {
      async start(_, { onStart, onRun }) {
        const report = makeReport([first, second]);
        onStart?.({ ...report, runs: [] });
        for (const run of report.runs) onRun?.(run);
        return report;
      },
      close: async () => undefined,
    };
    const kept: [maps: string, rounds: number, partial: string | null][] = [];
    const onReports = ([{ runs, partial }]: BenchReport[]) =>
      void kept.push([runs.map(({ map }) => map).join(), runs[0].rounds.length, partial]);
    await runStarts({ sides: [side], count: 3, onProgress: () => undefined, onReports });
    const unfinished = "the benchmark was not finished";
    expect(kept).toEqual([
      ["one", 1, unfinished],
      ["one,two", 1, unfinished],
      ["one,two", 1, unfinished],
      ["one,two", 2, unfinished],
      ["one,two", 3, null],
    ]);
  });

  it("keeps results when it is aborted, in the first start run by run", async () => {
    for (const endsIn of [0, 1, 2]) {
      const controller = new AbortController();
      let starts = 0;
      const side: BenchSide = {
        async start(_, { onStart, onRun, signal }) {
          const report = startOf(1);
          onStart?.({ ...report, runs: [] });
          onRun?.(report.runs[0]);
          if (starts++ < endsIn) return report;
          controller.abort(new Error("ended by SIGTERM"));
          expect(signal?.aborted).toBe(true);
          return { ...report, partial: "stopped" };
        },
        close: async () => undefined,
      };
      const turns = { sides: [side], count: 9, onProgress: () => undefined };
      const [report] = await runStarts({ ...turns, signal: controller.signal });
      expect(report.partial).toBe("ended by SIGTERM");
      expect(report.runs[0].rounds).toHaveLength(Math.max(endsIn, 1));
      expect(starts).toBe(endsIn + 1);
    }
    const signal = AbortSignal.abort(new Error("ended by SIGINT"));
    const { sides, order } = makeSides([1]);
    const none = runStarts({ sides, count: 2, onProgress: () => undefined, signal });
    await expect(none).rejects.toThrow("ended by SIGINT");
    expect(order).toEqual([]);
  });

  it("keeps the finished runs of a first start that fails", async () => {
    const side: BenchSide = {
      async start(_, { onStart, onRun }) {
        const report = startOf(1);
        onStart?.({ ...report, runs: [] });
        onRun?.(report.runs[0]);
        throw new Error("the browser has ended");
      },
      close: async () => undefined,
    };
    const [report] = await runStarts({ sides: [side], count: 6, onProgress: () => undefined });
    expect(report.partial).toBe("the browser has ended");
    expect(report.runs).toHaveLength(1);
  });

  it("starts no turn that does not fit into the budget, which is no failure", async () => {
    let nowMs = 0;
    const controller = new AbortController();
    const budget = createBudget(10, controller, () => nowMs);
    const { sides, order } = makeSides([1, 1, 1, 1], [1, 1, 1, 1]);
    for (const side of sides) {
      const start = side.start;
      side.start = (...args) => {
        nowMs += 1500;
        return start(...args);
      };
    }
    const turns = { sides, count: 9, onProgress: () => undefined, budget };
    const [report] = await runStarts({ ...turns, signal: controller.signal });
    budget.close();
    // Three turns took nine seconds, and another takes three.
    expect(order).toHaveLength(6);
    expect(report.partial).toBeNull();
    expect(report.settings.repeat).toBe(3);
  });

  it("breaks off when the budget is spent, partial only before the first turn's end", async () => {
    for (const endsIn of [0, 1]) {
      const controller = new AbortController();
      const budget = createBudget(0.02, controller, () => 0);
      let starts = 0;
      const side: BenchSide = {
        async start(_, { onStart, onRun, signal }) {
          const report = startOf(1);
          onStart?.({ ...report, runs: [] });
          onRun?.(report.runs[0]);
          if (starts++ < endsIn) return report;
          await new Promise((resolve) => signal?.addEventListener("abort", resolve));
          return { ...report, partial: "stopped" };
        },
        close: async () => undefined,
      };
      const turns = { sides: [side], count: 9, onProgress: () => undefined, budget };
      const [report] = await runStarts({ ...turns, signal: controller.signal });
      budget.close();
      expect(report.partial).toBe(endsIn === 0 ? "the budget of 0.02 s is spent" : null);
      expect(report.runs).toHaveLength(1);
      expect(starts).toBe(endsIn + 1);
    }
  });

  it("gives the reason if the first start fails", async () => {
    const broken = makeSides([1], [Number.NaN]);
    await expect(
      runStarts({ sides: broken.sides, count: 6, onProgress: () => undefined }),
    ).rejects.toThrow("the browser has ended");
    const lost = makeSides([-1, 1]);
    const [report] = await runStarts({ sides: lost.sides, count: 2, onProgress: () => undefined });
    expect(report).toMatchObject({ partial: "lost", runs: [] });
  });
});
