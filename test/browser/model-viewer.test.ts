/** The model viewer as a page uses it, in a real browser. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unzipSync } from "fflate";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readModelSource } from "../../src/compile/studiomdl/read-model-source.ts";
import type {
  createModelViewer,
  ModelViewer,
  STUDIO_LIGHT,
  VisleafModel,
} from "../../src/component/model-element.ts";
import { readStudioModel } from "../../src/model/files/read-studio-model.ts";
import { writeTree } from "../cli/serve-helpers.ts";
import { countWrong, placeFace } from "../oracle/pose/made-face.ts";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { expectSameModel } from "../support/models/expect-same-model.ts";
import { FACE_QC, FACE_SMD, FACE_VMT, FACE_VTA } from "../support/models/made-face.ts";
import { makeControlledModel, makeMovingModel } from "../support/models/made-model.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

declare global {
  interface Window {
    models: {
      createModelViewer: typeof createModelViewer;
      STUDIO_LIGHT: typeof STUDIO_LIGHT;
    };
    model: ModelViewer;
    devices: GPUDevice[];
    /** Reads a picture of 96x96 as RGBA. */
    read: () => Promise<Uint8ClampedArray>;
    /** Returns whether each pixel of a picture is red. */
    reds: () => Promise<boolean[]>;
    /** Counts pixels in which only one channel is bright, and finds the top row with green. */
    count: () => Promise<{ red: number; green: number; blue: number; greenTop: number }>;
  }
}

const SCRIPT = `
  window.models = await import("/cdn/visleaf-model-viewer.js");
  window.devices = [];
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    window.devices.push(device);
    return device;
  };
  document.body.replaceChildren();
  window.reds = async () => {
    const data = await window.read();
    return Array.from({ length: 96 * 96 }, (_, i) => data[i * 4] > 128 && data[i * 4 + 1] < 60);
  };
  window.read = async () => {
    const bitmap = await createImageBitmap(await window.model.screenshot({ width: 96, height: 96 }));
    const context = new OffscreenCanvas(96, 96).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, 96, 96).data;
  };
  window.count = async () => {
    const data = await window.read();
    const found = { red: 0, green: 0, blue: 0, greenTop: 96 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (r > 200 && g < 60 && b < 60) found.red++;
      if (b > 200 && r < 60 && g < 60) found.blue++;
      if (g > 200 && r < 60 && b < 60) {
        found.green++;
        found.greenTop = Math.min(found.greenTop, Math.floor(i / 4 / 96));
      }
    }
    return found;
  };
`;

const assets = resolve(import.meta.dirname, "../../assets");

