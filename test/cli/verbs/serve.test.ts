/** `visleaf serve` as a whole: the built page with a map and its content in a browser. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/run-command.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser, present } from "../../support/browser.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-serve-"));
afterAll(() => rmSync(base, { recursive: true }));

describe("the command line of visleaf serve", () => {
  it.each([
    ["no folder", [], "wants one folder"],
    ["no port", [base, "--port", "x"], "--port is 0 to 65535"],
    ["a port too high", [base, "--port", "65536"], "--port is 0 to 65535"],
  ])("%s ends in 1", async (_, args, says) => {
    const { code, stdout, stderr } = await runVisleaf("serve", ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(says);
  });
});

/** Starts the command; returns the printed lines and a promise of the exit code. */
async function startServe(...args: string[]) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const code = runCommand(["serve", ...args]).finally(() => {
    log.mockRestore();
    error.mockRestore();
  });
  await Promise.race([vi.waitUntil(() => lines.length === 2, { timeout: 50_000 }), code]);
  return { lines, code };
}

describe.skipIf(!hasBrowser)("visleaf serve", () => {
  it("opens a map with its content in a browser, until it is interrupted", async () => {
    writeTree(base, {
      "room.bsp": makeBsp(),
      "content/Materials/Brick/BrickWall001a.vmt": "LightmappedGeneric {}",
    });
    const { lines, code } = await startServe(base, "--port", "0");
    const [url, found] = lines;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?map=\/maps\/room\.bsp&content=\/content\/$/);
    expect(found).toMatch(/: 1 map, content in 1 place$/);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const answers = new Map<string, number>();
      page.on("response", (answer) => answers.set(new URL(answer.url()).pathname, answer.status()));
      await page.goto(`${url}&present=${present}`);
      // Only the benchmark's page is isolated, because a map's content may come from other hosts.
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
      await page.waitForFunction(() => document.title.startsWith("room"), { timeout: 45_000 });
      await page.waitForFunction(() => window.visleaf?.summary, { timeout: 45_000 });
      const missing = await page.evaluate(() =>
        window.visleaf?.summary?.warnings.map((warning) => warning.subject),
      );
      expect(missing).toContain("materials/dev/dev_measurewall01a.vmt");
      expect(missing).not.toContain("materials/brick/brickwall001a.vmt");
      expect(answers.get("/")).toBe(200);
    } finally {
      await browser.close();
      process.emit("SIGINT");
    }
    expect(await code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});
