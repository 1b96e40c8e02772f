import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../support/dawn.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));
const room = join(folder, "room.bsp");
writeFileSync(room, makeBsp());

const test = await openTestGpu();
test?.close();

const SMALL = ["--poses", "8", "--size", "160x90"];

describe("the command line of visleaf bench", () => {
  it.each([
    { wrong: "no map", args: [], says: "at least one map" },
    { wrong: "no pose", args: [room, "--poses", "0"], says: "--poses is a number" },
    { wrong: "half a pose", args: [room, "--poses", "1.5"], says: "--poses is a number" },
  ])("$wrong ends in 1", async ({ args, says }) => {
    const { code, stderr } = await runVisleaf("bench", ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
});

describe.skipIf(test === null)("visleaf bench", () => {
  it("measures loading, drawing and memory, as one JSON object", async () => {
    const { code, stdout } = await runVisleaf("bench", room, room, "--json", ...SMALL);
    expect(code).toBe(0);
    const { environment, maps } = JSON.parse(stdout);
    expect(environment).toMatchObject({ size: "160x90", poses: 8, node: process.version });
    expect(maps).toHaveLength(2);
    for (const report of maps) {
      expect(report).toMatchObject({ map: "room", bytes: makeBsp().length });
      expect(report.load.bestMs.parse).toBeGreaterThan(0);
      expect(report.load.bestMs.parse).toBeLessThanOrEqual(report.load.firstMs.parse);
      expect(report.firstFrameMs).toBeGreaterThan(0);
      expect(report.completeFrameMs).toBeGreaterThan(report.firstFrameMs);
      expect(report.lightmap.neededBytes).toBeLessThanOrEqual(report.lightmap.bytes);
      expect(report.frame.poses).toBe(8);
      expect(report.frame.jsMs.median).toBeGreaterThan(0);
      expect(report.frame.jsMs.median).toBeLessThanOrEqual(report.frame.jsMs.p95);
      // Nothing that can be seen is left out.
      expect(report.worldTriangles.exact).toBeGreaterThan(0);
      expect(report.worldTriangles.submittedOverExact).toBeGreaterThanOrEqual(1);
      expect(report.allocatedBytesPerFrame).toBeGreaterThanOrEqual(0);
      expect(report.textureBytes).toBeGreaterThan(0);
    }
  });

  it("prints a row a map", async () => {
    const { stdout } = await runVisleaf("bench", room, ...SMALL);
    const [head, row] = stdout.split("\n");
    expect(head).toMatch(/^map .*JS ms median\/95th.*drawn\/needed/);
    expect(row).toMatch(/^room /);
  });
});