describe.skipIf(!hasBrowser)("a viewer of models in a page", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-models-"));
  let browser: Browser;
  let server: StaticServer;
  let built: BuiltLibrary;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    writeTree(folder, makeMovingModel());
    writeTree(folder, makeControlledModel());
    writeFileSync(join(folder, "face.qc"), FACE_QC);
    writeFileSync(join(folder, "head.smd"), FACE_SMD);
    writeFileSync(join(folder, "head.vta"), FACE_VTA);
    writeFileSync(join(folder, "materials/skin.vmt"), FACE_VMT);
    // Built, because from source each viewer would wait for hundreds of modules.
    built = await buildLibrary(["cdnModel", "cdnWorker", "cdnFileWorker"]);
    [browser, server] = await Promise.all([
      launchBrowser(),
      serveStatic({ folders: { "/made/": folder, "/cdn/": built.cdn, "/assets/": assets } }),
    ]);
    server.pages.set("/", "<!doctype html><body>");
    page = await browser.newPage();
    page.setDefaultTimeout(45_000);
    await page.setViewport({ width: 200, height: 200 });
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(server.origin);
    await page.addScriptTag({ type: "module", content: SCRIPT });
    await page.waitForFunction(() => window.count !== undefined);
  });
  beforeEach(async () => {
    await page.evaluate(async (present) => {
      window.model?.destroy();
      const canvas = document.createElement("canvas");
      canvas.style.cssText = "display: block; width: 96px; height: 96px";
      document.body.replaceChildren(canvas);
      window.model = await window.models.createModelViewer(canvas, { present });
      await window.model.load("/made/models/lift.mdl");
      window.model.pause();
    }, present);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
    if (built) rmSync(built.folder, { recursive: true });
    expect(faults).toEqual([]);
  });

  it("returns the model's properties, and frames all of it", async () => {
    const info = await page.evaluate(() => window.model.info);
    expect(info).toMatchObject({
      ...{ name: "models/lift.mdl", version: 48, hulls: 0, lacking: [], weights: [16, 0, 0] },
      bones: [
        { name: "base", parent: -1 },
        { name: "lift", parent: 0 },
      ],
      skins: [
        ["red", "green", "blue"],
        ["blue", "green", "blue"],
      ],
      bodyParts: [{ name: "shape" }],
      lods: [{ triangles: 4 }],
      sequences: [
        { name: "rest", isLooping: true },
        { name: "rise", frames: 2, fps: 1, seconds: 1, isLooping: false },
      ],
    });
    const { red, green, blue } = await page.evaluate(() => window.count());
    expect(blue).toBe(0);
    expect(red).toBeGreaterThan(150);
    expect(Math.abs(red - green)).toBeLessThan(red / 4);
  });

  it("loads one model after another in one worker", async () => {
    const started: string[] = [];
    const onStart = (worker: { url(): string }) => started.push(worker.url());
    page.on("workercreated", onStart);
    await page.evaluate(async () => {
      for (let i = 0; i < 3; i++) await window.model.load("/made/models/lift.mdl");
      window.model.pause();
    });
    page.off("workercreated", onStart);
    // An idle worker may have ended before.
    expect(started.length).toBeLessThan(2);
  });

  it("plays a sequence over time, and stands still at a given cycle", async () => {
    const rest = await page.evaluate(async () => {
      window.model.camera = { x: 0, y: 120, z: 30, pitch: 0, yaw: -90 };
      return window.count();
    });
    const [start, risen] = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.isPlaying = false;
      viewer.play("RISE");
      const start = await window.count();
      viewer.cycle = 0.5;
      return [start, await window.count()];
    });
    expect(start).toEqual(rest);
    expect(risen.red).toBe(rest.red);
    // The upper square, 16 inches high, moves up by 16 inches.
    expect(risen.greenTop).toBeLessThan(rest.greenTop - 5);
    const played = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.play("rise", { cycle: 0.25, rate: 0.5 });
      viewer.isPlaying = true;
      const { frameCount } = viewer.timing;
      viewer.resume();
      const startMs = performance.now();
      while (viewer.timing.frameCount < frameCount + 6)
        await new Promise((done) => setTimeout(done, 5));
      viewer.pause();
      return { cycle: viewer.cycle, seconds: (performance.now() - startMs) / 1000 };
    });
    expect(played.cycle).toBeGreaterThan(0.25);
    expect(played.cycle).toBeLessThan(0.25 + played.seconds * 0.5 + 0.01);
    const wrong = await page.evaluate(() => {
      try {
        window.model.play("fly");
        return "";
      } catch (error) {
        return String(error);
      }
    });
    expect(wrong).toContain("no sequence fly");
  });

  it("moves bones by its controllers within their range", async () => {
    const [info, rest, half, most, wrong] = await page.evaluate(async () => {
      const viewer = window.model;
      await viewer.load("/made/models/turret.mdl");
      viewer.pause();
      viewer.camera = { x: 0, y: 120, z: 30, pitch: 0, yaw: -90 };
      const rest = await window.count();
      viewer.setBoneController(0, 16);
      const half = await window.count();
      viewer.setBoneController(0, 500);
      const most = await window.count();
      try {
        viewer.setBoneController(1, 0);
        return [viewer.info, rest, half, most, ""] as const;
      } catch (error) {
        return [viewer.info, rest, half, most, String(error)] as const;
      }
    });
    expect(info?.boneControllers).toEqual([{ name: "lift", min: 0, max: 32 }]);
    expect(half.greenTop).toBeLessThan(rest.greenTop - 5);
    // Twice as far, and clamped to the range.
    expect(Math.abs(rest.greenTop + most.greenTop - 2 * half.greenTop)).toBeLessThanOrEqual(2);
    expect(half.red).toBe(rest.red);
    expect(wrong).toContain("no bone controller 1");
  });

  it("changes skin and body group, and changes back", async () => {
    const [first, skinned, wide, back] = await page.evaluate(async () => {
      const viewer = window.model;
      const first = await window.count();
      viewer.skin = 1;
      const skinned = await window.count();
      viewer.setBodyGroup(0, 1);
      const wide = await window.count();
      viewer.skin = 0;
      viewer.setBodyGroup(0, 0);
      return [first, skinned, wide, await window.count()];
    });
    expect(skinned).toMatchObject({ red: 0, blue: first.red, green: first.green });
    // The body is three times as wide; only a part of it is in view.
    expect(wide.blue).toBeGreaterThan(first.red * 1.8);
    expect(back).toEqual(first);
  });

  it("keeps its pose when its draws are selected again", async () => {
    const [before, after] = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.isPlaying = false;
      viewer.play("rise", { cycle: 0.5 });
      const before = await window.count();
      viewer.lod = 0;
      return [before, await window.count()];
    });
    expect(after).toEqual(before);
  });

  it("can be lit by a map, and by the studio again", async () => {
    const seen = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.isPlaying = false;
      viewer.play("rise", { cycle: 0.5 });
      viewer.skin = 1;
      const before = await window.count();
      const told: string[] = [];
      viewer.on("model", () => told.push("model"));
      viewer.on("load", ({ warnings }) => told.push(...warnings.map(({ code }) => code)));
      const map = "/assets/visleaf_demo.bsp";
      const place = await viewer.setLight({ map, at: [16, 32, 64], side: "ldr" });
      const inMap = await window.count();
      viewer.lightYaw = 90;
      const { lightPlace, sequence, cycle, skin } = viewer;
      // The last of several concurrent requests wins.
      viewer.light = { map };
      const none = await viewer.setLight({ map: "/assets/none.bsp" });
      const missing = told.filter((code) => code === "lighting").length;
      viewer.lightYaw = 0;
      const back = await viewer.setLight(window.models.STUDIO_LIGHT);
      const after = await window.count();
      return {
        before,
        place,
        inMap,
        lightPlace,
        sequence,
        cycle,
        skin,
        none,
        missing,
        back,
        after,
        told,
      };
    });
    expect(seen.place).toMatchObject({ map: "visleaf_demo", at: [16, 32, 64], entity: null });
    expect(seen.lightPlace).toEqual(seen.place);
    expect([seen.sequence, seen.cycle, seen.skin]).toEqual([1, 0.5, 1]);
    expect(seen.inMap).toEqual(seen.before);
    expect([seen.none, seen.back]).toEqual([null, null]);
    expect(seen.missing).toBe(1);
    expect(seen.after).toEqual(seen.before);
    expect(seen.told).not.toContain("model");
  });

  it("moves a face's outline according to its rules", async () => {
    const seen = { distance: 80, z: 16, fov: 40, width: 96, height: 96 };
    const sets = [
      ...[
        [0, 0],
        [1, 0],
        [0, 1],
        [0.5, 1],
      ],
      ...[
        [0.25, 2],
        [0, 0],
      ],
    ] as const;
    const drawn = await page.evaluate(
      async ({ distance, z, fov }, sets) => {
        const viewer = window.model;
        await viewer.load("/made/face.qc", { floor: false, content: ["/made/"] });
        viewer.camera = { x: distance, y: 0, z, pitch: 0, yaw: 180, fov };
        const pictures: boolean[][] = [];
        for (const [brow, smile] of sets) {
          viewer.setFlex(0, brow);
          viewer.setFlex(1, smile);
          pictures.push(await window.reds());
        }
        return pictures;
      },
      seen,
      sets,
    );
    const wrong = sets.map(([brow, smile], row) =>
      countWrong(drawn[row], placeFace(brow, smile), seen),
    );
    expect(wrong).toEqual(sets.map(() => 0));
    // The outline of another face is noticed.
    expect(countWrong(drawn[1], placeFace(0, 0), seen)).toBeGreaterThan(300);
  });

  it("shows and hides debug lines", async () => {
    const shown = await page.evaluate(async () => {
      const viewer = window.model;
      const before = await window.count();
      await viewer.show("hitBoxes", true);
      await viewer.show("wireframe", true);
      const isShowing = viewer.isShowing("wireframe");
      const lines = await window.count();
      await viewer.show("wireframe", false);
      await viewer.show("hitBoxes", false);
      await viewer.show("weights", true);
      const weights = await window.count();
      await viewer.show("weights", false);
      await viewer.setHighlight({ kind: "bone", row: 0 });
      const { highlight } = viewer;
      const marked = await window.count();
      await viewer.setHighlight(null);
      return { before, isShowing, lines, weights, highlight, marked, after: await window.count() };
    });
    // The weight view draws the squares in bone colours, none of which is as bright.
    expect(shown.weights.red + shown.weights.green + shown.weights.blue).toBeLessThan(20);
    expect(shown.highlight).toEqual({ kind: "bone", row: 0 });
    expect(shown.marked).not.toEqual(shown.before);
    expect(shown.isShowing).toBe(true);
    // The lines are drawn over the squares.
    expect(shown.lines.red).toBeLessThan(shown.before.red);
    expect(shown.after).toEqual(shown.before);
  });

  it("places the hotspots of an element, and hides those behind the model as it moves", async () => {
    await page.evaluate(async (present) => {
      window.model.destroy();
      document.body.innerHTML = `<visleaf-model src="/made/models/lift.mdl" present="${present}"
        controls="none" no-floor paused style="width: 96px; height: 96px">
        <i slot="hotspot-before" data-at="0 1 8"></i>
        <i slot="hotspot-behind" data-at="0 -20 8"></i>
        <i slot="hotspot-above" data-at="0 -20 24"></i>
        <i slot="hotspot-turned" data-at="0 1 8" data-normal="0 -1 0"></i>
      </visleaf-model>`;
      const element = document.querySelector("visleaf-model") as VisleafModel;
      const loaded = new Promise((done) => element.addEventListener("load", done));
      await element.start();
      await loaded;
      element.viewer!.camera = { x: 0, y: 120, z: 16, pitch: 0, yaw: -90 };
    }, present);
    const waitForSeen = (...slots: string[]) =>
      page.waitForFunction(
        (wanted) => {
          const seen = [...document.querySelectorAll("[data-visible]")].map((each) => each.slot);
          return JSON.stringify(seen) === wanted;
        },
        {},
        JSON.stringify(slots),
      );
    await waitForSeen("hotspot-before");
    const [box, place] = await page.evaluate(async () => {
      const element = document.querySelector("visleaf-model") as VisleafModel;
      const { x, y } = element.children[0].getBoundingClientRect();
      const own = element.getBoundingClientRect();
      return [{ x: x - own.x, y: y - own.y }, await element.positionOf("hotspot-before")];
    });
    expect(place).toMatchObject({ at: [0, 1, 8], isVisible: true });
    expect([box!.x, box!.y]).toEqual([expect.closeTo(place!.x!, 0), expect.closeTo(place!.y!, 0)]);
    // In the middle, and below it: the camera is at the height of 16 inches.
    expect(place!.x).toBeCloseTo(48, 0);
    expect(place!.y).toBeGreaterThan(49);
    // The green square is lifted away from before the third.
    await page.$eval("visleaf-model", ({ viewer }) => {
      viewer!.play("rise");
      viewer!.cycle = 1;
    });
    await waitForSeen("hotspot-before", "hotspot-above");
  });

  it("loads files, bytes with companion files in the content, and a path in the content", async () => {
    const reds = await page.evaluate(async () => {
      const viewer = window.model;
      const names = ["lift.mdl", "lift.vvd", "lift.dx90.vtx"];
      const files = await Promise.all(
        names.map(async (name) => {
          const answer = await fetch(`/made/models/${name}`);
          return new File([await answer.arrayBuffer()], name);
        }),
      );
      const content = ["/made/"];
      const found: number[] = [];
      for (const input of [
        files,
        files[0],
        await files[0].arrayBuffer(),
        { path: "models/lift.mdl" },
      ]) {
        await viewer.load(input, { content });
        found.push((await window.count()).red);
      }
      return found;
    });
    expect(reds[0]).toBeGreaterThan(150);
    expect(new Set(reds).size).toBe(1);
  });

  it("exports sources that compile to the same model", async () => {
    const read = async (files: Record<string, Uint8Array>, path: string) => {
      const source = { read: async (name: string) => files[name] ?? null };
      return (await (/mdl$/.test(path) ? readStudioModel : readModelSource)(path, source))!;
    };
    const exported = async (names: readonly string[]) => {
      const { name, bytes, warnings } = await page.evaluate(async (names) => {
        const given = names.map(async (name) => {
          const answer = await fetch(`/made/${name}`);
          return new File([await answer.arrayBuffer()], name.split("/").at(-1) as string);
        });
        await window.model.load(await Promise.all(given));
        const { name, zip, warnings } = await window.model.exportSources();
        return { name, bytes: [...new Uint8Array(await zip.arrayBuffer())], warnings };
      }, names);
      expect(warnings).toEqual([]);
      return { name, files: unzipSync(Uint8Array.from(bytes)) };
    };
    const lift = await exported(
      ["lift.mdl", "lift.vvd", "lift.dx90.vtx"].map((n) => `models/${n}`),
    );
    expect(lift.name).toBe("lift_source.zip");
    const made = await read(makeMovingModel(), "models/lift.mdl");
    expectSameModel(await read(lift.files, "lift.qc"), made);

    const sources = ["face.qc", "head.smd", "head.vta"];
    const face = await exported(sources);
    const texts = sources.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
    const before = await read(Object.fromEntries(texts), "face.qc");
    const after = await read(face.files, "face.qc");
    expectSameModel(after, before);
    expect(after.face.controllers).toEqual(before.face.controllers);
    expect(after.face.flexes).toEqual(before.face.flexes);
    expect(after.face.vertexAnimations.delta).toEqual(before.face.vertexAnimations.delta);
  });

  it("works as an element controlled by attributes", async () => {
    const told = await page.evaluate(async (present) => {
      const element = document.createElement("visleaf-model");
      const attributes = { present, sequence: "rise", skin: "1", body: "1", paused: "" };
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.style.cssText = "width: 96px; height: 96px";
      const events: string[] = [];
      const loaded = new Promise((done) => element.addEventListener("load", done));
      for (const name of ["ready", "model", "load"] as const) {
        element.addEventListener(name, () => events.push(name));
      }
      document.body.append(element);
      element.setAttribute("light", "/assets/visleaf_demo.bsp");
      element.setAttribute("light-at", "1 -2.5 30");
      element.setAttribute("src", "/made/models/lift.mdl");
      await element.start();
      await loaded;
      const { lightPlace } = element.viewer!;
      const viewer = element.viewer!;
      const { sequence, skin, bodyGroups, isPlaying } = viewer;
      const written = [element.skin, element.paused, element.noFloor, element.lod];
      // Frameworks set properties in place of attributes.
      element.skin = "0";
      element.paused = false;
      element.setAttribute("sequence", "rest");
      const later = { sequence: viewer.sequence, skin: viewer.skin, isPlaying: viewer.isPlaying };
      const failed = new Promise<string>((done) =>
        element.addEventListener("error", ({ detail }) => done(detail.detail)),
      );
      element.setAttribute("src", "/made/models/none.mdl");
      const failure = await failed;
      element.remove();
      await new Promise((done) => setTimeout(done, 50));
      return {
        events,
        lightPlace,
        sequence,
        skin,
        bodyGroups,
        isPlaying,
        written,
        later,
        failure,
        left: element.viewer,
      };
    }, present);
    expect(told).toMatchObject({
      events: ["ready", "model", "load"],
      lightPlace: { map: "visleaf_demo", at: [1, -2.5, 30] },
      ...{ sequence: 1, skin: 1, bodyGroups: [1], isPlaying: false },
      written: ["1", true, false, ""],
      later: { sequence: 0, skin: 0, isPlaying: true },
      left: null,
    });
    expect(told.failure).toContain("models/none.mdl");
  });

  it("plays backwards, to the start or repeatedly from the end", async () => {
    const told = await page.evaluate(async () => {
      const viewer = window.model;
      // Plays exactly this many frames, however busy the machine is.
      const play = (frames: number) =>
        new Promise<void>((done) => {
          let left = frames;
          const stop = viewer.on("frame", () => {
            if (--left > 0) return;
            viewer.pause();
            stop();
            done();
          });
          viewer.resume();
        });
      const greenTop = async () => (await window.count()).greenTop;
      viewer.camera = { x: 0, y: 120, z: 30, pitch: 0, yaw: -90 };
      const low = await greenTop();
      viewer.isRepeating = false;
      viewer.play("rise", { rate: -1000, fadeSeconds: 0 });
      const first = viewer.cycle;
      const high = await greenTop();
      await play(3);
      const ended = { cycle: viewer.cycle, top: await greenTop() };
      viewer.isRepeating = true;
      await play(1);
      const anew = viewer.cycle;
      return { low, high, first, ended, anew };
    });
    expect(told.high).toBeLessThan(told.low - 5);
    expect(told).toMatchObject({ first: 1, ended: { cycle: 0, top: told.low }, anew: 1 });
  });

  it("reports an unknown sequence of an element, once per request", async () => {
    const lines: string[] = [];
    const listen = (message: { type(): string; text(): string }) => {
      if (message.type() === "warn") lines.push(message.text());
    };
    page.on("console", listen);
    const told = await page.evaluate(async (present) => {
      const element = document.createElement("visleaf-model");
      const attributes = { present, sequence: "fly", rate: "-0.5", src: "/made/models/lift.mdl" };
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      const warnings: unknown[] = [];
      element.addEventListener("warning", (event) => {
        const { code, subject, message } = event.detail;
        warnings.push([code, subject, message]);
        if (subject === "swim") event.preventDefault();
      });
      document.body.append(element);
      const start = element.shadowRoot!.querySelector("[part=start]")!.ariaLabel;
      const loaded = new Promise<number>((done) =>
        element.addEventListener("load", ({ detail }) => done(detail.warnings.length)),
      );
      const viewer = await element.start();
      const count = await loaded;
      const idle = [viewer.sequence, viewer.rate];
      element.sequence = "swim";
      const kept = viewer.sequence;
      element.sequence = "RISE";
      const played = [viewer.sequence, viewer.rate, viewer.cycle];
      element.rate = "0";
      const still = viewer.rate;
      element.rate = "fast";
      const { rate } = viewer;
      const label = element.shadowRoot!.querySelector("canvas")!.ariaLabel;
      element.unload();
      const left = viewer.info;
      element.remove();
      return { warnings, start, count, idle, kept, played, still, rate, label, left };
    }, present);
    page.off("console", listen);
    expect(told).toEqual({
      warnings: [
        ["missing-sequence", "fly", "the model has no sequence fly"],
        ["missing-sequence", "swim", "the model has no sequence swim"],
      ],
      ...{ start: "Open the model lift", label: "3D view of the model lift" },
      ...{
        count: 1,
        idle: [0, -0.5],
        kept: 0,
        played: [1, -0.5, 1],
        still: 0,
        rate: 1,
        left: null,
      },
    });
    expect(lines).toEqual(["visleaf: the model has no sequence fly"]);
  });

  it("restores its state after a lost device, and then loads another model", async () => {
    const told = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.skin = 1;
      viewer.setBodyGroup(0, 1);
      viewer.isPlaying = false;
      viewer.play("rise", { cycle: 0.25 });
      await viewer.show("bones", true);
      const before = await window.count();
      const restored = new Promise((done) => viewer.on("restored", () => done(true)));
      // The first loss: a second one within ten seconds would not be restored.
      window.devices.at(-1)!.destroy();
      await restored;
      const after = await window.count();
      const { skin, sequence, cycle, bodyGroups } = viewer;
      const bones = viewer.isShowing("bones");
      await viewer.load("/made/models/lift.mdl");
      const loaded = { skin: viewer.skin, bones: viewer.isShowing("bones") };
      return { before, after, skin, sequence, cycle, bodyGroups, bones, loaded };
    });
    expect(told.after).toEqual(told.before);
    expect(told).toMatchObject({ skin: 1, sequence: 1, cycle: 0.25, bodyGroups: [1], bones: true });
    expect(told.loaded).toEqual({ skin: 0, bones: false });
  });

  it("keeps nothing of a load that is cancelled after the model appears", async () => {
    const told = await page.evaluate(async () => {
      const viewer = window.model;
      viewer.resume();
      const events: string[] = [];
      for (const name of ["model", "unload", "load", "error"] as const) {
        viewer.on(name, () => events.push(name));
      }
      const far = 12345;
      viewer.camera = { x: far };
      const loading = viewer.load("/made/models/lift.mdl").catch((error) => error.name);
      // The camera frames the model once it is drawn. Timers would wait 4 ms, in which a load may end.
      const { port1, port2 } = new MessageChannel();
      while (viewer.camera.x === far) {
        await new Promise((done) => {
          port1.onmessage = done;
          port2.postMessage(null);
        });
      }
      const isRead = viewer.model !== null;
      viewer.cancel();
      const ended = await loading;
      const { info, sequence } = viewer;
      const bytes = viewer.memory.byKind.get("props") ?? 0;
      await viewer.load("/made/models/lift.mdl");
      return { isRead, ended, events, info, sequence, bytes, again: viewer.info !== null };
    });
    expect(told).toEqual({
      ...{ isRead: false, ended: "CancelledError", info: null, sequence: -1, bytes: 0 },
      ...{ events: ["unload", "model", "load"], again: true },
    });
  });

  it("reports a missing model, keeps the current one, and unloads it", async () => {
    const told = await page.evaluate(async () => {
      const viewer = window.model;
      const errors: string[] = [];
      viewer.on("error", (error) => errors.push(error.message));
      const before = await window.count();
      const rejected = await viewer.load("/made/models/none.mdl").catch((error) => error.message);
      const after = await window.count();
      const overtaken = viewer.load("/made/models/lift.mdl").catch((error) => error.name);
      await viewer.load("/made/models/lift.mdl", { sequence: "rise", skin: 1 });
      const { skin, sequence } = viewer;
      viewer.unload();
      const bytes = viewer.memory.byKind.get("props") ?? 0;
      return { errors, rejected, before, after, overtaken: await overtaken, skin, sequence, bytes };
    });
    expect(told.rejected).toContain("There is no models/none.mdl");
    expect(told.errors).toEqual([told.rejected]);
    expect(told.after).toEqual(told.before);
    expect(told).toMatchObject({ overtaken: "CancelledError", skin: 1, sequence: 1, bytes: 0 });
  });
});
