/** Foreign, broken or newer data in the browser's storage: the page still works. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { builtDemo, builtPage } from "../../support/page-server.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

describe.skipIf(!hasBrowser)("junk in the browser's storage", () => {
  let driver: PageDriver;
  let said: string[] = [];
  beforeAll(async () => {
    driver = await openPageDriver();
    // With fewer pixels the page sometimes hung here, over names of two million letters.
    await driver.page.setViewport({ width: 800, height: 500, deviceScaleFactor: 0.4 });
    driver.page.on("console", (message) => said.push(message.text()));
  });
  afterAll(() => driver?.close());
  // Opens a file of the page's origin instead of the page, which would keep the databases open.
  beforeEach(async () => {
    const file = readdirSync(join(builtPage(), "assets")).find((name) => name.endsWith(".json"));
    await driver.page.goto(`${driver.url}assets/${file}`);
  });

  /** Stores values that no version of the page wrote, each under a key, as a whole or as rows. */
  const fill = (version: number | undefined) =>
    driver.page.evaluate(async (version) => {
      const huge = "x".repeat(2_000_000);
      const rows = [null, 7, huge, [], {}, { name: huge, map: huge }, { name: "a", kind: "url" }];
      const values: unknown[] = [7, "text", null, { length: 5 }, new Map(), new Date(), rows];
      const keys = ["folders", "recents", "bookmarks", "seen"];
      const open = () =>
        new Promise<IDBDatabase>((done, fail) => {
          const request = indexedDB.open("visleaf", version);
          request.onupgradeneeded = () => {
            const { result } = request;
            if (version === undefined) result.createObjectStore("page");
            else result.createObjectStore("another");
          };
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
        });
      await new Promise((done) => {
        indexedDB.deleteDatabase("visleaf").onsuccess = done;
      });
      const db = await open();
      if (version === undefined) {
        const store = db.transaction("page", "readwrite").objectStore("page");
        for (const [i, key] of keys.entries()) store.put(values[(i * 2) % values.length], key);
        await new Promise((done) => {
          const { transaction } = store;
          transaction.oncomplete = done;
          store.put(rows, "recents");
        });
      }
      db.close();
      localStorage.setItem("visleaf-path", huge);
      localStorage.setItem("visleaf-panel", "{");
      for (const rest of ["{", "[]", "[1,2,3,4]", '["https://a.example/",-1,null,null]']) {
        await caches.open(`visleaf-bytes ${rest}`);
      }
    }, version);

  it.each([
    ["invalid rows", undefined],
    ["a database of another version", 7],
  ])("(%s) causes no unhandled error", async (_, version) => {
    await fill(version);
    said = [];
    await driver.visit("");
    await driver.waitForMap("visleaf_demo");
    await driver.page.keyboard.press("m");
    await driver.page.waitForSelector("#library[open]");
    await driver.page.waitForFunction(
      () => document.querySelector("#cache-text")?.textContent !== "",
    );
    expect(driver.faults).toEqual([]);
    const dropped = said.filter((line) => line.includes("unreadable entries of"));
    if (version === undefined) expect(dropped.join()).toContain('"recents"');
    // Each warning appears once.
    expect(new Set(dropped).size).toBe(dropped.length);
  });

  it("gives way to new rows", async () => {
    await fill(undefined);
    const url = new URL(builtDemo(), driver.url).href;
    const map = builtDemo().slice("/assets/".length, -".bsp".length);
    await driver.visit(`&flight=off&map=${url}`);
    await driver.waitForMap(map);
    const kept = () =>
      driver.page.evaluate(async () => {
        const { result } = await new Promise<Event>((done) => {
          indexedDB.open("visleaf").onsuccess = done;
        }).then(({ target }) => target as IDBOpenDBRequest);
        const store = result.transaction("page").objectStore("page");
        const read = (key: string) =>
          new Promise((done) => {
            const request = store.get(key);
            request.onsuccess = () => done(request.result);
          });
        const [recents, seen] = await Promise.all([read("recents"), read("seen")]);
        result.close();
        return { recents, seen };
      });
    // The recent map, and the dismissed hint about flying.
    const recent = { kind: "url", name: map, url };
    await expect
      .poll(kept, { timeout: 30_000 })
      .toMatchObject({ recents: [recent], seen: ["flying"] });
    expect(driver.faults).toEqual([]);
  });
});
