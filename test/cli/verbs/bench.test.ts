import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { FRAME_SCHEMA, type FrameReport } from "../../../src/bench/frame-cost/frame-report.ts";
import { parseReport } from "../../../src/bench/report/parse-report.ts";
import { makeReport, makeRound, makeRun } from "../../bench/make-report.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { FEW_FRAMES, writeGame } from "../bench/bench-helpers.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const room = write("room.bsp", makeBsp());

const test = await openTestGpu();
test?.close();

const game = writeGame(join(folder, "game"));

const bench = (...args: string[]) => runVisleaf("bench", ...args);

describe("the command line of visleaf bench", () => {
  it.each([
    { wrong: "no map", args: [], says: "at least one map" },
    { wrong: "no frame", args: [room, "--frames", "0"], says: "--frames is a whole number" },
    { wrong: "half a round", args: [room, "--repeat", "1.5"], says: "--repeat is a whole number" },
    { wrong: "no such backend", args: [room, "--backend", "gl"], says: "--backend is chromium or" },
    {
      wrong: "no frame to watch",
      args: [room, "--allocation-frames", "0"],
      says: "--allocation-frames is a whole number",
    },
    { wrong: "no size", args: [room, "--size", "big"], says: "--size wants WIDTHxHEIGHT" },
    { wrong: "one report", args: ["--compare", "a.json"], says: "--compare wants two reports" },
    { wrong: "no such content", args: [room, "--content", join(folder, "no")], says: "no folder" },
    {
      wrong: "no place for it",
      args: [room, "--json", join(folder, "no/x.json")],
      says: "no folder",
    },
    { wrong: "a map as report", args: [room, "--report", room], says: "is an input" },
    { wrong: "no such switch", args: [room, "--compare", "fog=off"], says: "occlusion=off" },
    { wrong: "a switch on", args: [room, "--compare", "pvs=on"], says: "pvs=off" },
    {
      wrong: "no such build",
      args: [room, "--compare", join(folder, "no")],
      says: "there is no file",
    },
    { wrong: "no build", args: [room, "--compare", folder], says: "neither a checkout" },
    {
      wrong: "a build on Dawn",
      args: [room, "--compare", folder, "--backend", "dawn"],
      says: "compares switches, not builds",
    },
    { wrong: "no such device", args: [room, "--device", "gpu"], says: "--device is null" },
    {
      wrong: "a page without a GPU",
      args: [room, "--device", "null", "--report", "x.html"],
      says: "goes without --report",
    },
    {
      wrong: "switches without a GPU",
      args: [room, "--device", "null", "--ablations"],
      says: "goes without --ablations",
    },
    { wrong: "no time", args: [room, "--budget", "0"], says: "--budget is a whole number" },
    { wrong: "no map to run", args: ["--compare", "pvs=off"], says: "at least one map" },
    {
      wrong: "nothing to fail by",
      args: [room, "--fail-on-regression"],
      says: "wants --compare or --baseline",
    },
    {
      wrong: "no percentage",
      args: ["--compare", "a.json", "b.json", "--fail-on-regression=much"],
      says: "is in percent",
    },
    {
      wrong: "two comparisons",
      args: [room, "--compare", "pvs=off", "--baseline", "a.json"],
      says: "take one",
    },
    {
      wrong: "no such baseline",
      args: [room, "--baseline", join(folder, "no")],
      says: "there is no file",
    },
    { wrong: "no such map", args: [join(folder, "no.bsp")], says: "there is no file" },
    {
      wrong: "no such path",
      args: [room, "--path", join(folder, "no.txt")],
      says: "there is no file",
    },
  ])("$wrong ends in 1 and one line", async ({ args, says }) => {
    const { code, stderr } = await bench(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr.split("\n")).toHaveLength(1);
  });

  it("a broken path ends in 2 with its line, and with --json as an object", async () => {
    const path = write("broken.txt", "# a tour\n0 0 0 0 0 0\n1 2 3\n");
    const { code, stderr } = await bench(room, "--path", path);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visleaf: camera path .*broken\.txt at line 3: expected six numbers/);
    const json = await bench(room, "--path", path, "--json");
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stderr).error).toMatchObject({ format: "camera path", line: 3 });
  });
});

