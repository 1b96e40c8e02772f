/** The built element on a page: one script tag, under a strict policy. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { VisleafMap } from "../../src/component/visleaf-map.ts";
import { hasBrowser, present } from "../support/browser.ts";
import { countColours, pictureOf } from "../support/picture.ts";
import { type ElementPage, openElementPage } from "./element-page.ts";

const DEMO = `<visleaf-map present="${present}" src="/maps/visleaf_demo.bsp"`;
const MAP = `<visleaf-map present="${present}" src="/room.bsp"`;
const ROOM = "/room.bsp";

describe.skipIf(!hasBrowser)("<visleaf-map>", () => {
  let on: ElementPage;
  let page: Page;

  beforeAll(async () => {
    on = await openElementPage();
    page = on.page;
  });
  afterAll(() => on?.close());
  beforeEach(() =>
    page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]),
  );

  const waitForMap = async (): Promise<void> => {
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
  };
  const isShown = (part: string) =>
    page.$eval(
      "visleaf-map",
      (map, name) => map.shadowRoot!.querySelector(`[part~=${name}]`)!.checkVisibility(),
      part,
    );
  const textOf = (part: string) =>
    page.$eval(
      "visleaf-map",
      (map, name) => map.shadowRoot?.querySelector(`[part~=${name}]`)?.textContent,
      part,
    );
  const count = (path: string) => on.site.requests.filter((each) => each === path).length;

  it("draws a map by one tag, under a policy that forbids eval, inline scripts and blobs", async () => {
    await on.show(`${DEMO} autoplay camera="-600 -500 120 8 40" fov="80"></visleaf-map>`);
    await waitForMap();
    expect(
      await page.evaluate(() => ({ ...document.querySelector("visleaf-map")!.viewer!.camera })),
    ).toEqual({ x: -600, y: -500, z: 120, pitch: 8, yaw: 40, fov: 80 });
    await page.waitForFunction(
      () => document.querySelector("visleaf-map")!.viewer!.timing.frameCount > 3,
    );
    expect(countColours(await pictureOf(page, "visleaf-map"))).toBeGreaterThan(200);
    expect(await isShown("progress")).toBe(false);
    expect(on.faults).toEqual([]);
  });

  it("loads nothing until its button is pressed, and then has the focus", async () => {
    await on.show(`${MAP} poster="/maps/none.png"></visleaf-map>`);
    expect(await isShown("start")).toBe(true);
    expect(await textOf("start")).toBe("room");
    expect(count(ROOM)).toBe(0);
    await page.click("visleaf-map");
    await waitForMap();
    expect(await isShown("start")).toBe(false);
    const active = await page.evaluate(() => {
      const canvas = document.querySelector("visleaf-map")!.shadowRoot!.activeElement!;
      return { tag: canvas.tagName, role: canvas.role, label: canvas.ariaLabel };
    });
    expect(active).toEqual({
      tag: "CANVAS",
      role: "application",
      label: "3D view of the map room",
    });
  });

  it("loads lazily when it is scrolled into view", async () => {
    // An attribute pushes it out of view, because the policy forbids styles in markup.
    await on.show(`<canvas height="4000"></canvas>${MAP} loading="lazy"></visleaf-map>`);
    await new Promise((done) => setTimeout(done, 300));
    expect(await page.$eval("visleaf-map", (map) => map.viewer)).toBeNull();
    expect(count(ROOM)).toBe(0);
    await page.evaluate(() => document.querySelector("visleaf-map")!.scrollIntoView());
    await waitForMap();
  });

  it("dispatches progress, scene and load events that do not bubble", async () => {
    await on.show("");
    const told = await page.evaluate(async (way) => {
      const names: string[] = [];
      let bubbled = 0;
      const map = document.createElement("visleaf-map");
      // Properties reflect attributes.
      map.src = "/room.bsp";
      map.autoplay = true;
      map.setAttribute("present", way);
      let last = 0;
      let fell = 0;
      map.addEventListener("progress", ({ detail }) => {
        if (detail.fraction < last) fell++;
        last = detail.fraction;
        names.push("progress");
      });
      for (const name of ["ready", "scene", "load", "leafchange", "camerachange", "statschange"]) {
        map.addEventListener(name, () => names.push(name));
        document.body.addEventListener(name, () => bubbled++);
      }
      const loaded = new Promise((done) => map.addEventListener("load", done));
      document.body.append(map);
      await loaded;
      map.viewer!.camera = { z: map.viewer!.camera.z + 8 };
      await new Promise((done) => map.addEventListener("statschange", done));
      await new Promise((done) => map.addEventListener("statschange", done));
      return {
        names,
        bubbled,
        fell,
        last,
        attribute: map.getAttribute("src"),
        auto: map.hasAttribute("autoplay"),
      };
    }, present);
    const order = ["ready", "progress", "scene", "load"].map((name) => told.names.indexOf(name));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(told.names).toContain("leafchange");
    expect(told.names).toContain("camerachange");
    expect(told).toMatchObject({ bubbled: 0, fell: 0, last: 1, attribute: ROOM, auto: true });
  });

  it("keeps its viewer when it is moved, and frees it when it is removed", async () => {
    await on.show(`${MAP} autoplay></visleaf-map>`);
    await waitForMap();
    const result = await page.evaluate(async () => {
      const map = document.querySelector("visleaf-map")!;
      const { viewer } = map;
      const other = document.body.appendChild(document.createElement("main"));
      other.append(map);
      await new Promise((done) => setTimeout(done, 50));
      const isKept = map.viewer === viewer;
      map.remove();
      await new Promise((done) => setTimeout(done, 50));
      const isFreed = map.viewer === null && map.shadowRoot!.querySelector("canvas") === null;
      const bytes = viewer!.memory.bufferBytes + viewer!.memory.textureBytes;
      return { isKept, isFreed, bytes };
    });
    expect(result).toEqual({ isKept: true, isFreed: true, bytes: 0 });
    // The browser reports a worker's end some time later.
    await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0);
    expect(count(ROOM)).toBeLessThan(20);
  });

  it("shows the last of several maps requested at once", async () => {
    await on.show(`${MAP} autoplay></visleaf-map>`);
    const names = await page.evaluate(async () => {
      const map = document.querySelector("visleaf-map")!;
      const shown: string[] = [];
      map.addEventListener("scene", ({ detail }) => shown.push(detail.name));
      map.src = "/maps/none.bsp";
      await new Promise((done) => setTimeout(done, 20));
      map.src = "/room.bsp?other";
      const named = map.load("/room.bsp", { name: "third" });
      await named;
      return shown;
    });
    expect(names.at(-1)).toBe("third");
    expect(await isShown("error")).toBe(false);
  });

  it("shows an error with advice, and escapes names", async () => {
    const src = "/maps/%3Cimg src=x onerror=alert(1)%3E.bsp";
    await on.show(`<visleaf-map present="${present}" autoplay src="${src}"></visleaf-map>`);
    await page.waitForFunction(() =>
      document
        .querySelector("visleaf-map")
        ?.shadowRoot?.querySelector<HTMLElement>("[part=error]")
        ?.checkVisibility(),
    );
    expect(await textOf("error-title")).toBe("Could not open <img src=x onerror=alert(1)>");
    expect(await textOf("error-detail")).toContain("404: there is no such file");
    expect(
      await page.$eval("visleaf-map", (map) => map.shadowRoot!.querySelectorAll("img").length),
    ).toBe(1);
    expect(await isShown("retry")).toBe(true);
    // The next map closes the message.
    await page.$eval(
      "visleaf-map",
      (map, url) => (map as VisleafMap).setAttribute("src", url),
      ROOM,
    );
    await waitForMap();
    expect(await isShown("error")).toBe(false);
  });

  it("reports a file that is not a map, and lets the page show its own message", async () => {
    await on.show("");
    const result = await page.evaluate(async (way) => {
      const map = document.createElement("visleaf-map");
      map.setAttribute("present", way);
      document.body.append(map);
      const failed = new Promise<VisleafMap["viewer"] | object>((done) =>
        map.addEventListener("error", (event) => {
          event.preventDefault();
          const { code, title, advice, canRetry, error } = event.detail;
          done({ code, title, advice: advice.length, canRetry, name: error.name });
        }),
      );
      const reason = await map
        .load(new File(["no map ".repeat(1000)], "readme.txt"))
        .catch((error) => error.name);
      const detail = await failed;
      const box = map.shadowRoot!.querySelector<HTMLElement>("[part=error]")!;
      return { reason, detail, isShown: box.checkVisibility() };
    }, present);
    expect(result).toEqual({
      reason: "FormatError",
      detail: {
        code: "bad-magic",
        title: "Could not open readme.txt",
        advice: 1,
        canRetry: false,
        name: "FormatError",
      },
      isShown: false,
    });
  });

  it("plays a path, but shows a button instead if reduced motion is preferred", async () => {
    const path = 'path="/maps/visleaf_demo.flight.json"';
    await on.show(`${MAP} autoplay ${path}></visleaf-map>`);
    await waitForMap();
    expect(await textOf("flight")).toBe("Play flight");
    expect(await page.evaluate(() => document.querySelector("visleaf-map")!.viewer!.isFlying)).toBe(
      false,
    );
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
    await on.show(`${MAP} autoplay ${path} controls="none"></visleaf-map>`);
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.isFlying);
    expect(await textOf("flight")).toBe("Stop flight");
    expect(
      await page.evaluate(() => document.querySelector("visleaf-map")!.viewer!.controls.mode),
    ).toBe("none");
  });

  it("opens the map that its attribute names, of an archive of several", async () => {
    await on.show(
      `<visleaf-map present="${present}" src="/rooms.zip" entry="b" autoplay></visleaf-map>`,
    );
    const waitFor = (name: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector("visleaf-map")?.viewer?.map?.name === wanted,
        {},
        name,
      );
    await waitFor("b");
    await page.$eval("visleaf-map", (map) => {
      map.entry = "a";
    });
    await waitFor("a");
  });

  it("shows the surface view that its attribute names", async () => {
    await on.show(`${MAP} autoplay view="normals"></visleaf-map>`);
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
    const viewOf = () =>
      page.evaluate(() => document.querySelector("visleaf-map")!.viewer!.settings.view);
    expect(await viewOf()).toBe("normals");
    await page.$eval("visleaf-map", (map) => map.setAttribute("view", "clusters"));
    expect(await viewOf()).toBe("clusters");
    await page.$eval("visleaf-map", (map) => map.removeAttribute("view"));
    expect(await viewOf()).toBe("");
  });

  it("draws the marks that its attribute names, reports unknown ones, and removes them", async () => {
    await on.show(`${MAP} autoplay></visleaf-map>`);
    await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
    /** Counts pixels that differ much from the first picture; some leaves sway. */
    const countOthers = () =>
      page.evaluate(async () => {
        const size = { width: 160, height: 90 };
        const blob = await document.querySelector("visleaf-map")!.screenshot(size);
        const canvas = new OffscreenCanvas(size.width, size.height).getContext("2d")!;
        canvas.drawImage(await createImageBitmap(blob), 0, 0);
        const { data } = canvas.getImageData(0, 0, size.width, size.height);
        const page = window as { first?: Uint8ClampedArray };
        page.first ??= data;
        let count = 0;
        for (let i = 0; i < data.length; i++) if (Math.abs(data[i] - page.first[i]) > 60) count++;
        return count;
      });
    const until = async (isThere: (others: number) => boolean) => {
      while (!isThere(await countOthers()));
    };
    expect(await countOthers()).toBe(0);
    await page.$eval("visleaf-map", (map) => {
      const told: string[] = [];
      map.addEventListener("warning", (event: Event) => {
        // Without preventDefault, the message is logged to the console.
        event.preventDefault();
        told.push((event as CustomEvent<{ message: string }>).detail.message);
      });
      Object.assign(map, { told });
      map.marks = "portal,pvs,through,nothing";
    });
    await until((others) => others > 800);
    const told = await page.$eval(
      "visleaf-map",
      (map) => (map as never as { told: string[] }).told,
    );
    expect(told).toEqual(['There are no marks "nothing".']);
    await page.$eval("visleaf-map", (map) => {
      map.marks = "";
    });
    await until((others) => others < 200);
  });

  it("shares one device among several elements", async () => {
    await on.show(`${MAP} autoplay></visleaf-map>${MAP} autoplay quality="low"></visleaf-map>`);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("visleaf-map")].every((map) => map.viewer?.summary),
    );
    const [first, second] = await page.evaluate(() =>
      [...document.querySelectorAll("visleaf-map")].map(({ viewer }) => {
        const { bufferBytes, textureBytes, deviceBytes } = viewer!.memory;
        return { own: bufferBytes + textureBytes, deviceBytes, limit: viewer!.pixelRatioLimit };
      }),
    );
    expect(first.deviceBytes).toBe(second.deviceBytes);
    expect(first.deviceBytes).toBeGreaterThanOrEqual(first.own + second.own);
    expect([first.limit, second.limit]).toEqual([2, 1]);
  });
});

