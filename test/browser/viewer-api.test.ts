/** The viewer as a page uses it: in a real browser, on separate canvases. */

import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { createViewer, ViewerOptions } from "../../src/viewer/index.ts";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";
import { plainDemo } from "../support/page-server.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

type TestViewer = Awaited<ReturnType<typeof createViewer>>;

declare global {
  interface Window {
    api: { createViewer: typeof createViewer };
    /** Makes a viewer on a new canvas. */
    openViewer: (options?: ViewerOptions) => Promise<TestViewer>;
    viewers: TestViewer[];
    drawFrames: (viewer: TestViewer, count: number) => Promise<void>;
    /** Count of listeners that were added and not removed. */
    listenerCount: () => number;
  }
}

const SCRIPT = `
  const bound = new Map();
  const key = (target, [type, listener, options]) => {
    const capture = typeof options === "boolean" ? options : Boolean(options?.capture);
    return [target, type, listener, capture];
  };
  const same = (a, b) => a.every((value, i) => value === b[i]);
  const live = [];
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...args) {
    const entry = key(this ?? window, args);
    const signal = args[2]?.signal;
    // Listeners of the browser itself, or on targets that are garbage collected, do not count.
    const isCounted = this === undefined || this === window || this === document ||
      this instanceof Element || this instanceof AbortSignal;
    if (isCounted && !live.some((other) => same(other, entry))) {
      live.push(entry);
      if (signal) {
        addEventListener.call(signal, "abort", () => {
          const at = live.indexOf(entry);
          if (at >= 0) live.splice(at, 1);
        });
      }
    }
    return addEventListener.apply(this, args);
  };
  EventTarget.prototype.removeEventListener = function (...args) {
    const entry = key(this ?? window, args);
    const at = live.findIndex((other) => same(other, entry));
    if (at >= 0) live.splice(at, 1);
    return removeEventListener.apply(this, args);
  };
  window.listenerCount = () => live.length;
  const api = await import("/cdn/visleaf-map.js");
  // The canvases must be visible.
  document.body.replaceChildren();
  window.viewers = [];
  window.openViewer = async (options = {}) => {
    const canvas = document.createElement("canvas");
    canvas.style.cssText = "display: block; width: 96px; height: 64px";
    document.body.append(canvas);
    const viewer = await api.createViewer(canvas, { present: "${present}", ...options });
    window.viewers.push(viewer);
    return viewer;
  };
  // Waits for frames that are drawn or found to show the same picture again. The event comes before
  // its frame is drawn.
  window.drawFrames = (viewer, count) =>
    new Promise((done) => {
      let left = count + 1;
      const stop = viewer.on("frame", () => {
        if (--left > 0) return;
        stop();
        done();
      });
    });
  window.api = api;
`;

const MAP = "/assets/visleaf_demo.bsp";
/** A map with packed textures; below, a small map for repeated loads. */
const TEXTURED = "/corpus/lanofdoom_css/gg_canyon.bsp";
const SMALL = "/corpus/rc_deathmatch1/rc_deathmatch1.bsp";

