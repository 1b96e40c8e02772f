/** Maps over HTTP in a real browser, with its worker, CORS rules and Cache Storage. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "../../support/browser.ts";
import { type BuiltScripts, buildScripts } from "../../support/build-scripts.ts";
import { type RangeServer, type ServedFile, serveRanges } from "../../support/range-server.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");

interface Outcome {
  readonly events: string[];
  readonly error: string | null;
  readonly readTold: number;
}

/** Loads a map in the page, in a separate worker. */
function loadInPage(page: Page, map: { url?: string }, cancelAt: string | null = null) {
  return page.evaluate(
    async ({ url }, stop): Promise<Outcome> => {
      const loader = new window.visleafTest.MapLoader();
      const events: string[] = [];
      let readTold = 0;
      let error: string | null = null;
      const map = { name: "demo", ...(url ? { url } : { blob: window.visleafTest.file }) };
      const options = {
        name: "demo",
        side: "hdr",
        textureCompressionBc: true,
        maxTextureDimension: 8192,
      } as const;
      try {
        await loader.load({ type: "load", map, content: [], options }, (event) => {
          if (event.type === "progress" && event.stage === "read") readTold = event.done;
          if (!events.includes(event.type)) events.push(event.type);
          if (event.type === stop) loader.cancel();
        });
      } catch (cause) {
        error =
          (cause as Error).name === "Error" ? (cause as Error).message : (cause as Error).name;
      }
      // Fetched bytes are cached after the load; the worker that does it ends with the loader.
      for (let last = -1, now = 0; last !== now && stop === null; ) {
        last = now;
        await new Promise((resolve) => setTimeout(resolve, 500));
        now = (await window.visleafTest.cache.usage()).byteLength;
      }
      loader.destroy();
      return { events, error, readTold };
    },
    map,
    cancelAt,
  );
}

/** Returns a load's events without "texture": textures come between the others, in no fixed place. */
function withoutTextures<T extends { readonly events: readonly string[] }>(load: T) {
  expect(load.events).toContain("texture");
  return { ...load, events: load.events.filter((name) => name !== "texture") };
}

const cacheUsage = (page: Page) =>
  page.evaluate(async () => {
    const { byteLength, files } = await window.visleafTest.cache.usage();
    return { byteLength, count: files.length };
  });

describe.skipIf(!hasBrowser || !existsSync(DEMO))("a map over HTTP in a browser", () => {
  const bytes = existsSync(DEMO) ? new Uint8Array(readFileSync(DEMO)) : new Uint8Array(0);
  const all = [
    "progress",
    "scene",
    "materials",
    "details",
    "collision",
    "sky",
    "lightpatterns",
    "detailprops",
    "decals",
    "emitters",
    "props",
    "shadows",
    "done",
  ];
  let browser: Browser;
  let site: StaticServer;
  let scripts: BuiltScripts;
  let maps: RangeServer;
  let page: Page;

  const serve = (name: string, headers: Record<string, string>, more: Partial<ServedFile> = {}) => {
    maps.files.set(`/${name}`, { bytes, headers, etag: `"${name}"`, ...more });
    maps.reset();
    return `${maps.origin}/${name}`;
  };
  const open = { "access-control-allow-origin": "*" };
  const exposed = { ...open, "access-control-expose-headers": "etag, content-range" };

  beforeAll(async () => {
    // Built, because from source each load would fetch the worker's hundreds of modules again.
    scripts = await buildScripts({ load: "test/browser/opening/load-page.ts" });
    [browser, site, maps] = await Promise.all([
      launchBrowser(),
      serveStatic({ folders: { "/": scripts.folder } }),
      serveRanges(),
    ]);
    site.pages.set("/", '<!doctype html><script type="module" src="/load.js"></script>');
    page = await browser.newPage();
    await page.goto(site.origin);
    await page.waitForFunction(() => window.visleafTest !== undefined);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await maps?.close();
    scripts?.dispose();
  });

  it("is read in parts from another site without a preflight, and cached", async () => {
    const url = serve("kept.bsp", exposed);
    const before = (await cacheUsage(page)).byteLength;
    const first = await loadInPage(page, { url });
    expect(withoutTextures(first)).toMatchObject({ events: all, error: null });
    expect(first.readTold).toBeGreaterThan(100_000);
    expect(new Set(maps.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(maps.sent).toBeLessThan(bytes.length);
    const { sent } = maps;
    expect((await cacheUsage(page)).byteLength - before).toBeGreaterThanOrEqual(sent);

    maps.reset();
    const second = await loadInPage(page, { url });
    expect(withoutTextures(second)).toMatchObject({ events: all, error: null });
    expect(maps.requests.map(({ sent, range }) => [sent, range])).toEqual([[1, "bytes=0-0"]]);

    // After the file changes, none of the old file is shown.
    serve("kept.bsp", exposed, { etag: '"new"' });
    expect(await loadInPage(page, { url })).toMatchObject({ error: null });
    expect(maps.sent).toBeGreaterThan(1_000_000);
  });

  it("needs no more than one CORS header to be read in parts", async () => {
    const url = serve("bare.bsp", open);
    expect(withoutTextures(await loadInPage(page, { url }))).toMatchObject({
      events: all,
      error: null,
    });
    expect(maps.requests.map(({ method }) => method).slice(0, 3)).toEqual(["GET", "HEAD", "GET"]);
    expect(maps.sent).toBeLessThan(bytes.length);
  });

  it("names the missing header if the other site does not allow reading", async () => {
    const { error } = await loadInPage(page, { url: serve("closed.bsp", {}) });
    expect(error).toBe(
      `${maps.origin}/closed.bsp cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: ${site.origin}" (or *)`,
    );
  });

  it("can be cancelled early and late, and the next load works", async () => {
    const url = serve("cancelled.bsp", exposed);
    for (const stop of ["progress", "scene", "texture"]) {
      const { error, events } = await loadInPage(page, { url }, stop);
      expect(error, stop).toBe("CancelledError");
      expect(events.at(-1), stop).toBe(stop);
    }
    expect(withoutTextures(await loadInPage(page, { url }))).toMatchObject({
      events: all,
      error: null,
    });
  });

  it("is the same from a file", async () => {
    await page.evaluate(
      async (url) => {
        const response = await fetch(url);
        window.visleafTest.file = await response.blob();
      },
      serve("file.bsp", open),
    );
    expect(withoutTextures(await loadInPage(page, {}))).toMatchObject({ events: all, error: null });
  });

  it("leaves nothing in the cache after clearing", async () => {
    expect((await cacheUsage(page)).count).toBeGreaterThan(0);
    await page.evaluate(() => window.visleafTest.cache.clear());
    expect(await cacheUsage(page)).toEqual({ byteLength: 0, count: 0 });
  });
});
