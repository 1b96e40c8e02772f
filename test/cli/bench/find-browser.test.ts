import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findBrowser, listBrowsers } from "../../../src/cli/bench/find-browser.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-browsers-"));
afterAll(() => rmSync(folder, { recursive: true }));

function makeBrowser(...names: string[]): string {
  const path = join(folder, ...names);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "");
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(process.platform === "win32")("the search for a browser", () => {
  beforeEach(() => {
    for (const name of ["VISLEAF_BROWSER", "PUPPETEER_EXECUTABLE_PATH", "CHROME_PATH"]) {
      vi.stubEnv(name, undefined);
    }
    vi.stubEnv("PATH", join(folder, "nothing"));
    vi.stubEnv("PUPPETEER_CACHE_DIR", join(folder, "cache"));
  });
  afterEach(() => vi.unstubAllEnvs());

  it("begins with the environment variables, VISLEAF_BROWSER first", () => {
    vi.stubEnv("CHROME_PATH", "/c");
    expect(findBrowser()).toBe("/c");
    vi.stubEnv("PUPPETEER_EXECUTABLE_PATH", "/b");
    expect(findBrowser()).toBe("/b");
    vi.stubEnv("VISLEAF_BROWSER", "/a");
    expect(findBrowser()).toBe("/a");
    expect([...listBrowsers()].slice(0, 3)).toEqual(["/a", "/b", "/c"]);
  });

  it("ends without a browser if VISLEAF_BROWSER=none", () => {
    vi.stubEnv("CHROME_PATH", "/c");
    vi.stubEnv("VISLEAF_BROWSER", "none");
    expect(findBrowser()).toBeNull();
  });

  it("searches the PATH in order for executables", () => {
    const first = makeBrowser("first", "google-chrome");
    makeBrowser("second", "chromium");
    const plain = makeBrowser("plain", "chromium");
    chmodSync(plain, 0o644);
    vi.stubEnv("PATH", ["plain", "first", "second"].map((name) => join(folder, name)).join(":"));
    expect(findBrowser()).toBe(first);
  });

  it("prefers the newest of Puppeteer's downloads", () => {
    const older = makeBrowser("cache/chrome/linux-99.0.1/chrome-linux64/chrome");
    const newer = makeBrowser("cache/chrome/linux-148.0.7/chrome-linux64/chrome");
    const found = [...listBrowsers()].filter((path) => path.startsWith(folder));
    expect(found).toEqual([newer, older]);
  });
});
