/** Finds an installed Chrome or Chromium; installs nothing. */

import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** Environment variables that name a browser, most specific first. */
const BROWSER_VARIABLES = ["VISLEAF_BROWSER", "PUPPETEER_EXECUTABLE_PATH", "CHROME_PATH"] as const;

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const FIXED_PATHS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lists browsers that Puppeteer downloaded, newest first: `<cache>/chrome/<platform>-<version>/…`.
 */
function listPuppeteerBrowsers(): string[] {
  const cache = process.env.PUPPETEER_CACHE_DIR ?? join(homedir(), ".cache", "puppeteer");
  const names = ["chrome", "chrome.exe", "Google Chrome for Testing"];
  try {
    return readdirSync(join(cache, "chrome"), { recursive: true, encoding: "utf8" })
      .map((name) => join(cache, "chrome", name))
      .filter((path) =>
        names.some((name) => path.endsWith(`/${name}`) || path.endsWith(`\\${name}`)),
      )
      .filter((path) => isExecutable(path))
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  } catch {
    return [];
  }
}

/** Yields possible browser paths in order of preference, lazily: usually only the first is used. */
export function* listBrowsers(): Generator<string> {
  for (const name of BROWSER_VARIABLES) {
    const path = process.env[name];
    if (path && path !== "none") yield path;
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const command of COMMANDS) {
      const path = join(folder, command);
      if (isExecutable(path)) yield path;
    }
  }
  for (const path of FIXED_PATHS[process.platform] ?? []) if (isExecutable(path)) yield path;
  yield* listPuppeteerBrowsers();
}

/** Path of an installed browser; null if there is none, or if `VISLEAF_BROWSER` is `none`. */
export function findBrowser(): string | null {
  if (process.env.VISLEAF_BROWSER === "none") return null;
  return listBrowsers().next().value ?? null;
}
