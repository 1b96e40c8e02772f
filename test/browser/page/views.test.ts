/** Surface views in a real browser: chosen in the panel, by a key, by a link; with their legend. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findView, VIEWS } from "../../../src/render/inspect/view-list.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("views of surfaces", () => {
  let driver: PageDriver;
  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.visit("&flight=off", "#camera=0,0,64,0,0&view=normals");
    await driver.page.waitForSelector("#view-legend:not([hidden])");
  });
  afterEach(() => expect(driver.faults).toEqual([]));
  afterAll(() => driver?.close());

  const chosen = () =>
    driver.page.$eval("#view-choice", (select) => (select as HTMLSelectElement).value);
  const setting = () => driver.page.evaluate("window.visleaf.settings.view");
  const legend = () =>
    driver.page.$$eval("#view-legend li", (rows) => rows.map((r) => r.textContent));

  it("are restored from a link, with their legend", async () => {
    expect(await setting()).toBe("normals");
    expect(await chosen()).toBe("normals");
    expect(await legend()).toEqual(findView("normals")!.legend.map(({ label }) => label));
    expect(await driver.text("#view-legend h2")).toBe("Normals");
    expect(await driver.isUnderNotes("#view-legend")).toBe(false);
  });

  it("are listed in the panel by groups, and can be chosen", async () => {
    const values = await driver.page.$$eval("#view-choice optgroup option", (options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    );
    expect(values).toEqual(VIEWS.map(({ name }) => name));
    await driver.page.select("#view-choice", "luxel-density");
    expect(await setting()).toBe("luxel-density");
    expect(await driver.text("#view-about")).toBe(findView("luxel-density")!.about);
    await driver.page.waitForFunction("location.hash.includes('view=luxel-density')");
  });

  it("are cycled by a key, and end with a click", async () => {
    await driver.page.select("#view-choice", VIEWS[0].name);
    await driver.page.focus("#view");
    await driver.page.keyboard.press("k");
    await driver.page.waitForFunction(`window.visleaf.settings.view === '${VIEWS[1].name}'`);
    await driver.page.keyboard.down("Shift");
    for (let i = 0; i < 2; i++) await driver.page.keyboard.press("K");
    await driver.page.keyboard.up("Shift");
    await driver.page.waitForFunction("window.visleaf.settings.view === ''");
    expect(await driver.isVisible("#view-legend")).toBe(false);
    await driver.page.select("#view-choice", "shaders");
    await driver.page.click("#view-legend button");
    expect(await setting()).toBe("");
    expect(await chosen()).toBe("");
    await driver.page.waitForFunction("!location.hash.includes('view=')");
  });
});
