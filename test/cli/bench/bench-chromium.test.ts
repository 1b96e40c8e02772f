import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseReport } from "../../../src/bench/report/parse-report.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { FEW_FRAMES, writeGame } from "./bench-helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
const game = writeGame(join(folder, "game"));

/** A run takes some seconds, and a minute on a busy machine. */
const TIMEOUT_MS = 300_000;

describe.skipIf(!hasBrowser)("visleaf bench in Chromium", { timeout: TIMEOUT_MS }, () => {
  it("measures maps with the browser's finest clock and a game's content", async () => {
    const args = [DEMO, write("room.bsp", makeBsp()), "--content", game, "--json", ...FEW_FRAMES];
    const { code, stdout, stderr } = await runVisleaf("bench", ...args);
    // On a busy machine, a warning is printed.
    expect(stderr.replace(/^visleaf: WARNING: the machine was busy .*$/, "")).toBe("");
    expect(code).toBe(0);
    const report = parseReport(stdout, "stdout");
    expect(report.environment.timerJitterMs).toBeGreaterThan(0);
    expect(report.partial).toBeNull();
    expect(report.environment.backend).toBe("chromium");
    expect(report.environment.host).toContain("Chrome");
    // An isolated page has a finer clock than 0.1 ms.
    expect(report.environment.clockMs).toBeLessThan(0.02);
    const [run, inRoom] = report.runs;
    expect(run).toMatchObject({ map: "visleaf_demo", frames: 4, size: [96, 54] });
    expect(run.js.median).toBeGreaterThan(0);
    expect(run.draws.world).toBeGreaterThan(0);
    expect(run.instances).toBeGreaterThan(0);
    expect(run.triangles.submitted).toBeGreaterThan(100);
    expect(run.triangles.visible).toBeGreaterThan(100);
    // The browser is started with access to its heap size.
    expect(run.allocatedBytesPerFrame).toBeGreaterThan(0);
    expect(run.memory.textures).toBeGreaterThan(0);
    expect(run.lightmaps?.fill).toBeGreaterThan(0.5);
    if (report.environment.features.includes("timestamp-query")) {
      expect(run.gpu?.median).toBeGreaterThan(0);
    }
    expect(inRoom).toMatchObject({ map: "room" });
    expect(inRoom.memory.textures).toBeGreaterThan(512 * 512);
  });

  it("ends in 2 for an invalid map", async () => {
    const { code, stderr } = await runVisleaf(
      "bench",
      write("bad.bsp", "VBSP, or not"),
      ...FEW_FRAMES,
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visleaf: BSP bad: /);
  });
});
