/** A running map in a real browser: time, event log, inputs by hand, graph of outputs. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

/** A room with a door that a `logic_auto` opens, and a relay whose target does not exist. */
function makeMachine(): Uint8Array {
  const door = makeEntity(
    { classname: "func_door", targetname: "door", movedir: "0 90 0", speed: "100", wait: "-1" },
    { solids: [makeBox([200, 128, 0], [216, 192, 96])] },
  );
  const auto = pointEntity("logic_auto", [64, 128, 32], { OnMapSpawn: "door,Open,,1,-1" });
  const relay = pointEntity("logic_relay", [64, 192, 32], {
    targetname: "relay",
    OnTrigger: "ghost,Kill,,0,-1",
  });
  const start = pointEntity("info_player_start", [64, 64, 16], { angles: "0 45 0" });
  return compile(makeVmf(makeRoom([0, 0, 0], [256, 256, 128]), [start, auto, relay, door])).bytes;
}

describe.skipIf(!hasBrowser)("a running map", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const path = join(folder, "machine.bsp");
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(path, makeMachine());
    driver = await openPageDriver();
    page = driver.page;
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("machine");
  });
  afterAll(async () => {
    expect(driver?.faults ?? []).toEqual([]);
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const press = (text: string) =>
    page.$$eval(
      "#simulation button",
      (all, wanted) => all.find(({ textContent }) => textContent === wanted)?.click(),
      text,
    );
  const log = () =>
    page.$$eval("#simulation .event-rows button", (rows) =>
      rows.map((row) => row.title.split("\n").slice(1).join("|")),
    );
  const seek = (seconds: number) =>
    page.$eval(
      "#simulation input[type=range]",
      (slider, value) => {
        (slider as HTMLInputElement).value = String(value);
        slider.dispatchEvent(new Event("input"));
      },
      seconds,
    );

  it("plays by itself, is paused, and is scrubbed to any time", async () => {
    await page.waitForFunction("visleaf.simulation?.isPlaying");
    await page.keyboard.press(";");
    await page.waitForSelector("#simulation:not([hidden])");
    await page.waitForFunction("visleaf.simulation.eventCount > 0");
    await press("Pause");
    await seek(3);
    expect(await driver.text(".simulation-clock")).toBe("3.00 s");
    expect(await log()).toEqual([
      "logic_auto OnMapSpawn|door.Open() after 1 s",
      "logic_auto OnMapSpawn|door.Open()",
    ]);
    const matrix = () => page.evaluate("visleaf.simulation.entityAt(4).origin[1]");
    expect(await matrix()).toBe(64);
    await seek(0);
    expect([await matrix(), await log()]).toEqual([0, []]);
  });

  it("takes inputs from the entity list, and says why one has no effect", async () => {
    await page.keyboard.press(",");
    await page.waitForSelector("#marks:not([hidden])");
    await page.$$eval(".entity-rows button", (all) =>
      all.find(({ textContent }) => textContent?.includes("relay"))?.click(),
    );
    await page.$$eval(".entity-keys button", (all) =>
      all.find(({ textContent }) => textContent === "Fire an input…")?.click(),
    );
    await page.waitForSelector(".entity-fire");
    await page.select(".entity-fire select", "Trigger");
    await page.click(".entity-fire button");
    await page.keyboard.press(";");
    await page.waitForSelector("#simulation:not([hidden])");
    await page.waitForFunction("document.querySelectorAll('.event-rows button').length === 3");
    expect((await log()).at(-1)).toBe("relay OnTrigger|ghost.Kill()|no such entity");
    await page.select("#simulation .simulation-filter select", "failed");
    expect(await log()).toHaveLength(1);
  });

  it("draws the outputs as a graph, and flies to an entity of it", async () => {
    const before = await page.evaluate("visleaf.camera.x");
    await press("Graph…");
    await page.waitForSelector(".output-graph [data-kind=broken]");
    const titles = await page.$$eval(".output-graph g[role=button] title", (all) =>
      all.map(({ textContent }) => textContent),
    );
    expect(titles.sort()).toEqual(["door\nfunc_door", "logic_auto\n", "relay\nlogic_relay"]);
    await page.$$eval(".output-graph g[role=button]", (all) =>
      all
        .find(({ textContent }) => textContent?.startsWith("door"))
        ?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await page.waitForFunction((x) => window.visleaf!.camera.x !== x, {}, before);
    expect(await page.$(".output-graph")).toBeNull();
  });
});