describe.skipIf(!hasBrowser || !existsSync(resolve(import.meta.dirname, `../..${MAP}`)))(
  "a viewer in a page",
  () => {
    let browser: Browser;
    let built: BuiltLibrary;
    let site: StaticServer;
    let page: Page;
    const faults: string[] = [];

    beforeAll(async () => {
      // Built, because from source each load would fetch the worker's hundreds of modules again.
      built = await buildLibrary(["cdnMap", "cdnWorker", "cdnFileWorker"]);
      const corpus: Record<string, string> = hasCorpus ? { "/corpus/": corpusPath() } : {};
      [browser, site] = await Promise.all([
        launchBrowser(["--js-flags=--expose-gc"]),
        serveStatic({ folders: { [MAP]: plainDemo(), "/cdn/": built.cdn, ...corpus } }),
      ]);
      site.pages.set("/", "<!doctype html><body>");
      page = await browser.newPage();
      page.setDefaultTimeout(45_000);
      // The page beside the canvases is drawn by the CPU too, so it is small.
      await page.setViewport({ width: 240, height: 160 });
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(site.origin);
      await page.addScriptTag({ type: "module", content: SCRIPT });
      await page.waitForFunction(() => window.api !== undefined);
    });
    afterEach(async () => {
      await page.evaluate(() => {
        for (const viewer of window.viewers) {
          viewer.destroy();
          viewer.canvas.remove();
        }
        window.viewers = [];
      });
      expect(faults).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
      if (built) rmSync(built.folder, { recursive: true });
    });

    it("answers queries about the map", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer();
        const told: string[] = [];
        for (const name of ["loadstart", "scene", "load", "camerachange", "leafchange"] as const) {
          viewer.on(name, () => {
            if (!told.includes(name)) told.push(name);
          });
        }
        const before = {
          leaf: viewer.leafAt([0, 0, 0]),
          ray: viewer.raycast([0, 0, 0], [0, 0, -1]),
          visible: viewer.isVisible([0, 0, 0], [1, 1, 1]),
        };
        const stages = new Set<string>();
        const summary = await viewer.load(url, { onProgress: ({ stage }) => stages.add(stage) });
        await window.drawFrames(viewer, 2);
        const { x, y, z } = viewer.camera;
        const down = viewer.raycast([x, y, z], [0, 0, -2]);
        const up = viewer.raycast([x, y, z], [0, 0, 1]);
        const short = viewer.raycast([x, y, z], [0, 0, -1], { maxDistance: 1 });
        const leafs = new Set<number>();
        for (const [key, value] of viewer.entities.flat()) {
          if (key !== "origin") continue;
          const leaf = viewer.leafAt(value.split(" ").map(Number));
          if (leaf && leaf.cluster >= 0) leafs.add(leaf.leaf);
        }
        return {
          told,
          before,
          stages: [...stages],
          totalMs: summary.totalMs,
          down,
          up,
          short,
          camera: [x, y, z],
          here: viewer.leafAt([x, y, z]),
          self: viewer.isVisible([x, y, z], [x, y, z + 1]),
          entities: viewer.entities.length,
          world: viewer.entities[0].find(([key]) => key === "classname")?.[1],
          leafs: leafs.size,
          map: viewer.map?.name,
        };
      }, MAP);
      expect(found.before).toEqual({ leaf: null, ray: null, visible: true });
      expect(found.told).toEqual(
        ["loadstart", "scene", "camerachange", "leafchange", "load"].filter((n) =>
          found.told.includes(n),
        ),
      );
      expect(found.told.sort()).toEqual([
        "camerachange",
        "leafchange",
        "load",
        "loadstart",
        "scene",
      ]);
      expect(found.stages).toContain("textures");
      expect(found.map).toBe("visleaf_demo");
      expect(found.world).toBe("worldspawn");
      expect(found.entities).toBeGreaterThan(10);
      expect(found.leafs).toBeGreaterThan(3);
      expect(found.self).toBe(true);
      expect(found.here?.cluster).toBeGreaterThanOrEqual(0);
      expect(found.here?.area).toBeGreaterThanOrEqual(0);
      expect(found.down?.normal[2]).toBeGreaterThan(0.5);
      // A player's eyes are 64 inches above the floor.
      expect(found.down?.distance).toBeGreaterThan(30);
      expect(found.down?.distance).toBeLessThan(200);
      expect(found.down?.material).not.toBe("");
      expect(found.down?.point[2]).toBeCloseTo(found.camera[2] - (found.down?.distance ?? 0), 3);
      expect(found.up === null || found.up.normal[2] < 0).toBe(true);
      expect(found.short).toBeNull();
    });

    it("lowers the render scale if frames take too long, and raises it again", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer();
        await viewer.load(url);
        const goals = [viewer.frameGoalMs];
        // No machine is that fast.
        viewer.frameGoalMs = 0.01;
        const scales = [viewer.settings.renderScale];
        for (let i = 0; i < 100 && viewer.settings.renderScale > 0.6; i++) {
          await window.drawFrames(viewer, 3);
        }
        scales.push(viewer.settings.renderScale);
        const { width } = await createImageBitmap(await viewer.screenshot());
        viewer.quality = "low";
        goals.push(viewer.frameGoalMs);
        scales.push(viewer.settings.renderScale);
        const refused = ((): string => {
          try {
            viewer.frameGoalMs = -1;
          } catch (error) {
            return (error as Error).name;
          }
          return "nothing";
        })();
        return { goals, scales, isWhole: width === viewer.canvas.width, refused };
      }, MAP);
      // On a software adapter no goal is set automatically.
      expect(found.goals).toEqual([0, 0]);
      expect(found.scales[0]).toBe(1);
      expect(found.scales[1]).toBeLessThan(0.6);
      expect(found.scales[2]).toBe(1);
      expect(found).toMatchObject({ isWhole: true, refused: "TypeError" });
    });

    it("moves the camera, plays a path, and makes pictures of any size", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer({ fov: 75 });
        await viewer.load(url);
        const { x, y, z } = viewer.camera;
        viewer.camera = { yaw: 400, pitch: 200 };
        const set = { ...viewer.camera };
        const arrived = await viewer.flyTo({ x: x + 50, yaw: 10 }, { seconds: 0.3 });
        const there = { ...viewer.camera };
        const overtaken = viewer.flyTo({ x: 0 }, { seconds: 60 });
        await window.drawFrames(viewer, 2);
        viewer.stop();
        const abort = new AbortController();
        const aborted = viewer.flyTo({ x: 0 }, { seconds: 60, signal: abort.signal });
        abort.abort();
        const path = new Blob([`${x} ${y} ${z} 0 0 0\n${x} ${y} ${z + 9} 0 90 0.2`]);
        const played = await viewer.play(path);
        const end = { ...viewer.camera };
        const loop = viewer.play(path, { loop: true });
        await new Promise((done) => setTimeout(done, 600));
        const isLooping = viewer.isFlying;
        viewer.canvas.dispatchEvent(
          new PointerEvent("pointerdown", { bubbles: true, pointerType: "pen", button: 1 }),
        );
        const loops = await loop;
        const badPath = await viewer.play(new Blob(["what"])).catch((error: Error) => error.name);
        const size = async (blob: Blob) => {
          const image = await createImageBitmap(blob);
          return [blob.type, image.width, image.height];
        };
        const pictures = [
          await size(await viewer.screenshot()),
          await size(await viewer.screenshot({ type: "image/jpeg", width: 50, height: 70 })),
          await size(await viewer.screenshot({ width: 192 })),
        ];
        const tooLarge = await viewer
          .screenshot({ width: 1e6 })
          .catch((error: Error) => error.message);
        await window.drawFrames(viewer, 2);
        return {
          set,
          arrived,
          there,
          start: x,
          overtaken: await overtaken,
          aborted: await aborted,
          played,
          end,
          z,
          isLooping,
          loops,
          badPath,
          pictures,
          tooLarge,
          shown: [viewer.canvas.width, viewer.canvas.height],
        };
      }, MAP);
      expect(found.set).toMatchObject({ yaw: 40, pitch: 89.9, fov: 75 });
      expect([found.arrived, found.overtaken, found.aborted]).toEqual([true, false, false]);
      expect(found.there.x).toBeCloseTo(found.start + 50, 3);
      expect(found.there.yaw).toBeCloseTo(10, 3);
      expect(found.played).toBe(true);
      expect([found.end.z, found.end.yaw]).toEqual([found.z + 9, 90]);
      expect([found.isLooping, found.loops, found.badPath]).toEqual([true, false, "FormatError"]);
      expect(found.pictures).toEqual([
        ["image/png", 96, 64],
        ["image/jpeg", 50, 70],
        ["image/png", 192, 128],
      ]);
      expect(found.tooLarge).toMatch(/draws up to/);
      expect(found.shown).toEqual([96, 64]);
    });

    it.skipIf(!hasCorpus)("loads the last requested map, and cancels at every stage", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer();
        const outcome = (load: Promise<unknown>) =>
          load.then(
            () => "whole",
            (error: Error) => error.name,
          );
        const errors: string[] = [];
        viewer.on("error", (error) => errors.push(error.message));
        const racing = [viewer.load(url, { name: "a" }), viewer.load(url, { name: "b" })];
        racing.push(viewer.load(url, { name: "c" }));
        const races = await Promise.all(racing.map(outcome));
        const won = viewer.map?.name;
        const ends: Record<string, string> = {};
        for (const stage of ["read", "parse", "world", "materials", "props", "textures"] as const) {
          const abort = new AbortController();
          const load = viewer.load(url, {
            name: stage,
            signal: abort.signal,
            onProgress: (progress) => {
              if (progress.stage === stage) abort.abort();
            },
          });
          ends[stage] = await outcome(load);
        }
        const early = await outcome(viewer.load(url, { signal: AbortSignal.abort() }));
        const bad = await outcome(viewer.load(new Blob(["no map"])));
        // Limits of this load, then of the viewer; the load's take precedence.
        const costly = await outcome(viewer.load(url, { limits: { vertices: 3 } }));
        viewer.limits = { luxels: 3 };
        const dear = await outcome(viewer.load(url));
        const allowed = await outcome(viewer.load(url, { limits: { luxels: 1e6 } }));
        viewer.limits = {};
        const gone = await outcome(viewer.load("/assets/none.bsp"));
        const after = await outcome(viewer.load(url, { name: "after" }));
        const { bufferBytes, textureBytes } = viewer.memory;
        const sizes: number[] = [];
        for (let i = 0; i < 3; i++) {
          await viewer.load(url, { name: `map ${i}` });
          const { memory } = viewer;
          sizes.push(memory.bufferBytes + memory.textureBytes);
        }
        viewer.unload();
        const { memory } = viewer;
        return {
          races,
          won,
          ends,
          early,
          bad,
          costly,
          dear,
          allowed,
          gone,
          after,
          errors,
          whole: bufferBytes + textureBytes,
          sizes,
          unloaded: [...memory.byKind],
          map: viewer.map,
          leaf: viewer.leafAt([0, 0, 0]),
        };
      }, SMALL);
      expect(found.races).toEqual(["CancelledError", "CancelledError", "whole"]);
      expect(found.won).toBe("c");
      for (const end of Object.values(found.ends)) expect(end).toBe("CancelledError");
      expect([found.early, found.bad, found.gone]).toEqual([
        "CancelledError",
        "FormatError",
        "Error",
      ]);
      expect([found.costly, found.dear, found.allowed]).toEqual([
        "FormatError",
        "FormatError",
        "whole",
      ]);
      expect(found.errors).toHaveLength(4);
      expect(found.after).toBe("whole");
      expect(new Set(found.sizes).size).toBeLessThanOrEqual(2);
      console.info(`three maps in a row, bytes of GPU memory after each: ${found.sizes.join(" ")}`);
      const kinds = new Map(found.unloaded);
      for (const kind of ["world", "props", "materials", "textures", "lightmap", "sky"] as const) {
        expect(kinds.get(kind) ?? 0).toBe(0);
      }
      expect([found.map, found.leaf]).toEqual([null, null]);
    });

    it.skipIf(!hasCorpus)(
      "keeps its textures within a budget, and retries with less when memory runs out",
      async () => {
        const found = await page.evaluate(async (url) => {
          const textures = (viewer: TestViewer) =>
            (viewer.memory.byKind.get("textures") ?? 0) + (viewer.memory.byKind.get("sky") ?? 0);
          const bytes: number[] = [];
          const lit: number[] = [];
          for (const budget of [2 ** 30, 2 ** 18]) {
            const viewer = await window.openViewer({ textureBudgetBytes: budget });
            await viewer.load(url);
            await window.drawFrames(viewer, 2);
            bytes.push(textures(viewer));
            const image = await createImageBitmap(await viewer.screenshot());
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext("2d")!;
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            lit.push(
              data.filter((value, i) => i % 4 !== 3 && value > 8).length / (data.length * 0.75),
            );
          }

          // Simulates a GPU with limited memory, which every live texture array uses.
          const { createTexture, popErrorScope } = GPUDevice.prototype;
          const { destroy } = GPUTexture.prototype;
          const alive = new Map<GPUTexture, number>();
          const taken = () => [...alive.values()].reduce((sum, texels) => sum + texels, 0);
          let limit = Number.POSITIVE_INFINITY;
          let isFull = false;
          GPUDevice.prototype.createTexture = function (descriptor) {
            const texture = createTexture.call(this, descriptor);
            if (/^render\/(world|props)-/.test(texture.label)) {
              alive.set(texture, texture.width * texture.height * texture.depthOrArrayLayers);
            }
            isFull = alive.has(texture) && taken() > limit;
            return texture;
          };
          GPUTexture.prototype.destroy = function () {
            alive.delete(this);
            return destroy.call(this);
          };
          GPUDevice.prototype.popErrorScope = async function () {
            const fails = isFull;
            isFull = false;
            const error = await popErrorScope.call(this);
            return fails ? new GPUOutOfMemoryError("no memory is left") : error;
          };
          try {
            const viewer = await window.openViewer();
            await viewer.load(url);
            limit = taken() / 2;
            viewer.unload();
            const errors: string[] = [];
            viewer.on("error", (error) => errors.push(error.message));
            viewer.on("fault", (error) => errors.push(`fault: ${error.message}`));
            await viewer.load(url);
            bytes.push(textures(viewer));
            limit = 0;
            const failed = await viewer.load(url).then(
              () => "loaded",
              (error: Error) => error.message,
            );
            const left = textures(viewer);
            const shown = viewer.map;
            limit = Number.POSITIVE_INFINITY;
            await viewer.load(url);
            bytes.push(textures(viewer));
            return { bytes, lit, errors, failed, left, shown };
          } finally {
            GPUDevice.prototype.createTexture = createTexture;
            GPUDevice.prototype.popErrorScope = popErrorScope;
            GPUTexture.prototype.destroy = destroy;
          }
        }, TEXTURED);
        const [whole, small, less, again] = found.bytes;
        console.info(
          `texture bytes: whole ${whole}, budget ${2 ** 18}: ${small}, after OOM ${less}`,
        );
        expect(whole).toBeGreaterThan(2 ** 19);
        expect(small).toBeLessThanOrEqual(2 ** 18);
        expect(found.lit[1]).toBeGreaterThan(found.lit[0] * 0.9);
        expect(less).toBeLessThanOrEqual(whole / 4);
        expect(found.failed).toMatch(/does not fit into this GPU's memory/);
        expect(found.errors).toEqual([found.failed]);
        expect([found.left, found.shown]).toEqual([0, null]);
        expect(again).toBe(whole);
      },
    );

    it.skipIf(!hasCorpus)(
      "is restored with all other viewers after their device was lost",
      async () => {
        const found = await page.evaluate(async (url) => {
          // The device of earlier viewers is kept for two seconds, and these viewers would share it.
          await new Promise((done) => setTimeout(done, 2500));
          const devices: GPUDevice[] = [];
          const { requestDevice } = GPUAdapter.prototype;
          GPUAdapter.prototype.requestDevice = async function (descriptor) {
            const device = await requestDevice.call(this, descriptor);
            devices.push(device);
            return device;
          };
          const [a, b, idle] = [
            await window.openViewer(),
            await window.openViewer(),
            await window.openViewer(),
          ];
          const told: string[] = [];
          for (const [name, viewer] of Object.entries({ a, b, idle })) {
            for (const event of ["lost", "restored", "error", "load"] as const) {
              viewer.on(event, () => told.push(`${name} ${event}`));
            }
          }
          await Promise.all([a.load(url, { name: "first" }), b.load(url, { name: "second" })]);
          a.camera = { x: 5, yaw: 33 };
          a.settings.exposure = 3;
          b.settings.sky = false;
          // One viewer is loading when the device is lost.
          const loading = b.load(url, { name: "third" });
          const restored = [a, b, idle].map(
            (viewer) => new Promise((done) => viewer.on("restored", () => done(0))),
          );
          const before = told.length;
          devices[0].destroy();
          await Promise.all(restored);
          const summary = await loading;
          await Promise.all([window.drawFrames(a, 2), window.drawFrames(b, 2)]);
          GPUAdapter.prototype.requestDevice = requestDevice;
          const { memory } = a;
          return {
            devices: devices.length,
            told: told.slice(before).sort(),
            camera: { ...a.camera },
            exposure: a.settings.exposure,
            sky: b.settings.sky,
            names: [a.map?.name, b.map?.name],
            totalMs: summary.totalMs,
            own: memory.bufferBytes + memory.textureBytes,
            device: memory.deviceBytes,
            isLoopAlive: a.stats.frame > 0,
          };
        }, SMALL);
        expect(found.devices).toBe(2);
        expect(found.names).toEqual(["first", "third"]);
        expect(found.camera).toMatchObject({ x: 5, yaw: 33 });
        expect([found.exposure, found.sky]).toEqual([3, false]);
        expect(found.told.filter((line) => line.endsWith("lost"))).toHaveLength(3);
        expect(found.told.filter((line) => line.endsWith("restored"))).toHaveLength(3);
        expect(found.told.filter((line) => line.endsWith("error"))).toEqual([]);
        expect(found.device).toBeGreaterThan(found.own * 1.5);
      },
    );

    it("reports that no device can be created again", async () => {
      const [message, later] = await page.evaluate(async (url) => {
        const viewer = await window.openViewer({ sharedDevice: false });
        let device: GPUDevice | null = null;
        const { requestAdapter } = navigator.gpu;
        const { createBuffer } = GPUDevice.prototype;
        GPUDevice.prototype.createBuffer = function (descriptor) {
          device = this;
          return createBuffer.call(this, descriptor) as never;
        };
        await viewer.load(url);
        GPUDevice.prototype.createBuffer = createBuffer;
        navigator.gpu.requestAdapter = async () => null;
        const failed = new Promise<string>((done) => viewer.on("error", (e) => done(e.message)));
        (device as GPUDevice | null)?.destroy();
        const text = await failed;
        const later = await viewer.load(url).then(
          () => "loaded",
          (e: Error) => e.message,
        );
        navigator.gpu.requestAdapter = requestAdapter;
        return [text, later];
      }, MAP);
      expect(message).toMatch(/the graphics device was lost \(.*\) and could not be replaced/);
      // Nothing is loaded into the void.
      expect(later).toMatch(/was lost and could not be replaced/);
    });

    it("uses no GPU while its picture does not change, and draws when the camera moves", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer();
        await viewer.load(url);
        const submit = GPUQueue.prototype.submit;
        let submits = 0;
        GPUQueue.prototype.submit = function (commands) {
          submits++;
          submit.call(this, commands);
        };
        const submitsIn = async (frames: number) => {
          const before = submits;
          await window.drawFrames(viewer, frames);
          return submits - before;
        };
        // A neon lamp lights the floor, and the exposure takes ten seconds to settle.
        Object.assign(viewer.settings, { lightStyles: false, autoExposure: false });
        viewer.camera = { pitch: 89, yaw: 0 };
        const end = performance.now() + 60_000;
        let resting = await submitsIn(20);
        while (resting > 0 && performance.now() < end) resting = await submitsIn(20);
        const isResting = viewer.timing.isResting;
        viewer.camera = { pitch: 88 };
        const moved = await submitsIn(4);
        GPUQueue.prototype.submit = submit;
        viewer.destroy();
        return { resting, isResting, moved };
      }, MAP);
      expect(found.resting).toBe(0);
      expect(found.isResting).toBe(true);
      expect(found.moved).toBeGreaterThan(0);
    });

    it("draws no frame while it is paused or scrolled away, and follows its pixel ratio", async () => {
      const found = await page.evaluate(async (url) => {
        const viewer = await window.openViewer();
        await viewer.load(url);
        await window.drawFrames(viewer, 2);
        // Counts in frames of the page, because times are unreliable on a busy machine.
        const drawnIn = async (frames: number) => {
          const before = viewer.timing.frameCount;
          for (let i = 0; i < frames; i++) await new Promise((done) => requestAnimationFrame(done));
          return viewer.timing.frameCount - before;
        };
        viewer.pause();
        const paused = await drawnIn(20);
        viewer.resume();
        // Waits for a frame, which may take long while pipelines are compiled.
        await window.drawFrames(viewer, 1);
        viewer.canvas.style.marginTop = "5000px";
        // The page reports asynchronously that a canvas has left the view.
        const end = performance.now() + 20_000;
        let away = await drawnIn(20);
        while (away > 0 && performance.now() < end) away = await drawnIn(20);
        viewer.canvas.style.marginTop = "";
        await window.drawFrames(viewer, 1);
        viewer.pixelRatioLimit = 0.5;
        await window.drawFrames(viewer, 3);
        const half = [viewer.canvas.width, viewer.canvas.height];
        return { paused, away, half };
      }, MAP);
      expect([found.paused, found.away]).toEqual([0, 0]);
      expect(found.half).toEqual([48, 32]);
    });

    it("orbits the point in the middle of the picture", async () => {
      await page.evaluate(async (url) => {
        const viewer = await window.openViewer({ controls: "orbit" });
        await viewer.load(url);
        viewer.canvas.style.cssText =
          "position: fixed; left: 0; top: 0; width: 200px; height: 200px";
        Object.assign(window, { target: aim(viewer) });
        function aim({ camera: { x, y, z, pitch, yaw }, raycast }: TestViewer) {
          const [p, w] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
          const forward = [Math.cos(p) * Math.cos(w), Math.cos(p) * Math.sin(w), -Math.sin(p)];
          return raycast.call(viewer, [x, y, z], forward);
        }
      }, MAP);
      const state = () =>
        page.evaluate(() => {
          const { camera, canvas } = window.viewers[0];
          const { target } = window as unknown as { target: { point: number[]; distance: number } };
          const { x, y, z, pitch, yaw } = camera;
          const toTarget = target.point.map((value, i) => value - [x, y, z][i]);
          const distance = Math.hypot(...toTarget);
          const [p, w] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
          const forward = [Math.cos(p) * Math.cos(w), Math.cos(p) * Math.sin(w), -Math.sin(p)];
          const cosine = forward.reduce((sum, f, i) => sum + (f * toTarget[i]) / distance, 0);
          return {
            yaw,
            pitch,
            distance,
            cosine,
            wanted: target.distance,
            focus: document.activeElement === canvas,
          };
        });
      const start = await state();
      await page.mouse.move(100, 100);
      await page.mouse.down();
      await page.mouse.move(140, 110, { steps: 4 });
      await page.mouse.up();
      const turned = await state();
      expect(turned.yaw).not.toBeCloseTo(start.yaw, 0);
      expect(turned.pitch).toBeCloseTo(start.pitch + 9, 1);
      expect(turned.distance).toBeCloseTo(start.wanted, 1);
      expect(turned.cosine).toBeCloseTo(1, 4);
      expect(turned.focus).toBe(true);
      await page.mouse.wheel({ deltaY: -100 });
      await page.waitForFunction(
        (before) => {
          const { x, y, z } = window.viewers[0].camera;
          const { target } = window as unknown as { target: { point: number[] } };
          return Math.hypot(...target.point.map((v, i) => v - [x, y, z][i])) < before - 1;
        },
        {},
        turned.distance,
      );
      await page.keyboard.press("ArrowRight");
      const keyed = await state();
      expect(keyed.distance).toBeCloseTo(turned.distance / 1.15, 1);
      expect(keyed.yaw).not.toBeCloseTo(turned.yaw, 1);
      expect(keyed.cosine).toBeCloseTo(1, 4);
      const none = await page.evaluate(() => {
        const [{ controls, canvas }] = window.viewers;
        controls.mode = "none";
        return [canvas.hasAttribute("tabindex"), canvas.style.touchAction];
      });
      expect(none).toEqual([false, ""]);
      await page.mouse.move(100, 100);
      await page.mouse.down();
      await page.mouse.move(150, 150);
      await page.mouse.up();
      expect(await state()).toMatchObject({ yaw: keyed.yaw, pitch: keyed.pitch });
    });

    it.skipIf(!hasCorpus)("leaks nothing over twelve open and close cycles", async () => {
      /** Opens and closes viewers, some while they load, some with a map. */
      const rounds = (count: number, maps: number) =>
        page.evaluate(
          async (url, times, loads) => {
            const closed: TestViewer[] = [];
            for (let i = 0; i < times; i++) {
              const viewer = await window.openViewer();
              if (i < loads) await viewer.load(url);
              else if (i % 2 === 0) viewer.load(url).catch(() => undefined);
              viewer.destroy();
              viewer.canvas.remove();
              window.viewers.pop();
              closed.push(viewer);
            }
            const bytesOf = ({ memory }: TestViewer) => memory.bufferBytes + memory.textureBytes;
            // Buffers that are being read back are freed when that has ended.
            const end = performance.now() + 10_000;
            do await new Promise((done) => setTimeout(done, 100));
            while (closed.some(bytesOf) && performance.now() < end);
            const left = closed.flatMap((viewer) => [bytesOf(viewer), viewer.memory.deviceBytes]);
            closed.length = 0;
            (globalThis as unknown as { gc: () => void }).gc();
            await new Promise((done) => setTimeout(done, 100));
            (globalThis as unknown as { gc: () => void }).gc();
            return {
              left: [...new Set(left)].sort((a, b) => a - b),
              listeners: window.listenerCount(),
            };
          },
          SMALL,
          count,
          maps,
        );
      const heap = async () => (await page.metrics()).JSHeapUsedSize ?? 0;
      // The last viewer releases the device with everything on it.
      const alone = await rounds(2, 1);
      expect(alone.left).toEqual([0]);
      // With another viewer open, the device stays, along with that viewer's memory.
      const kept = await page.evaluate(async () => {
        const { memory } = await window.openViewer();
        return memory.deviceBytes;
      });
      const first = await rounds(6, 1);
      const before = await heap();
      const second = await rounds(12, 2);
      const after = await heap();
      console.info(
        `12 rounds: GPU bytes ${second.left} (${kept} of the one that stays), ${second.listeners} listeners (${first.listeners} before), heap ${Math.round(before / 1024)} to ${Math.round(after / 1024)} KiB`,
      );
      expect([first.left, second.left]).toEqual([
        [0, kept],
        [0, kept],
      ]);
      expect(second.listeners).toBe(first.listeners);
      expect(after - before).toBeLessThan(2 ** 20);
    });
  },
);