describe("visleaf bench --compare", () => {
  const a = write("a.json", JSON.stringify(makeReport()));
  const twice = makeRun({ js: { median: 0.4, p95: 1, p99: 1, p999: 1, worst: 1 } });
  const b = write("b.json", JSON.stringify(makeReport([twice], { adapter: "other" })));

  it("prints ratios and warnings", async () => {
    const { code, stdout, stderr } = await bench("--compare", a, b);
    expect(code).toBe(0);
    const [head, ...rows] = stdout.split("\n");
    const row = rows.find((line) => line.includes("JS median"));
    expect(head).toMatch(/^map +figure +first +second +ratio +95 % +verdict$/);
    expect(row).toMatch(/^de_room +JS median +0\.200 ms +0\.400 ms +×2\.00 +– +not known$/);
    expect(stderr).toContain("another adapter: swiftshader and other");
  });

  it("prints the comparison as JSON, and writes both reports as a page", async () => {
    const page = join(folder, "both.html");
    const { stdout } = await bench("--compare", a, b, "--json", "--report", page);
    const figures = JSON.parse(stdout).rows[0].figures;
    const js = figures.find(({ metric }: { metric: string }) => metric === "js-median");
    expect(js).toMatchObject({ a: 0.2, b: 0.4, ratio: 2, interval: null, verdict: "unknown" });
    expect(readFileSync(page, "utf8")).toContain("de_room");
  });

  describe("with --fail-on-regression", () => {
    const times = [1, 1.1, 0.9, 1, 1.05, 1];
    const writeRun = (name: string, factor: number) => {
      const rounds = times.map((one) => makeRound(one * factor));
      return write(name, JSON.stringify(makeReport([makeRun({ rounds })], { series: "one" })));
    };
    const before = writeRun("before.json", 1);
    const same = writeRun("same.json", 1.01);
    const worse = writeRun("worse.json", 1.3);

    it("ends in 1 with a line for each worse figure, and one with the count", async () => {
      const { code, stdout, stderr } = await bench(
        ...["--compare", before, worse, "--fail-on-regression"],
      );
      expect(code).toBe(1);
      expect(stdout).toMatch(/JS median .*×1\.30 +×1\.30 to ×1\.30 +worse/);
      const lines = stderr.split("\n");
      expect(lines[0]).toMatch(/^visleaf: de_room: JS 10th is worse, .* with 95 % confidence\)$/);
      expect(lines.at(-1)).toBe(`visleaf: ${lines.length - 1} figures are worse than before`);
    });

    it("ends in 0 if no figure is worse by the given percentage", async () => {
      expect(await bench("--compare", before, worse, "--fail-on-regression=31")).toMatchObject({
        code: 0,
        stderr: "",
      });
      expect((await bench("--compare", before, same, "--fail-on-regression")).code).toBe(0);
      expect((await bench("--compare", worse, before, "--fail-on-regression")).code).toBe(0);
      expect((await bench("--compare", before, worse)).code).toBe(0);
    });

    it("ends in 2 for a bad report", async () => {
      const bad = write("bad.json", "{");
      expect((await bench("--compare", before, bad, "--fail-on-regression")).code).toBe(2);
    });
  });

  it("ends in 1 for reports of different maps, and in 2 for invalid reports", async () => {
    const other = makeReport([makeRun({ sha256: "cd".repeat(32) })]);
    const refused = await bench("--compare", a, write("c.json", JSON.stringify(other)));
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("not of the same file");
    const broken = await bench("--compare", a, write("d.json", "{"));
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.stderr).toContain("d.json");
  });
});

/** A run takes some seconds, and a minute on a busy machine. */
const TIMEOUT_MS = 300_000;

