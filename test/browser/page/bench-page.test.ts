/** The benchmark's page, and recording a path for it. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseReport } from "../../../src/bench/report/parse-report.ts";
import { makeReport, makeRun } from "../../bench/plots/make-report.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const TINY = "&size=64x36&frames=4&repeat=1";
const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!hasBrowser)("the benchmark's page", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  const open = async (query: string): Promise<void> => {
    await driver.page.goto("about:blank");
    driver.faults = [];
    await driver.page.goto(`${driver.url}?bench${query}`);
    await driver.waitForState("bench");
  };
  const giveReports = async (...names: string[]): Promise<void> => {
    const input = await driver.page.$("#bench-report-files");
    const paths = names.map((name) => join(folder, name));
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
  };
  const waitForRows = (count: number) =>
    driver.page.waitForFunction(
      (wanted) => document.querySelectorAll("#bench-list li").length === wanted,
      {},
      count,
    );
  const waitForEnd = () => driver.page.waitForSelector("#bench-run:not(:disabled)");

  beforeAll(async () => {
    driver = await openPageDriver();
    writeFileSync(join(folder, "a.json"), JSON.stringify(makeReport([makeRun()])));
    writeFileSync(join(folder, "b.json"), JSON.stringify(makeReport([makeRun({ jsMs: 0.4 })])));
    writeFileSync(
      join(folder, "other.json"),
      JSON.stringify(makeReport([makeRun({ map: HOSTILE })])),
    );
    writeFileSync(join(folder, "bad.json"), '{"schema": "visleaf-bench/1", "runs": 7}');
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  it("measures the demo, shows the results, and exports them as JSON", async () => {
    await open(TINY);
    await driver.page.click("#bench-run");
    await driver.page.waitForSelector("#bench-cancel:not([hidden])");
    await waitForEnd();
    expect(await driver.isVisible("#alert")).toBe(false);
    expect(await driver.text("#bench-results h2")).toContain("visleaf_demo 64×36, 4 frames");
    for (const kind of ["frame-time", "histogram", "passes"]) {
      expect(await driver.isVisible(`.plot-${kind} svg.plot-picture`)).toBe(true);
    }
    expect(await driver.text("#bench-results thead th + th")).toBe("visleaf_demo");
    // The page is isolated, and its clock is as fine as the browser allows.
    expect(await driver.page.evaluate(() => crossOriginIsolated)).toBe(true);

    const client = await driver.browser.target().createCDPSession();
    await client.send("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      downloadPath: folder,
      eventsEnabled: true,
    });
    const saved = new Promise<string>((resolve) => {
      client.on("Browser.downloadProgress", ({ state, guid }) => {
        if (state === "completed") resolve(guid);
      });
    });
    await driver.page.click('#bench-list button[aria-label^="Save JSON"]');
    const report = parseReport(readFileSync(join(folder, await saved), "utf8"), "saved");
    expect(report.environment.backend).toBe("page");
    expect(report.environment.clockMs).toBeLessThan(0.02);
    expect(report.runs).toHaveLength(1);
    expect(report.runs[0]).toMatchObject({ map: "visleaf_demo", size: [64, 36], frames: 4 });
    expect(report.runs[0].samples.js).toHaveLength(4);
    expect(report.runs[0].triangles.submitted).toBeGreaterThan(100);
    expect(driver.faults).toEqual([]);
  });

  it("can be stopped, and run again", async () => {
    await open("&size=64x36&frames=5000&repeat=1");
    await driver.page.click("#bench-run");
    await driver.page.waitForSelector("#bench-cancel:not([hidden])");
    await driver.page.click("#bench-cancel");
    await waitForEnd();
    const told = `${await driver.text("#alert")} ${await driver.text("#toast")}`;
    expect(told).toMatch(/stopped/i);
    expect(await driver.isVisible("#bench-progress")).toBe(false);
  });

  it("reports a size beyond the device's limit, and an invalid size", async () => {
    await open("&size=99999x16&frames=1&repeat=1");
    await driver.page.click("#bench-run");
    await driver.page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-detail")).toMatch(/draws up to \d+x\d+, not 99999x16/);
    await driver.page.$eval("#bench-size", (input) => {
      (input as HTMLInputElement).value = "wide";
    });
    await driver.page.click("#bench-run");
    const isValid = await driver.page.$eval("#bench-form", (form) =>
      (form as HTMLFormElement).checkValidity(),
    );
    expect(isValid).toBe(false);
  });

  it("opens and compares reports, and refuses reports that are not comparable", async () => {
    await open("");
    await giveReports("a.json", "b.json");
    await waitForRows(2);
    expect(await driver.page.$(".plot-comparison")).toBeNull();
    await driver.page.click("#bench-compare");
    expect(await driver.text(".plot-comparison svg.plot-picture")).toContain("×2.00");

    await giveReports("other.json");
    await waitForRows(3);
    expect(await driver.text("#bench-results h2")).toContain(HOSTILE);
    expect(await driver.page.$("#bench-results img")).toBeNull();
    await driver.page.click("#bench-compare");
    expect(await driver.text("#alert-detail")).toContain("no run in common");

    await giveReports("bad.json");
    await driver.page.waitForFunction(() =>
      document.querySelector("#alert-detail")?.textContent?.includes("bad.json"),
    );
    await waitForRows(3);
    expect(driver.faults).toEqual([]);
  });

  it("shows a frame's value under the pointer and by the arrow keys, and fits a phone", async () => {
    await open("");
    await giveReports("a.json");
    await waitForRows(1);
    const hits = await driver.page.$$(".plot-on-log .plot-hit");
    const opacity = () => hits[20].$eval("text", (text) => getComputedStyle(text).opacity);
    expect(await opacity()).toBe("0");
    await (await hits[20].$("rect"))!.hover();
    expect(await opacity()).toBe("1");
    await driver.page.$eval(".plot-on-log .plot-picture", (picture) =>
      (picture as SVGElement).focus(),
    );
    await driver.page.keyboard.press("ArrowRight");
    await driver.page.keyboard.press("ArrowRight");
    const second = await hits[1].$eval("text", (text) => text.textContent);
    expect(second).toMatch(/^frames? \d.* JS [\d.]+ ms · GPU [\d.]+ ms$/);
    expect(await driver.text("#bench-live")).toBe(second);

    expect(await driver.isVisible(".plot-on-linear svg")).toBe(false);
    await driver.page.click(".plot-choose-linear");
    expect(await driver.isVisible(".plot-on-linear svg")).toBe(true);
    expect(await driver.isVisible(".plot-on-log svg")).toBe(false);

    await driver.page.setViewport({ width: 390, height: 844 });
    await driver.page.waitForSelector('.plot-picture[width="340"]');
    const { scroll, client } = await driver.page.$eval("#bench", (main) => {
      return { scroll: main.scrollWidth, client: main.clientWidth };
    });
    expect(scroll).toBe(client);
  });

  it("uses a path that was recorded while flying", async () => {
    await driver.page.setViewport({ width: 400, height: 240 });
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await driver.page.keyboard.press("r");
    await driver.holdKey("KeyW", 4);
    await driver.page.keyboard.press("r");
    expect(await driver.text("#recording-text")).toMatch(/^Recorded \d+\.\d s\.$/);
    const end = await driver.camera();
    await driver.page.click("#recording-play");
    await driver.drawFrames(2);
    const played = await driver.camera();
    expect(Math.hypot(played.x - end.x, played.y - end.y)).toBeGreaterThan(1);

    await Promise.all([driver.page.waitForNavigation(), driver.page.click("#recording-bench")]);
    await driver.waitForState("bench");
    const chosen = await driver.page.$eval(
      "#bench-path",
      (select) => (select as HTMLSelectElement).selectedOptions[0].textContent,
    );
    expect(chosen).toMatch(/^recorded on visleaf_demo, \d+\.\d s$/);
    expect(driver.faults).toEqual([]);
  });
});
