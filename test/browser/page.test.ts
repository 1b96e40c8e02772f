/** The whole page in a browser, on the software adapter: what a person does, and what they see. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "../support/browser.ts";
import { corpusPath, hasCorpus, readCorpus } from "../support/corpus.ts";
import { type PageServer, servePage } from "../support/page-server.ts";

const LOAD_TIMEOUT = 45_000;
const MAP = ["lanofdoom_css", "gg_canyon.bsp"] as const;

describe.skipIf(!hasBrowser)("the page", () => {
  let browser: Browser;
  let server: PageServer;
  let page: Page;
  let faults: string[];
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));

  beforeAll(async () => {
    server = await servePage(hasCorpus ? { "/corpus": corpusPath() } : {});
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.setViewport({ width: 800, height: 500 });
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    // The first visit has the server compile everything.
    faults = [];
    await visit();
  });
  beforeEach(() => {
    faults = [];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const visit = async (query = "", hash = ""): Promise<void> => {
    // A fragment alone is no new visit.
    await page.goto("about:blank");
    await page.goto(`${server.url}?present=readback${query}${hash}`);
    await page.waitForFunction("window.visleaf !== undefined");
  };
  const text = (selector: string): Promise<string> =>
    page.$eval(selector, (element) => (element.textContent ?? "").trim());
  const isVisible = (selector: string): Promise<boolean> =>
    page.$eval(selector, (element) => (element as HTMLElement).checkVisibility());
  const waitForState = (state: string): Promise<unknown> =>
    page.waitForFunction(
      (wanted) => document.body.dataset.state === wanted,
      {
        timeout: LOAD_TIMEOUT,
      },
      state,
    );
  const openFile = async (path: string): Promise<void> => {
    const input = (await page.$("#map-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path);
  };
  const openMap = async (): Promise<void> => {
    await openFile(corpusPath(...MAP));
    await page.waitForFunction(() => window.visleaf?.summary, { timeout: LOAD_TIMEOUT });
    await waitForState("running");
  };
  /** Waits for frames that were drawn from now on. */
  const drawFrames = async (count: number): Promise<void> => {
    const now = await page.evaluate(() => window.visleaf!.timing.frameCount);
    await page.waitForFunction(
      (frame) => window.visleaf!.timing.frameCount >= frame,
      {
        timeout: LOAD_TIMEOUT,
      },
      now + count,
    );
  };
  const stats = async () => {
    await drawFrames(2);
    return page.evaluate(() => ({ ...window.visleaf!.stats }));
  };
  const camera = () => page.evaluate(() => ({ ...window.visleaf!.camera }));
  const setSwitch = async (name: string, on: boolean): Promise<void> => {
    await page.$eval(
      `#switch-${name}`,
      (input, wanted) => {
        if ((input as HTMLInputElement).checked !== wanted) (input as HTMLInputElement).click();
      },
      on,
    );
  };

  it("begins with what to do, and makes no WebGPU canvas for read-back", async () => {
    await visit();
    expect(await text("#start h2")).toBe("Drop a map here");
    expect(await text("#start")).toContain("Nothing is uploaded");
    expect(await isVisible("#panel")).toBe(false);
    expect(await isVisible("#take-screenshot")).toBe(false);
    const context = await page.$eval("#view", (canvas) =>
      (canvas as HTMLCanvasElement).getContext("webgpu"),
    );
    expect(context).toBeNull();
    expect(faults).toEqual([]);
  });

  it("names everything that can be operated", async () => {
    await visit();
    const nameless = await page.$$eval("button, input, select", (controls) =>
      controls
        .filter((control) => {
          const labels = (control as HTMLInputElement).labels;
          const name =
            control.getAttribute("aria-label") || control.textContent || labels?.[0]?.textContent;
          return !name?.trim();
        })
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
  });

  it("shows the keys on ? and hides them again", async () => {
    await visit();
    await page.keyboard.press("?");
    expect(await isVisible("#help")).toBe(true);
    expect(await text("#help-keys")).toContain("fly forward");
    await page.keyboard.press("Escape");
    expect(await isVisible("#help")).toBe(false);
  });

  it("says what is wrong with a file that is no map", async () => {
    await visit();
    const path = join(folder, "<img src=x onerror=alert(1)>.bsp");
    writeFileSync(path, "PK not a map");
    await openFile(path);
    await page.waitForSelector("#alert:not([hidden])");
    expect(await text("#alert-title")).toBe("<img src=x onerror=alert(1)> did not open");
    expect(await text("#alert-detail")).toMatch(/^BSP .*bad-magic/);
    expect(await isVisible("#start")).toBe(true);
    expect(await page.$("#alert img")).toBeNull();
    await page.click("#close-alert");
    expect(await isVisible("#alert")).toBe(false);
  });

  it("says when a linked map is not there", async () => {
    await visit("&map=/corpus/none.bsp");
    await page.waitForSelector("#alert:not([hidden])");
    expect(await text("#alert-detail")).toMatch(/none\.bsp was answered with status 404$/);
  });

  it("explains itself to a browser without WebGPU", async () => {
    const bare = await browser.newPage();
    await bare.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
    });
    await bare.goto(server.url);
    await bare.waitForSelector("#unsupported:not([hidden])");
    const shown = await bare.$eval("#unsupported", (element) => element.textContent);
    expect(shown).toContain("This browser has no WebGPU");
    expect(await bare.$eval("body", (body) => body.dataset.state)).toBe("unsupported");
    await bare.close();
    // A page that is not in front draws no frames.
    await page.bringToFront();
  });

  describe.skipIf(!hasCorpus)("with a map", () => {
    beforeAll(async () => {
      await visit();
      await openMap();
    }, 120_000);

    it("shows its name, its figures, and a picture", async () => {
      expect(await text("#map-name")).toBe("gg_canyon");
      expect(await page.title()).toBe("gg_canyon – visleaf");
      expect(await isVisible("#start")).toBe(false);
      const { triangles, draws, clusterCount, visibleClusters, leaf } = await stats();
      expect(triangles).toBeGreaterThan(100);
      expect(draws).toBeGreaterThan(0);
      expect(visibleClusters).toBeLessThanOrEqual(clusterCount);
      await page.waitForFunction(
        (expected) => document.getElementById("stat-leaf")?.textContent === expected,
        {},
        String(leaf),
      );
      const colours = await page.$eval("#view", (element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
      expect(colours).toBeGreaterThan(1000);
      expect(faults).toEqual([]);
    });

    it("flies with the keys, stops when they are let go of, and writes where it is", async () => {
      const before = await camera();
      await page.keyboard.down("KeyW");
      await drawFrames(4);
      await page.keyboard.up("KeyW");
      await drawFrames(12);
      const after = await camera();
      const yaw = (before.yaw * Math.PI) / 180;
      const along = (after.x - before.x) * Math.cos(yaw) + (after.y - before.y) * Math.sin(yaw);
      expect(along).toBeGreaterThan(10);
      await drawFrames(3);
      expect(await camera()).toEqual(after);
      await page.waitForFunction(
        (x) => location.hash.startsWith(`#camera=${x},`),
        {},
        Math.round(after.x * 10) / 10,
      );
      await page.keyboard.down("ArrowLeft");
      await drawFrames(3);
      await page.keyboard.up("ArrowLeft");
      await drawFrames(12);
      expect((await camera()).yaw).not.toBe(after.yaw);
    });

    it("looks around with the mouse, and the wheel sets the speed", async () => {
      const before = await camera();
      await page.mouse.move(200, 300);
      await page.mouse.down();
      await page.mouse.move(260, 330, { steps: 4 });
      await page.mouse.up();
      await drawFrames(2);
      const after = await camera();
      expect(after.yaw).toBeLessThan(before.yaw);
      expect(after.pitch).toBeGreaterThan(before.pitch);
      expect(after.x).toBe(before.x);
      await page.evaluate(() => document.exitPointerLock());
      const speed = () => page.evaluate(() => window.visleaf!.controls.speed);
      const slow = await speed();
      await page.mouse.wheel({ deltaY: -100 });
      await page.waitForFunction((old) => window.visleaf!.controls.speed > old, {}, slow);
      await page.mouse.wheel({ deltaY: 100 });
      await page.waitForFunction((old) => window.visleaf!.controls.speed <= old + 1, {}, slow);
    });

    it("gives the keys back to the view after a click on a switch, not after a key", async () => {
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await page.click("label:has(#switch-sky)");
      await drawFrames(1);
      expect(await page.evaluate(() => window.visleaf!.settings.sky)).toBe(false);
      expect(await focused()).toBe("view");
      await page.focus("#switch-sky");
      await page.keyboard.press("Space");
      await drawFrames(1);
      expect(await page.evaluate(() => window.visleaf!.settings.sky)).toBe(true);
      expect(await focused()).toBe("switch-sky");
      const { z } = await camera();
      await page.keyboard.down("KeyE");
      await drawFrames(3);
      await page.keyboard.up("KeyE");
      await drawFrames(12);
      expect((await camera()).z).toBeGreaterThan(z);
    });

    it("flies under two thumbs", async () => {
      const before = await camera();
      const client = await page.createCDPSession();
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: number[][]) =>
        client.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: points.map(([x, y], id) => ({ x, y, id })),
        });
      await touch("touchStart", [
        [100, 300],
        [400, 300],
      ]);
      await touch("touchMove", [
        [100, 240],
        [380, 300],
      ]);
      await drawFrames(4);
      await touch("touchEnd", []);
      await drawFrames(12);
      const after = await camera();
      expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(10);
      expect(after.yaw).not.toBe(before.yaw);
      await drawFrames(3);
      expect(await camera()).toEqual(after);
      await client.detach();
    });

    it("does not fly while the help is open", async () => {
      await page.keyboard.press("?");
      const before = await camera();
      await page.keyboard.down("KeyW");
      await drawFrames(3);
      await page.keyboard.up("KeyW");
      expect(await camera()).toEqual(before);
      await page.keyboard.press("Escape");
    });

    it("its switches change the frame", async () => {
      const all = await stats();
      await setSwitch("displacements", false);
      const flat = await stats();
      expect(flat.triangles).toBeLessThan(all.triangles);
      await setSwitch("displacements", true);
      await setSwitch("frustum", false);
      const wide = await stats();
      expect(wide.triangles).toBeGreaterThan(all.triangles);
      await setSwitch("pvs", false);
      const everything = await stats();
      expect(everything.visibleClusters).toBe(everything.clusterCount);
      expect(everything.chunks).toBeGreaterThanOrEqual(wide.chunks);
      await setSwitch("frustum", true);
      await setSwitch("pvs", true);
      expect((await stats()).triangles).toBe(all.triangles);
    });

    it("freezes the visible set", async () => {
      await setSwitch("freezePvs", true);
      const frozen = await stats();
      await page.evaluate(() => {
        window.visleaf!.camera.z += 100_000;
      });
      const away = await stats();
      expect(away.visibleClusters).toBe(frozen.visibleClusters);
      await setSwitch("freezePvs", false);
      await page.evaluate(() => {
        window.visleaf!.camera.z -= 100_000;
      });
    });

    it("lists what is missing as text", async () => {
      const warnings = await page.evaluate(() => window.visleaf!.summary!.warnings);
      expect(warnings.length).toBeGreaterThan(0);
      const counts = await page.$$eval("#missing [data-count]", (cells) =>
        cells.map((cell) => Number(cell.textContent?.replaceAll(",", ""))),
      );
      expect(counts.reduce((sum, count) => sum + count)).toBe(warnings.length);
      const names = await page.$$eval("#missing li", (items) => items.map((i) => i.textContent));
      expect(names).toContain(warnings[0].subject);
    });

    it("takes a picture of the view as PNG", async () => {
      const picture = await page.evaluate(async () => {
        const blob = await window.visleaf!.screenshot();
        const bitmap = await createImageBitmap(blob);
        const canvas = document.getElementById("view") as HTMLCanvasElement;
        return [blob.type, bitmap.width - canvas.width, bitmap.height - canvas.height];
      });
      expect(picture).toEqual(["image/png", 0, 0]);
    });

    it("hides its panel on H, and the view takes its place", async () => {
      const widthOf = () => page.$eval("#view", (canvas) => canvas.clientWidth);
      const narrow = await widthOf();
      await page.keyboard.press("h");
      expect(await isVisible("#panel")).toBe(false);
      expect(await widthOf()).toBeGreaterThan(narrow);
      await page.keyboard.press("h");
      expect(await isVisible("#panel")).toBe(true);
    });

    it("keeps the map when the next file is damaged, and opens the one after", async () => {
      const path = join(folder, "short.bsp");
      writeFileSync(path, readCorpus(...MAP).subarray(0, 2000));
      await openFile(path);
      await page.waitForSelector("#alert:not([hidden])");
      expect(await text("#alert-title")).toBe("short did not open");
      expect(await text("#alert-detail")).toMatch(/^BSP .*\[[a-z-]+\]$/);
      expect(await text("#map-name")).toBe("gg_canyon");
      expect((await stats()).triangles).toBeGreaterThan(100);
      await openFile(corpusPath("lanofdoom_css", "scoutzknivez.bsp"));
      await page.waitForFunction(() => window.visleaf?.map?.name === "scoutzknivez", {
        timeout: LOAD_TIMEOUT,
      });
      await waitForState("running");
      expect(await isVisible("#alert")).toBe(false);
      expect(await text("#map-name")).toBe("scoutzknivez");
    });

    it("opens the last of two maps that are asked for at once", async () => {
      const names = await page.evaluate(async () => {
        const open = (name: string) =>
          window.visleaf!.open({ name, url: `/corpus/lanofdoom_css/${name}.bsp` });
        const [first, second] = await Promise.allSettled([
          open("gg_canyon"),
          open("cs_crackhouse"),
        ]);
        return [first.status, second.status, window.visleaf!.map?.name];
      });
      expect(names).toEqual(["rejected", "fulfilled", "cs_crackhouse"]);
    });

    it("takes a map that is dropped on it", async () => {
      const client = await page.createCDPSession();
      const drag = (type: "dragEnter" | "dragOver" | "drop") =>
        client.send("Input.dispatchDragEvent", {
          type,
          x: 300,
          y: 300,
          data: {
            items: [],
            files: [corpusPath("lanofdoom_css", "scoutzknivez.bsp")],
            dragOperationsMask: 1,
          },
        });
      await drag("dragEnter");
      await drag("dragOver");
      expect(await isVisible("#drop")).toBe(true);
      await drag("drop");
      expect(await isVisible("#drop")).toBe(false);
      await page.waitForFunction(() => window.visleaf!.map?.name === "scoutzknivez");
      await waitForState("running");
      await client.detach();
    });

    it("finds what is missing in a game folder, and loads the map again with it", async () => {
      await openFile(corpusPath("gunman_city2", "gunman_city2.bsp"));
      await page.waitForFunction(() => window.visleaf!.map?.name === "gunman_city2");
      await waitForState("running");
      const missing = () => page.evaluate(() => window.visleaf!.summary!.warnings.length);
      const without = await missing();
      const input = (await page.$("#folder-files")) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(corpusPath("gunman_city2", "content"));
      await waitForState("loading");
      await waitForState("running");
      expect(await missing()).toBeLessThan(without);
      expect(await text("#content-list")).toMatch(/^content[\d,]+ files/);
      await page.$eval("#content-list button", (button) => (button as HTMLElement).click());
      await waitForState("loading");
      await waitForState("running");
      expect(await missing()).toBe(without);
      expect(await page.$("#content-list")).toBeNull();
    });

    it("asks before Ctrl and W, flying slowly, close the page", async () => {
      const isHeldBack = () =>
        page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
      expect(await isHeldBack()).toBe(false);
      await page.keyboard.down("ControlLeft");
      expect(await isHeldBack()).toBe(true);
      await page.keyboard.up("ControlLeft");
      expect(await isHeldBack()).toBe(false);
    });

    it("stops a load on request, and keeps what is shown", async () => {
      await page.evaluate(() => {
        const source = { name: "other", url: "/corpus/lanofdoom_css/gg_canyon.bsp" };
        window.visleaf!.open(source).catch(() => undefined);
        (document.getElementById("cancel-load") as HTMLElement).click();
      });
      expect(await text("#toast")).toBe("Stopped.");
      expect(await page.$eval("body", (body) => body.dataset.state)).toBe("running");
      expect(await isVisible("#progress")).toBe(false);
      expect(await text("#map-name")).toBe("gunman_city2");
      expect((await stats()).triangles).toBeGreaterThan(0);
    });

    it("loads the map again on a new device when the old one is lost", async () => {
      const keeper = await page.evaluateOnNewDocument(() => {
        const request = GPUAdapter.prototype.requestDevice;
        GPUAdapter.prototype.requestDevice = async function (descriptor) {
          const device = await request.call(this, descriptor);
          Object.assign(window, { keptDevice: device });
          return device;
        };
      });
      await visit("&map=/corpus/lanofdoom_css/gg_canyon.bsp", "#camera=100,-200,900,10,45,60");
      await page.removeScriptToEvaluateOnNewDocument(keeper.identifier);
      await waitForState("running");
      await setSwitch("wireframe", true);
      const before = await stats();
      const recovered = await page.evaluate(async () => {
        const viewer = window.visleaf!;
        const done = new Promise((resolve) => viewer.on("done", resolve));
        const lost = new Promise<boolean>((resolve) =>
          viewer.on("lost", (news) => resolve(news.recovered)),
        );
        (window as unknown as { keptDevice: GPUDevice }).keptDevice.destroy();
        return (await lost) && (await done) !== null;
      });
      expect(recovered).toBe(true);
      expect(await text("#toast")).toContain("being loaded again");
      const after = await stats();
      expect(after.triangles).toBe(before.triangles);
      expect((await camera()).x).toBe(100);
      expect(await page.evaluate(() => window.visleaf!.settings.wireframe)).toBe(true);
    });

    it("opens a linked map at the linked view", async () => {
      await visit("&map=/corpus/lanofdoom_css/gg_canyon.bsp", "#camera=100,-200,900,10,45,60");
      await waitForState("running");
      expect(await camera()).toEqual({ x: 100, y: -200, z: 900, pitch: 10, yaw: 45, fov: 60 });
      expect(await text("output[for=fov]")).toBe("60°");
    });

    it("shows a map in its other light, and offers none that it lacks", async () => {
      await visit("&map=/corpus/lanofdoom_css/gg_canyon.bsp");
      await waitForState("running");
      const offered = () =>
        page.$$eval("[name=side]:not(:disabled)", (all) =>
          all.map((input) => (input as HTMLInputElement).value),
        );
      expect(await offered()).toEqual(["ldr"]);
      await visit("&map=/corpus/portal2_mod/celeste_lastberry.bsp");
      await waitForState("running");
      expect(await offered()).toEqual(["hdr", "ldr"]);
      expect(await page.evaluate(() => window.visleaf!.map!.side)).toBe("hdr");
      await page.click("label:has(#side-ldr)");
      await page.waitForFunction(() => window.visleaf!.map!.side === "ldr");
      expect(await text("#map-facts")).toContain("LDR");
      expect((await stats()).triangles).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    });
  });
});
