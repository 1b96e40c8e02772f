/** Slots, texts and the poster of the built element. */

import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../support/browser.ts";
import { type ElementPage, openElementPage } from "./element-page.ts";

const map = (attributes: string, children = "") =>
  `<visleaf-map present="${present}" src="/room.bsp" ${attributes}>${children}</visleaf-map>`;

describe.skipIf(!hasBrowser)("<visleaf-map>'s own parts", () => {
  let on: ElementPage;
  let page: Page;
  beforeAll(async () => {
    on = await openElementPage();
    page = on.page;
  });
  afterAll(() => on?.close());

  const waitForMap = async (): Promise<void> => {
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
  };
  const isShown = (selector: string) =>
    page.$eval(selector, (each) => each.checkVisibility({ visibilityProperty: true }));
  const isPartShown = (part: string) =>
    page.$eval(
      "visleaf-map",
      (each, name) =>
        each
          .shadowRoot!.querySelector(`[part~=${name}]`)!
          .checkVisibility({ visibilityProperty: true }),
      part,
    );

  it("can be replaced by slots, and a page's progress needs no script", async () => {
    await on.show(
      map(
        'poster="/maps/none.png"',
        '<p slot="poster">My poster</p><progress slot="progress" value="1"></progress>' +
          '<p slot="error">My error</p><button slot="controls">Mine</button>',
      ),
    );
    expect(await isShown("[slot=poster]")).toBe(true);
    expect(await isShown("[slot=progress]")).toBe(false);
    expect(await isShown("[slot=error]")).toBe(false);
    await page.click("visleaf-map");
    await waitForMap();
    // The default parts never show beside the page's own.
    for (const part of ["poster", "progress", "error", "toolbar"]) {
      expect(await isPartShown(part), part).toBe(false);
    }
    await page.waitForFunction(
      () => !document.querySelector("[slot=poster]")!.checkVisibility({ visibilityProperty: true }),
    );
    expect(await isShown("[slot=controls]")).toBe(true);
    expect(
      await page.$eval("[slot=progress]", (each) =>
        getComputedStyle(each).getPropertyValue("--visleaf-progress"),
      ),
    ).toMatch(/^[01]\.\d{4}$/);
    await page.$eval("visleaf-map", (each) => each.setAttribute("src", "/missing.bsp"));
    await page.waitForFunction(() => document.querySelector("[slot=error]")!.checkVisibility());
  });

  it("shows a map that was loaded behind its poster when it is pressed", async () => {
    await on.show(map('autoplay reveal="interaction"', '<p slot="poster">Wait</p>'));
    await waitForMap();
    expect(await isShown("[slot=poster]")).toBe(true);
    expect(await isPartShown("canvas")).toBe(false);
    expect(await isPartShown("start")).toBe(true);
    await page.click("visleaf-map");
    await page.waitForFunction(
      () => !document.querySelector("[slot=poster]")!.checkVisibility({ visibilityProperty: true }),
    );
    expect(await isPartShown("canvas")).toBe(true);
    expect(await isPartShown("start")).toBe(false);
    await page.$eval("visleaf-map", (each) => each.showPoster());
    await page.waitForFunction(() =>
      document.querySelector("[slot=poster]")!.checkVisibility({ visibilityProperty: true }),
    );
    expect(await isPartShown("start")).toBe(true);
    expect(await isPartShown("canvas")).toBe(false);
  });

  it("has no start button if the page reveals the map itself", async () => {
    await on.show(map('reveal="manual"'));
    expect(await isPartShown("start")).toBe(false);
    await page.$eval("visleaf-map", (each) => each.dismissPoster().then(() => undefined));
    await waitForMap();
    expect(await isPartShown("canvas")).toBe(true);
  });

  it("speaks the page's texts as text, by element and by language", async () => {
    await on.show(`<div lang="de-AT">${map("")}</div>`);
    const label = () =>
      page.$eval("visleaf-map", (each) => {
        const start = each.shadowRoot!.querySelector("[part=start]")!;
        return [start.ariaLabel, each.shadowRoot!.querySelector("img, script:not([src])")?.id];
      });
    // The code is a text, because the test runner would rewrite the import.
    await page.evaluate(`import("/cdn/visleaf-map.js").then(({ defineStrings }) =>
      defineStrings("de", { open: "{kind} {name} öffnen", map: "Karte" }))`);
    await page.$eval("visleaf-map", (each) => each.setAttribute("loading", "x"));
    expect((await label())[0]).toBe("Karte room öffnen");
    const hostile = "<img id=bad src=x onerror=alert(1)>{name}";
    await page.$eval(
      "visleaf-map",
      (each, open) => {
        each.strings = { open, fullscreen: open, "error:failed": open };
        each.setAttribute("loading", "y");
      },
      hostile,
    );
    expect((await label())[0]).toBe("<img id=bad src=x onerror=alert(1)>room");
    await page.$eval("visleaf-map", (each) => each.setAttribute("src", "/missing.bsp"));
    await page.$eval("visleaf-map", (each) => each.start().then(() => undefined));
    await page.waitForFunction(
      () =>
        document.querySelector("visleaf-map")!.shadowRoot!.querySelector("[part=error-title]")!
          .textContent,
    );
    expect(
      await page.$eval("visleaf-map", (each) => [
        each.shadowRoot!.querySelector("[part=error-title]")!.textContent,
        each.shadowRoot!.querySelector("#bad"),
      ]),
    ).toEqual(["<img id=bad src=x onerror=alert(1)>missing", null]);
  });
});