describe.skipIf(!hasBrowser)("<visleaf-map> on a phone", () => {
  let on: ElementPage;
  let page: Page;

  beforeAll(async () => {
    on = await openElementPage();
    page = on.page;
    await page.setViewport({
      width: 390,
      height: 700,
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
  });
  afterAll(() => on?.close());

  const show = async (way: "start" | "error" | "no-webgpu"): Promise<void> => {
    const src =
      way === "error"
        ? "/none/de_a_rather_long_name_of_a_map_b7.bsp"
        : way === "start"
          ? "/maps/visleaf_demo.bsp"
          : ROOM;
    const start = way === "start" ? "" : "autoplay";
    const poster = way === "start" ? 'poster="/pictures/hall.png"' : "";
    const viewport = '<meta name="viewport" content="width=device-width">';
    await on.show(
      `<visleaf-map present="${present}" src="${src}" ${start} ${poster}></visleaf-map>`,
      { head: viewport },
    );
    if (way === "start") return;
    await page.waitForFunction(() =>
      document
        .querySelector("visleaf-map")!
        .shadowRoot!.querySelector("[part=error]")!
        .checkVisibility(),
    );
  };
  const keep = async (name: string): Promise<void> => {
    const folder = process.env.VISLEAF_PICTURES;
    const clip = { x: 0, y: 0, width: 390, height: 226 };
    if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot({ clip }));
  };
  const boxOf = (part: string) =>
    page.$eval(
      "visleaf-map",
      (map, name) => {
        const box = map.shadowRoot!.querySelector(`[part=${name}]`)!.getBoundingClientRect();
        const host = map.getBoundingClientRect();
        const isInside = box.left >= host.left && box.right <= host.right + 0.5;
        return { width: box.width, height: box.height, isInside };
      },
      part,
    );

  it("has a start button large enough for a thumb, and opens by a tap", async () => {
    await show("start");
    await page.waitForFunction(
      () =>
        document
          .querySelector("visleaf-map")!
          .shadowRoot!.querySelector<HTMLImageElement>("[part=poster]")!.naturalWidth > 0,
    );
    const box = await boxOf("start");
    expect(Math.min(box.width, box.height)).toBeGreaterThan(100);
    await keep("start");
    await page.tap("visleaf-map");
    await page.waitForFunction(() => document.querySelector("visleaf-map")!.viewer?.summary);
    await page.waitForFunction(
      () => document.querySelector("visleaf-map")!.viewer!.timing.frameCount > 3,
    );
    const full = await boxOf("fullscreen");
    expect(Math.min(full.width, full.height)).toBeGreaterThanOrEqual(40);
    await keep("map");
  });

  it("fits an error into its width", async () => {
    await show("error");
    expect((await boxOf("error")).isInside).toBe(true);
    await keep("error");
  });

  it("reports a browser without WebGPU", async () => {
    await page.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
    });
    await show("no-webgpu");
    const text = await page.$eval(
      "visleaf-map",
      (map) => map.shadowRoot!.querySelector("[part=error]")!.textContent,
    );
    expect(text).toContain("This browser has no WebGPU");
    expect(text).toContain("Use a current Chrome or Edge");
    expect((await boxOf("error")).isInside).toBe(true);
    await keep("no-webgpu");
  });
});

describe.skipIf(!hasBrowser)("<visleaf-map> from another origin", () => {
  it("starts its worker through a blob that imports it", async () => {
    const on = await openElementPage(
      // The policy that docs/embedding.md requires; the CDN's port is known only at run time.
      "default-src 'none'; script-src http://127.0.0.1:*; worker-src blob: http://127.0.0.1:*; connect-src 'self'",
    );
    try {
      await on.show(`${MAP} autoplay></visleaf-map>`, {
        script: `${on.cdn.origin}/cdn/visleaf-map.js`,
      });
      await on.page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
      expect(on.site.requests.some((path) => path.startsWith("/cdn/"))).toBe(false);
      expect(on.page.workers()[0].url()).toMatch(/^blob:/);
      expect(on.faults).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
