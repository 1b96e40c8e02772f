/** Opens a page with the built element on the software adapter. */

import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { makeZip } from "../formats/zip/make-zip.ts";
import { launchBrowser } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { FEW_PIXELS } from "../support/few-pixels.ts";
import { plainDemo } from "../support/page-server.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

const root = resolve(import.meta.dirname, "../..");

/** The policy that docs/embedding.md requires for the element with a poster, and nothing else. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self'";

export interface ElementPage {
  readonly page: Page;
  readonly browser: Browser;
  /**
   * The page's server: `/cdn/` has the built files, `/maps/` the plain demo, `/room.bsp` a small
   * map.
   */
  readonly site: StaticServer;
  /** Another origin with the same files, which allows every page to read. */
  readonly cdn: StaticServer;
  /** Errors of the page and its console since the last `show`. */
  readonly faults: string[];
  /** Opens a page with that markup; the element's scripts are the only ones. */
  show(body: string, options?: { script?: string; head?: string }): Promise<void>;
  close(): Promise<void>;
}

export async function openElementPage(policy = STRICT_POLICY): Promise<ElementPage> {
  const built: BuiltLibrary = await buildLibrary(["cdnMap", "cdnWorker", "cdnFileWorker"]);
  writeFileSync(join(built.folder, "room.bsp"), makeBsp());
  const rooms = ["maps/a.bsp", "maps/deep/b.bsp"].map((name) => ({ name, data: makeBsp() }));
  writeFileSync(join(built.folder, "rooms.zip"), makeZip(rooms));
  const folders = {
    "/cdn/": built.cdn,
    "/maps/": resolve(root, "assets"),
    "/maps/visleaf_demo.bsp": plainDemo(),
    "/pictures/": resolve(root, "docs/pictures"),
    "/": built.folder,
  };
  const site = await serveStatic({
    folders,
    headers: policy === "" ? {} : { "content-security-policy": policy },
  });
  const cdn = await serveStatic({ folders, headers: { "access-control-allow-origin": "*" } });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(45_000);
  await page.setViewport({ width: 320, height: 220, deviceScaleFactor: FEW_PIXELS });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return {
    page,
    browser,
    site,
    cdn,
    faults,
    async show(body, { script = "/cdn/visleaf-map.js", head = "" } = {}) {
      const module = `<script type="module" src="${script}"></script>`;
      site.pages.set(
        "/page",
        `<!doctype html><html lang="en"><title>Page</title>${head}${module}<body>${body}</body></html>`,
      );
      await page.goto("about:blank");
      faults.length = 0;
      site.requests.length = 0;
      await page.goto(`${site.origin}/page`);
      await page.waitForFunction(() => customElements.get("visleaf-map") !== undefined);
    },
    async close() {
      await browser.close();
      await site.close();
      await cdn.close();
      rmSync(built.folder, { recursive: true });
    },
  };
}
