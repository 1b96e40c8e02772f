/** Draws exported files with three.js in a headless browser. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../support/browser.ts";
import { buildScripts } from "../support/build-scripts.ts";
import { serveStatic } from "../support/static-server.ts";
import type { DrawRequest } from "./three-page/page.ts";

export interface ThreeDrawer {
  draw(glb: Uint8Array, request: Omit<DrawRequest, "url">): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openThreeDrawer(): Promise<ThreeDrawer> {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-three-"));
  const scripts = await buildScripts({ three: "test/export/three-page/page.ts" });
  const server = await serveStatic({ folders: { "/": scripts.folder, "/glb/": folder } });
  server.pages.set("/", '<!doctype html><script type="module" src="/three.js"></script><body>');
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction("'drawGltf' in window", { timeout: 45_000 });
  let count = 0;
  return {
    async draw(glb, request) {
      const name = `${count++}.glb`;
      writeFileSync(join(folder, name), glb);
      const asked: DrawRequest = { ...request, url: `/glb/${name}` };
      const rows = await page.evaluate(
        (one) => (window as unknown as { drawGltf(r: unknown): Promise<number[]> }).drawGltf(one),
        asked,
      );
      return Uint8Array.from(rows);
    },
    async close() {
      await browser.close();
      await server.close();
      scripts.dispose();
      rmSync(folder, { recursive: true });
    },
  };
}
