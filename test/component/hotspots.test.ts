/** Hotspots and other optional features of the built element, on the demo. */

import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../support/browser.ts";
import { type ElementPage, openElementPage } from "./element-page.ts";

/** In the demo's hall, which looks through a door at a pavilion. */
const CAMERA = 'camera="0 -1216 66 0 88"';
const demo = (attributes: string, children = "") =>
  `<visleaf-map present="${present}" src="/maps/visleaf_demo.bsp" autoplay ${CAMERA} ${attributes}>${children}</visleaf-map>`;

describe.skipIf(!hasBrowser)("<visleaf-map> with hotspots", () => {
  let on: ElementPage;
  let page: Page;
  beforeAll(async () => {
    on = await openElementPage();
    page = on.page;
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  });
  afterAll(() => on?.close());

  const waitForMap = async (): Promise<void> => {
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
  };
  const waitForSeen = (...slots: string[]) =>
    page.waitForFunction(
      (wanted) => {
        const seen = [...document.querySelectorAll("[data-visible]")].map((each) => each.slot);
        return JSON.stringify(seen) === wanted;
      },
      {},
      JSON.stringify(slots),
    );
  const look = (pose: Record<string, number>) =>
    page.$eval(
      "visleaf-map",
      (map, to) => {
        map.viewer!.camera = to;
      },
      pose,
    );

  it("places them where the camera sees their places, and hides those behind walls", async () => {
    await on.show(
      demo(
        "",
        `<button slot="hotspot-1" data-at="10 -980 90">Near</button>
        <button slot="hotspot-2" data-at="-800 400 64">Behind a wall</button>
        <button slot="hotspot-3" data-at="0 -1280 64">Behind the camera</button>
        <button slot="hotspot-4" data-at="10 -980 90" data-normal="0 1 0">From behind</button>`,
      ),
    );
    await waitForMap();
    await waitForSeen("hotspot-1");
    const [near, middle] = await page.$eval("visleaf-map", async (map) => {
      const box = map.children[0].getBoundingClientRect();
      const own = map.getBoundingClientRect();
      const place = (await map.positionOf("hotspot-1"))!;
      return [
        { x: box.x + box.width / 2 - own.x, y: box.y + box.height / 2 - own.y },
        { x: place.x!, y: place.y! },
      ];
    });
    expect(near.x).toBeCloseTo(middle.x, 0);
    expect(near.y).toBeCloseTo(middle.y, 0);
    // A hotspot on the floor is where the pixel was that it was picked at.
    const floor = await page.$eval("visleaf-map", async (map) => {
      const [x, y] = [map.clientWidth / 2, map.clientHeight * 0.8];
      const { at, normal } = (await map.positionOf(x, y))!;
      await map.addHotspot({ name: "hotspot-floor", at, normal: normal! });
      const found = (await map.positionOf("hotspot-floor"))!;
      await map.removeHotspot("hotspot-floor");
      return { normal, z: at[2], dx: found.x! - x, dy: found.y! - y };
    });
    expect(floor.normal).toEqual([0, 0, 1]);
    expect(floor.z).toBeCloseTo(1, 1);
    expect(Math.abs(floor.dx) + Math.abs(floor.dy)).toBeLessThan(0.1);
    // Tab reaches the visible one alone.
    const focused: string[] = [];
    await page.focus("visleaf-map");
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("Tab");
      focused.push(await page.evaluate(() => document.activeElement?.slot ?? ""));
    }
    expect(focused.filter((slot) => slot.startsWith("hotspot"))).toEqual(["hotspot-1"]);
    // From the other side.
    await look({ x: 10, y: -700, z: 90, yaw: -90 });
    await waitForSeen("hotspot-1", "hotspot-3", "hotspot-4");
    await page.$eval("visleaf-map", (map) => map.unload());
    await waitForSeen();
    expect(on.faults).toEqual([]);
  });

  it("follows children that scripts add, move and remove, and tells when they are seen", async () => {
    await on.show(demo(""));
    await waitForMap();
    const told = await page.$eval("visleaf-map", async (map) => {
      const events: [string, boolean][] = [];
      map.addEventListener("hotspot-visibility", ({ detail }) =>
        events.push([detail.name, detail.visible]),
      );
      const next = async (length: number) => {
        while (events.length < length) await new Promise((done) => setTimeout(done, 20));
      };
      const button = await map.addHotspot({ at: [10, -980, 90], text: "<b>1</b>" });
      await next(1);
      await map.updateHotspot("hotspot-1", { at: [-800, 400, 64] });
      await next(2);
      await map.updateHotspot("hotspot-1", { at: [10, -980, 90] });
      await next(3);
      const failures = await Promise.all(
        [
          map.addHotspot({ name: "hotspot-1", at: [0, 0, 0] }),
          map.addHotspot({ name: "spot", at: [0, 0, 0] }),
          map.addHotspot({ at: [0, Number.NaN, 0] }),
          map.updateHotspot("hotspot-9", {}),
        ].map((each) => each.catch((error: Error) => error.message)),
      );
      const removed = [await map.removeHotspot("hotspot-1"), await map.removeHotspot("hotspot-1")];
      return { events, failures, removed, html: button.outerHTML, gone: await map.positionOf("x") };
    });
    expect(told.events).toEqual([
      ["hotspot-1", true],
      ["hotspot-1", false],
      ["hotspot-1", true],
    ]);
    expect(told.failures).toEqual([
      'There is a hotspot "hotspot-1" already.',
      'The name of a hotspot must start with "hotspot", but is "spot".',
      'The data-at of hotspot "hotspot-2" must be three numbers in inches, but is "0 NaN 0".',
      'There is no hotspot "hotspot-9".',
    ]);
    expect(told.removed).toEqual([true, false]);
    expect(told.html).toContain("&lt;b&gt;1&lt;/b&gt;");
    expect(told.gone).toBeNull();
    expect(on.faults).toEqual([]);
  });

  it("reports bad places and attributes with one sentence each, without taking them as markup", async () => {
    const hostile = "&lt;img id=bad src=x onerror=alert(1)&gt;";
    await on.show(
      demo(
        `camera-bounds="1 2" min-fov="wide" tour="-1" interaction-prompt="${hostile}"`,
        `<button slot="hotspot-1" data-at="${hostile}">1</button>
        <button slot="hotspot-2" data-at="0 -100000 0">2</button>
        <button slot="hotspot-3">3</button>
        <button slot="hotspot-4" data-at="0 0 64">4</button>
        <button slot="hotspot-4" data-at="0 0 64">5</button>`,
      ),
    );
    const sentences = await page.$eval("visleaf-map", async (map) => {
      const all: string[] = [];
      map.addEventListener("warning", (event) => {
        event.preventDefault();
        all.push((event as CustomEvent<{ message: string }>).detail.message);
      });
      while (all.length < 8) await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 200));
      return all.sort();
    });
    expect(sentences).toEqual([
      'The attribute camera-bounds must be "map" or six numbers, x y z of two corners, but is "1 2".',
      'The attribute interaction-prompt must be auto, when-focused or none, but is "<img id=bad src=x onerror=alert(1)>".',
      'The attribute min-fov must be 20 to 140 degrees, but is "wide".',
      'The attribute tour must be a number of seconds above 0, but is "-1".',
      'The data-at of hotspot "hotspot-1" must be three numbers in inches, but is "<img id=bad src=x onerror=alert(1)>".',
      'The hotspot "hotspot-2" is outside the map or inside a wall: 0 -100000 0.',
      'The hotspot "hotspot-3" has no data-at: write its place, as in data-at="0 128 64".',
      'Two hotspots have the slot "hotspot-4"; only one is placed.',
    ]);
    expect(
      await page.$eval("visleaf-map", (map) => map.shadowRoot!.querySelector("#bad")),
    ).toBeNull();
  });

  it("keeps the camera in its bounds, and zooms no nearer than the smallest field of view", async () => {
    await on.show(demo('camera-bounds="100 -1000 80 -100 -1300 0" min-fov="60"'));
    await waitForMap();
    await look({ x: 500, y: -5000, z: 70 });
    const camera = () => page.$eval("visleaf-map", (map) => ({ ...map.viewer!.camera }));
    await page.waitForFunction(
      () => document.querySelector("visleaf-map")!.viewer!.camera.x === 100,
    );
    expect(await camera()).toMatchObject({ x: 100, y: -1300, z: 70, fov: 90 });
    await page.focus("visleaf-map");
    for (let i = 0; i < 8; i++) await page.keyboard.press("z");
    expect((await camera()).fov).toBe(60);
    for (let i = 0; i < 9; i++) await page.keyboard.press("x");
    expect((await camera()).fov).toBe(90);
    await page.$eval("visleaf-map", (map) => map.setAttribute("camera-bounds", "map"));
    await look({ z: 9000 });
    await page.waitForFunction(
      () => document.querySelector("visleaf-map")!.viewer!.camera.z < 2000,
    );
  });

  it("the attribute tour flies through the map without input, and its button stops the camera in place", async () => {
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
    await on.show(demo('tour="0.4"'));
    await waitForMap();
    const flies = (wanted: boolean) =>
      page.waitForFunction(
        (is) => document.querySelector("visleaf-map")!.viewer!.isFlying === is,
        {},
        wanted,
      );
    await flies(true);
    // Input ends a flight; without input, the next one starts.
    await page.$eval("visleaf-map", (map) => map.stop());
    await flies(false);
    await flies(true);
    await page.$eval("visleaf-map", (map) =>
      map.shadowRoot!.querySelector<HTMLElement>("[part=flight]")!.click(),
    );
    await flies(false);
    await new Promise((done) => setTimeout(done, 900));
    expect(await page.$eval("visleaf-map", (map) => map.viewer!.isFlying)).toBe(false);
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await on.show(demo('tour="0.4"'));
    await waitForMap();
    await new Promise((done) => setTimeout(done, 900));
    expect(await page.$eval("visleaf-map", (map) => map.viewer!.isFlying)).toBe(false);
  });

  it("describes the map to screen readers, and announces moves once the camera stands still", async () => {
    await on.show(demo("", '<button slot="hotspot-1" data-at="10 -980 90">Pavilion</button>'));
    await waitForMap();
    await waitForSeen("hotspot-1");
    const texts = () =>
      page.$eval("visleaf-map", (map) => {
        const root = map.shadowRoot!;
        const ids = root.querySelector("canvas")!.getAttribute("aria-describedby")!.split(" ");
        return {
          status: root.querySelector("[role=status]")!.textContent!,
          about: ids.map((id) => root.getElementById(id)!.textContent).join(" "),
        };
      });
    await expect
      .poll(async () => (await texts()).about)
      .toMatch(/^The map visleaf_demo\. It is \d+ by \d+ metres.*player start.*Keys W, A, S, D/);
    // Screen readers are told of moves only while the element has the focus.
    await look({ x: 8 });
    await new Promise((done) => setTimeout(done, 1500));
    expect((await texts()).status).not.toContain("looking");
    await page.focus("visleaf-map");
    await look({ x: 4 });
    await expect
      .poll(async () => (await texts()).status, { timeout: 5000 })
      .toBe("At 4 -1216 66, looking north. In view: Pavilion.");
  });

  it("shows how to move until the visitor does", async () => {
    await on.show(demo('interaction-prompt="auto"').replace("visleaf_demo", "../room"));
    await waitForMap();
    await page.waitForFunction(
      () =>
        document.querySelector("visleaf-map")!.shadowRoot!.querySelector("[part=prompt]")
          ?.textContent === "Drag to look, W A S D to fly",
    );
    const isShown = () =>
      page.$eval("visleaf-map", (map) =>
        map.shadowRoot!.querySelector("[part=prompt]")!.checkVisibility(),
      );
    expect(await isShown()).toBe(true);
    await page.click("visleaf-map");
    expect(await isShown()).toBe(false);
  });
});
