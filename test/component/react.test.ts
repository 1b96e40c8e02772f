/** The React component in a page built by Vite, and rendered on a server. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "puppeteer";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

const root = resolve(import.meta.dirname, "../..");

const APP = `
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { VisleafMap } from "visleaf/react";

window.log = [];
function App() {
  const [noUi, setNoUi] = useState(false);
  window.setNoUi = setNoUi;
  const say = (name) => () => window.log.push(name + (noUi ? "!" : ""));
  return h(VisleafMap, {
    ...{ src: "/room.bsp", autoplay: true, present: "${present}", minFov: 40, noUi, className: "wide" },
    ...{ strings: { playFlight: "Los" }, ref: (map) => (window.map = map) },
    ...{ onReady: say("ready"), onScene: say("scene"), onLoad: say("load"), onError: say("error") },
    onCameraChange: say("camera"),
  }, h("button", { slot: "hotspot-1", "data-at": "0 0 0" }, "Here"));
}
window.root = createRoot(document.getElementById("app"));
window.root.render(h(StrictMode, null, h(App)));
`;

interface AppWindow {
  readonly log: string[];
  readonly map: HTMLElementTagNameMap["visleaf-map"] | null;
  readonly root: { unmount(): void };
  setNoUi(is: boolean): void;
}

describe.skipIf(!hasBrowser)("visleaf/react", () => {
  let built: BuiltLibrary;
  let folder: string;
  let site: StaticServer;
  let browser: Browser;
  beforeAll(async () => {
    built = await buildLibrary();
    symlinkSync(join(root, "node_modules"), join(built.folder, "node_modules"));
    mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
    folder = mkdtempSync(join(root, "node_modules/.cache/visleaf-react-"));
    writeFileSync(join(folder, "main.js"), APP);
    const page =
      '<!doctype html><div id="app"></div><script type="module" src="/main.js"></script>';
    writeFileSync(join(folder, "index.html"), page);
    const { NODE_ENV } = process.env;
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      resolve: {
        alias: { "visleaf/react": join(built.lib, "react.js") },
        dedupe: ["react", "react-dom"],
      },
    });
    process.env.NODE_ENV = NODE_ENV;
    writeFileSync(join(folder, "dist/room.bsp"), makeBsp());
    site = await serveStatic({ folders: { "/": join(folder, "dist") } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (folder) rmSync(folder, { recursive: true });
    if (built) rmSync(built.folder, { recursive: true });
  });

  it("takes React from the page, and is for clients", () => {
    const code = readFileSync(join(built.lib, "react.js"), "utf8");
    expect(code).toMatch(/^\s*["']use client["']/);
    expect(code).toMatch(/from "react"/);
    expect(code).not.toMatch(/react\.production|ReactCurrentDispatcher/);
  });

  it("renders its markup on a server, without the DOM", async () => {
    const { VisleafMap } = await import(
      /* @vite-ignore */ pathToFileURL(join(built.lib, "react.js")).href
    );
    const props = { src: "/a.bsp", autoplay: true, noUi: false, cameraBounds: "map", onLoad() {} };
    expect(renderToString(createElement(VisleafMap, props))).toBe(
      '<visleaf-map src="/a.bsp" autoplay="" camera-bounds="map"></visleaf-map>',
    );
  });

  it("shows a map, passes properties and events, and leaves nothing behind", async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.setViewport({ width: 320, height: 220 });
    await page.goto(`${site.origin}/`);
    await page.waitForFunction(`window.map?.viewer?.summary`);
    const state = await page.evaluate(() => {
      const { map, log } = window as unknown as AppWindow;
      return { html: map!.outerHTML, log, strings: map!.strings };
    });
    expect(state.html).toBe(
      `<visleaf-map src="/room.bsp" autoplay="" present="${present}" min-fov="40" class="wide">` +
        '<button slot="hotspot-1" data-at="0 0 0">Here</button></visleaf-map>',
    );
    expect(state.strings).toEqual({ playFlight: "Los" });
    const once = state.log.filter((name) => name !== "camera");
    expect(once).toEqual(["ready", "scene", "load"]);
    // The latest handlers are called.
    await page.evaluate(() => (window as unknown as AppWindow).setNoUi(true));
    await page.waitForFunction(`window.map.hasAttribute("no-ui")`);
    await page.evaluate(() => {
      const { map } = window as unknown as AppWindow;
      map!.viewer!.camera = { x: map!.viewer!.camera.x + 8 };
    });
    await page.waitForFunction(`window.log.at(-1) === "camera!"`);
    await page.evaluate(() => (window as unknown as AppWindow).root.unmount());
    await page.waitForFunction(`window.map === null && !document.querySelector("visleaf-map")`);
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
    expect(faults).toEqual([]);
  });
});