describe.skipIf(test === null)("visleaf bench on Dawn", { timeout: TIMEOUT_MS }, () => {
  const DAWN = ["--backend", "dawn", ...FEW_FRAMES];

  it("writes the report and the page, and prints a table, with a game's content", async () => {
    const json = join(folder, "report.json");
    const page = join(folder, "report.html");
    const path = write("cameras.txt", "-100 0 64 0 0 0\n-80 0 64 5 40 1.5 # end\n");
    const args = ["--json", json, "--report", page, "--path", path, "--content", game, ...DAWN];
    const { code, stdout } = await bench(room, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^figure +room *\nJS median +[\d.]+ ms/);
    expect(stdout).toContain("4 frames of cameras.txt, 1 rounds");
    const report = parseReport(readFileSync(json, "utf8"), json);
    expect(report.environment).toMatchObject({ backend: "dawn", host: `Node ${process.version}` });
    expect(report.settings.path).toBe("cameras.txt");
    expect(report.runs[0].draws.total).toBeGreaterThan(0);
    expect(report.runs[0].memory.textures).toBeGreaterThan(512 * 512);
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>/);
  });

  it("writes the results so far on SIGTERM, says so and ends in 1", async () => {
    const json = join(folder, "ended.json");
    const page = join(folder, "ended.html");
    const command = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");
    const child = spawn(process.execPath, [
      ...[command, "bench", room, ...DAWN, "--repeat", "1000", "--json", json, "--report", page],
    ]);
    const said: string[] = [];
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    child.stdout.resume();
    // The first run is written as soon as it ends.
    await vi.waitUntil(() => existsSync(json) && existsSync(page), { timeout: TIMEOUT_MS });
    expect(parseReport(readFileSync(json, "utf8"), json).partial).toContain("not finished");
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(said.join("")).toMatch(/^visleaf: ended by SIGTERM; 1 runs were kept$/m);
    expect(code).toBe(1);
    const report = parseReport(readFileSync(json, "utf8"), json);
    expect(report.partial).toBe("ended by SIGTERM");
    expect(report.runs).toHaveLength(1);
    expect(report.runs[0].rounds.length).toBeGreaterThan(0);
  });

  it("alternates rounds with a switch off and on, and compares with a baseline", async () => {
    const baseline = join(folder, "turns.json");
    const args = ["--compare", "occlusion=off", "--json", baseline, ...DAWN, "--repeat", "2"];
    const { code, stdout } = await bench(room, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/room without occlusion culling +JS median .* not known/);
    const { rows, reports } = JSON.parse(readFileSync(baseline, "utf8"));
    expect(rows[0]).toMatchObject({ without: ["occlusion"], isPaired: true });
    const [plain, off] = parseReport(JSON.stringify(reports[0]), "turns").runs;
    for (const run of [plain, off]) {
      expect(run.rounds).toHaveLength(2);
      expect(run.rounds.every(({ start }) => start !== null)).toBe(true);
    }
    expect(plain.rounds[0].js.median).not.toBe(plain.rounds[1].js.median);

    const report = write("report-before.json", JSON.stringify(reports[0]));
    const after = await bench(room, "--baseline", report, "--fail-on-regression=9999", ...DAWN);
    expect(after.code).toBe(0);
    expect(after.stdout).toContain(`this run over ${report}`);
    expect(after.stdout).toMatch(/room +Draws +(\d+) +\1 +×1\.00 +– +the same/);
    expect(after.stderr).toContain("only the first report has room without occlusion culling");
  });

  it("ends in 2 for an invalid map, and in 1 for an impossible size", async () => {
    const bad = await bench(write("bad.bsp", "VBSP, or not"), "--json", ...DAWN);
    expect(bad.code).toBe(2);
    expect(JSON.parse(bad.stderr).error).toMatchObject({ format: "BSP" });
    const large = await bench(room, "--backend", "dawn", "--size", "60000x10");
    expect(large.code).toBe(1);
    expect(large.stderr).toMatch(/^visleaf: .*not 60000x10.*$/);
  });
});

