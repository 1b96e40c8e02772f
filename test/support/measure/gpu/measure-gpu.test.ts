import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { makeBsp } from "../../../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../../dawn.ts";
import type { GpuReport } from "./gpu-report.ts";
import { measureGpu } from "./measure-gpu.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-gpu-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const [map, json, table] = ["room.bsp", "gpu.json", "gpu.md"].map((name) => join(folder, name));
writeFileSync(map, makeBsp());

const test = await openTestGpu();
test?.close();

const SMALL = ["--size", "32x18", "--size", "48x27", "--frames", "4", "--timed", "1"];
const OUT = ["--json", json, "--table", table];
const readReport = (): GpuReport => JSON.parse(readFileSync(json, "utf8"));

describe.skipIf(test === null)("bench:gpu", () => {
  it("keeps what it measured when it is stopped", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    let told = 0;
    vi.spyOn(console, "error").mockImplementation(() => {
      // Load, two sizes with everything on, and the first switch.
      if (++told === 5) process.emit("SIGTERM", "SIGTERM");
    });
    expect(await measureGpu([map, ...SMALL, ...OUT])).toBe(1);
    const { partial, scenes, adapter } = readReport();
    expect(partial).toBe("ended by SIGTERM");
    expect(adapter).not.toBe("");
    expect(scenes).toHaveLength(1);
    const [{ sizes, compiled, load }] = scenes;
    expect(load.completeMs).toBeGreaterThanOrEqual(load.firstFrameMs);
    expect(compiled.pipelines).toBeGreaterThan(0);
    expect(compiled.modules).toBeGreaterThan(0);
    expect(compiled.sumMs).toBeGreaterThanOrEqual(compiled.busyMs);
    expect(sizes.map(({ size }) => size)).toEqual([
      [32, 18],
      [48, 27],
    ]);
    expect(sizes.map(({ switches }) => switches.map(({ name }) => name))).toEqual([["pvs"], []]);
    for (const { plain } of sizes) {
      expect(plain.frameMs).toBeGreaterThan(0);
      expect(plain.framesPerSecond).toBeCloseTo(1000 / plain.frameMs);
      expect(plain.submitP95Ms).toBeGreaterThanOrEqual(plain.submitMs);
      expect(plain.draws).toBeGreaterThan(0);
      expect(plain.triangles).toBeGreaterThan(0);
      if (plain.gpuMs !== null) expect(plain.passes.world).toBeGreaterThan(0);
    }
    expect(readFileSync(table, "utf8")).toContain("Incomplete: ended by SIGTERM");
  });

  it("ends when its budget is spent", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    const now = performance.now();
    // Each look at the clock is a second later.
    let looks = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now + 1000 * looks++);
    expect(await measureGpu([map, ...SMALL, ...OUT, "--budget", "1"])).toBe(1);
    const { partial, scenes } = readReport();
    expect(partial).toBe("the budget of 1 s is spent");
    expect(scenes).toHaveLength(1);
    expect(scenes[0].sizes).toEqual([]);
  });
});

describe("the arguments of bench:gpu", () => {
  it.each([
    { args: [], says: "npm run bench:gpu -- MAP" },
    { args: [map, "--size", "big"], says: "--size big: not a size" },
    { args: [map, "--frames", "0"], says: "--frames 0: not a count" },
    { args: [map, "--nothing"], says: "--nothing" },
  ])("are refused: $says", async ({ args, says }) => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    expect(await measureGpu(args)).toBe(2);
    expect(errors.mock.calls.flat().join("\n")).toContain(says);
  });
});
