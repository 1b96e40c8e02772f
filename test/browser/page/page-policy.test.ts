/** The built page under its own Content Security Policy: normal use does not violate it. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PAGE_POLICY } from "../../../src/cli/serve/page-policy.ts";
import { type FolderServer, serveFolder } from "../../../src/cli/serve/serve-folder.ts";
import { writeTree } from "../../cli/serve-helpers.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser, present } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { builtDemo, builtPage, plainDemo } from "../../support/page-server.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";

const _root = resolve(import.meta.dirname, "../../..");
const TIMEOUT = 90_000;

describe.skipIf(!hasBrowser)("the built page's policy", () => {
  const base = mkdtempSync(join(tmpdir(), "visleaf-policy-"));
  let outDir = "";
  let served: FolderServer;
  /** A plain web server without extra headers, which allows other origins to read. */
  let hosted: StaticServer;
  let browser: Browser;
  let page: Page;
  const violations: string[] = [];

  beforeAll(async () => {
    outDir = builtPage();
    const maps = writeTree(join(base, "maps"), {
      "room.bsp": makeBsp(),
      "content/materials/brick/brickwall001a.vmt": "LightmappedGeneric {}",
    });
    served = await serveFolder(maps, { port: 0, pageFolder: outDir, onBroken: () => undefined });
    hosted = await serveStatic({
      folders: { "/": outDir, [builtDemo()]: plainDemo(), "/maps/": maps },
      headers: { "access-control-allow-origin": "*" },
    });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewport({ width: 640, height: 400, deviceScaleFactor: FEW_PIXELS });
    await page.exposeFunction("tellViolation", (text: string) => void violations.push(text));
    await page.evaluateOnNewDocument(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
        const { tellViolation } = window as unknown as { tellViolation(text: string): void };
        tellViolation(`${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
      });
    });
    // Violations in the worker, which has a separate policy, appear only in the console.
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    page.on("workercreated", (worker) => {
      worker.on("console", (message) => {
        if (/Content Security Policy/.test(message.text())) violations.push(message.text());
      });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await hosted?.close();
    rmSync(base, { recursive: true });
  });
  afterEach(() => {
    expect(violations.splice(0)).toEqual([]);
  });

  const visit = (origin: string, query: string) =>
    page.goto(`${origin}/?present=${present}${query}`);
  const waitForMap = (name: string) =>
    page.waitForFunction(
      (wanted) => window.visleaf?.map?.name === wanted && window.visleaf.summary !== null,
      {},
      name,
    );

  it("precedes every script in its HTML", () => {
    for (const name of ["index.html", "src/bench/page/index.html", "src/video/page/index.html"]) {
      const html = readFileSync(join(outDir, name), "utf8").replaceAll("&#39;", "'");
      const at = html.indexOf(`http-equiv="Content-Security-Policy" content="${PAGE_POLICY}"`);
      expect(at).toBeGreaterThan(0);
      expect(html.search(/<(script|link|style)/)).toBeGreaterThan(at);
    }
  });

  it("is kept by the demo, its dialogs, pictures and links", async () => {
    await visit(hosted.origin, "");
    await waitForMap("visleaf_demo");
    await page.keyboard.press("m");
    await page.waitForSelector("#library[open]");
    await page.keyboard.press("Escape");
    await page.keyboard.press("i");
    await page.waitForSelector(".file-treemap rect");
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('dialog[open]') === null");
    await page.$eval("#share", (button) => (button as HTMLElement).click());
    await page.waitForFunction("document.querySelector('.share-card img')?.naturalWidth > 0");
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('.share-card') === null");
    for (const key of ["?", "Escape", "h", "p", "l", "f", "v"])
      await page.keyboard.press(key as "h");
    await page.waitForSelector("#video[open]");
  });

  it("allows the film that is shown without WebGPU", async () => {
    const bare = await browser.newPage();
    await bare.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
    });
    await bare.goto(`${hosted.origin}/`);
    await bare.waitForSelector("#unsupported:not([hidden])");
    await bare.waitForFunction(() => {
      const film = document.querySelector<HTMLImageElement>("#unsupported-film img")!;
      return film.complete && film.naturalWidth === 640 && film.checkVisibility();
    });
    await bare.close();
    await page.bringToFront();
  });

  it("is kept by a video", async () => {
    await visit(hosted.origin, "");
    await waitForMap("visleaf_demo");
    await page.evaluate(() => {
      const poses = [
        [0, 250, -900, 120, -6, 128],
        [0.2, 200, -860, 120, -6, 140],
      ];
      const path = { format: "visleaf-path/1", map: "visleaf_demo", fov: 75, poses };
      const fetched = window.fetch;
      window.fetch = async (input, init) =>
        /flight.*json|^data:application\/json/.test(String(input))
          ? Response.json(path)
          : fetched(input, init);
    });
    await page.keyboard.press("v");
    await page.waitForSelector("#video[open]");
    await page.evaluate(() => {
      const size = document.getElementById("video-size") as HTMLSelectElement;
      size.add(new Option("small", "160x90", true, true));
      size.dispatchEvent(new Event("change"));
      const seconds = document.getElementById("video-seconds") as HTMLInputElement;
      seconds.value = "0.2";
      seconds.dispatchEvent(new Event("input"));
      seconds.dispatchEvent(new Event("change"));
    });
    await page.waitForFunction(() => document.getElementById("video-told")!.textContent !== "");
    await page.click("#video-start");
    await page.waitForSelector("#video-done:not([hidden])");
    await page.waitForFunction(() => {
      const video = document.getElementById("video-player") as HTMLVideoElement;
      return video.readyState >= HTMLMediaElement.HAVE_METADATA;
    });
  });

  it("is kept by the benchmark with its plots, and by the support page", async () => {
    await visit(served.origin, "&bench&size=64x36&frames=4&repeat=1");
    await page.waitForSelector("#bench-run:not(:disabled)");
    await page.click("#bench-run");
    await page.waitForSelector("#bench-cancel:not([hidden])");
    await page.waitForSelector("#bench-results .plot-histogram svg");
    await page.click("#bench-save-page");
    await visit(hosted.origin, "&support");
    await page.waitForSelector("#support-limits tr");
  });

  it("allows maps of other hosts, and of visleaf serve, with their content", async () => {
    const { origin } = hosted;
    for (const [site, map, content] of [
      [served.origin, "/maps/room.bsp", "/content/"],
      [served.origin, `${origin}/maps/room.bsp`, `${origin}/maps/content/`],
    ]) {
      await visit(site, `&map=${encodeURIComponent(map)}&content=${encodeURIComponent(content)}`);
      await waitForMap("room");
      const missing = await page.evaluate(() =>
        window.visleaf!.summary!.warnings.map((warning) => warning.subject),
      );
      expect(missing).not.toContain("materials/brick/brickwall001a.vmt");
    }
    await page.goto(`${served.origin}/maps/`);
    // The policy allows the gallery's style and its script.
    expect(await page.$eval("body", (top) => getComputedStyle(top).maxWidth)).toBe("1408px");
    await page.type("input", "no such map");
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>("#maps li")].every((one) => one.hidden),
    );
  });

  it("blocks foreign scripts, and reports them", async () => {
    await visit(hosted.origin, "&start=empty");
    await page.waitForFunction("window.visleaf !== undefined");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.wasRun = true";
      document.head.append(script);
      const image = new Image();
      image.src = "https://a.example/a.png";
      const frame = document.createElement("iframe");
      frame.src = "https://a.example/";
      document.body.append(image, frame);
    });
    expect(await page.evaluate("window.wasRun")).toBeUndefined();
    await page.waitForFunction(() => true);
    const heard = violations.splice(0).join("\n");
    for (const directive of ["script-src", "img-src", "default-src|frame-src"]) {
      expect(heard).toMatch(new RegExp(directive));
    }
  });

  it("is sent by visleaf serve, which forbids framing, and allows nothing in data responses", async () => {
    const policyOf = async (path: string) =>
      (await fetch(served.origin + path)).headers.get("content-security-policy");
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(
      readFileSync(join(outDir, "index.html"), "utf8"),
    )![1];
    for (const path of ["/?start=empty", script]) {
      expect(await policyOf(path)).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`);
    }
    const data = ["/maps/room.bsp", "/content/materials/brick/brickwall001a.vmt", "/maps.json"];
    for (const path of [...data, "/nothing"]) {
      expect(await policyOf(path)).toMatch(/^default-src 'none'; sandbox;/);
    }
    expect(await policyOf("/maps/")).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[^;]*; script-src 'sha256-/,
    );
  });
});