describe("visleaf bench --device null", { timeout: TIMEOUT_MS }, () => {
  const NULL = ["--device", "null", "--frames", "20", "--size", "96x54"];
  const readFrames = (file: string): FrameReport => JSON.parse(readFileSync(file, "utf8"));

  it("measures frames and the load, and counts the same in each start", async () => {
    const json = join(folder, "frames.json");
    const { code, stdout } = await bench(room, ...NULL, "--repeat", "2", "--json", json);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^map +own JS p10 \/ median ms/);
    const report = readFrames(json);
    expect(report).toMatchObject({ schema: FRAME_SCHEMA, size: [96, 54], frames: 20 });
    expect(report.partial).toBeNull();
    const [{ map, sha256, mapBytes, own, first, calls, cpuCulled, heapBytes, loadCpu, starts }] =
      report.runs;
    expect(map).toBe("room");
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(mapBytes).toBe(readFileSync(room).length);
    expect(own.p10).toBeGreaterThan(0);
    expect(own.median).toBeGreaterThanOrEqual(own.p10);
    expect(first).toBeGreaterThan(0);
    expect(calls.submits).toBe(1);
    expect(calls.passes).toBeGreaterThan(1);
    expect(calls.dispatches).toBeGreaterThan(0);
    expect(calls.draws).toBeGreaterThanOrEqual(calls.bundles);
    expect(calls.bundles).toBeGreaterThan(0);
    expect(calls.writtenBytes).toBeGreaterThan(calls.writes);
    // Rows that stay the same are not written again.
    expect(cpuCulled.writtenBytes).toBeGreaterThanOrEqual(calls.writtenBytes);
    expect(heapBytes).toBeGreaterThan(0);
    expect(loadCpu).toBeGreaterThan(0);
    expect(starts).toHaveLength(2);
    expect(starts[1].calls).toEqual(starts[0].calls);
    expect(starts[1].cpuCulled).toEqual(starts[0].cpuCulled);
  });

  it("counts frames of a flight, not of jumps, after which an exposure settles", async () => {
    const lit = write("lit.bsp", makeBsp({ light: "both" }));
    const dispatchesOf = async (seconds: number) => {
      const path = write(`${seconds}.txt`, `-100 0 64 0 0 0\n-80 0 64 5 40 ${seconds}\n`);
      const { stdout } = await bench(lit, ...NULL, "--repeat", "1", "--path", path, "--json");
      return (JSON.parse(stdout) as FrameReport).runs[0].calls.dispatches;
    };
    // Counted places are up to 5 seconds apart.
    expect(await dispatchesOf(300)).toBe(await dispatchesOf(2));
  });

  it("keeps what it measured on SIGTERM", async () => {
    const json = join(folder, "frames-ended.json");
    const command = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");
    const args = [command, "bench", room, ...NULL, "--repeat", "1000", "--json", json];
    const child = spawn(process.execPath, args);
    const said: string[] = [];
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    child.stdout.resume();
    await vi.waitUntil(() => existsSync(json), { timeout: TIMEOUT_MS });
    expect(readFrames(json).partial).toContain("not finished");
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(said.join("")).toBe("visleaf: ended by SIGTERM; 1 runs were kept\n");
    expect(code).toBe(1);
    const { partial, runs } = readFrames(json);
    expect(partial).toBe("ended by SIGTERM");
    expect(runs[0].starts.length).toBeGreaterThan(0);
  });

  it("ends in 2 for an invalid map, and in 1 if its budget is too small for one start", async () => {
    const bad = await bench(write("bad.bsp", "VBSP, or not"), ...NULL, "--json");
    expect(bad.code).toBe(2);
    expect(JSON.parse(bad.stderr).error).toMatchObject({ format: "BSP" });
    const short = await bench(room, ...NULL, "--frames", "100000", "--budget", "1");
    expect(short).toMatchObject({ code: 1, stderr: "visleaf: the budget of 1 s is spent" });
  });
});
