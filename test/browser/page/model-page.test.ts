/** A model on the page: from a link, from files, and from the list of an archive's models. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { writeTree } from "../../cli/serve-helpers.ts";
import { countWrong, placeFace } from "../../oracle/pose/made-face.ts";
import { hasBrowser, launchBrowser, present } from "../../support/browser.ts";
import { addEvents } from "../../support/models/add-events.ts";
import { FACE_QC, FACE_SMD, FACE_VMT, FACE_VTA } from "../../support/models/made-face.ts";
import { makeControlledModel, makeMovingModel } from "../../support/models/made-model.ts";
import { plainDemo, sharedPage } from "../../support/page-server.ts";
import { pictureOf } from "../../support/picture.ts";
import { type PageServer, serveOver } from "../../support/serve-over.ts";

const SMD = `version 1
nodes
0 "root" -1
end
skeleton
time 0
0 0 0 0 0 0 0
end
triangles
stone
0 0 0 0 0 0 1 0 0
0 8 0 0 0 0 1 1 0
0 0 8 0 0 0 1 0 1
end
`;
const QC = `$modelname "things/wedge.mdl"
$body body "wedge.smd"
$sequence idle "wedge.smd"
`;
describe.skipIf(!hasBrowser)("a model on the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-model-page-"));
  const made = makeMovingModel();
  const files: Record<string, Uint8Array> = {
    ...made,
    "models/lift.mdl": addEvents(made["models/lift.mdl"], 1, [
      { cycle: 1, name: "AE_CL_PLAYSOUND", options: "Door.Open" },
      { cycle: 0.25, event: 6004 },
      { cycle: 0.25, event: 9001, options: "dust" },
    ]),
  };
  let browser: Browser;
  let server: PageServer;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    writeTree(folder, files);
    writeTree(folder, makeControlledModel());
    const second = { ...files };
    for (const end of [".mdl", ".vvd", ".dx90.vtx"]) {
      second[`models/props/other${end}`] = files[`models/lift${end}`];
    }
    second["models/torn.mdl"] = files["models/lift.mdl"].slice(0, 200);
    writeFileSync(join(folder, "wedge.qc"), QC);
    writeFileSync(join(folder, "wedge.smd"), SMD);
    writeFileSync(join(folder, "head.smd"), FACE_SMD);
    writeFileSync(join(folder, "shapes.vta"), FACE_VTA);
    writeFileSync(join(folder, "head.vta"), FACE_VTA);
    writeFileSync(join(folder, "face.qc"), FACE_QC);
    writeFileSync(join(folder, "materials/skin.vmt"), FACE_VMT);
    const sources = { "a/wedge.qc": QC, "a/wedge.smd": SMD, "b/shapes.vta": FACE_VTA };
    const encoder = new TextEncoder();
    const texts = Object.entries(sources).map(
      ([path, text]) => [path, encoder.encode(text)] as const,
    );
    writeFileSync(
      join(folder, "sources.zip"),
      writeZip(new Map([...texts, ...Object.entries(files)])),
    );
    writeFileSync(join(folder, "three.vpk"), writeVpk(new Map(Object.entries(second))));
    [browser, server] = await Promise.all([
      launchBrowser(),
      serveOver(sharedPage(), { "/made": folder, "/made/visleaf_demo.bsp": plainDemo() }),
    ]);
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport({ width: 640, height: 400, deviceScaleFactor: 0.5 });
    page.on("pageerror", (error) => faults.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
  });

  const visit = async (query: string) => {
    await page.goto("about:blank");
    await page.goto(`${server.url}?present=${present}&start=empty${query}`);
    await page.waitForFunction("window.visleaf !== undefined");
  };
  const waitForModel = (name: string) =>
    page.waitForFunction((wanted) => window.visleafModel?.info?.name === wanted, {}, name);
  const text = (selector: string) =>
    page.$eval(selector, (element) => (element.textContent ?? "").trim());
  const give = async (...names: string[]) => {
    const input = (await page.$("#map-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(...names.map((name) => join(folder, name)));
  };

  it("can be lit by the open map", async () => {
    await visit("&flight=off&map=/made/visleaf_demo.bsp");
    await page.waitForFunction(() => window.visleaf?.summary != null);
    const eye = await page.evaluate(() => {
      const { x, y, z } = window.visleaf!.camera;
      return [x, y, z];
    });
    await give("wedge.qc", "wedge.smd");
    await waitForModel("models/things/wedge.mdl");
    const light = (await page.waitForSelector("select[aria-label=Light]"))!;
    expect(await text(".model-light-place")).toBe("");
    await light.select("1");
    await page.waitForFunction(() => window.visleafModel!.lightPlace !== null);
    expect(await page.evaluate(() => window.visleafModel!.lightPlace)).toMatchObject({
      ...{ map: "visleaf_demo", at: eye, entity: null },
    });
    await light.select("2");
    const told = (wanted: string) =>
      page.waitForFunction(
        (part) => document.querySelector(".model-light-place")?.textContent?.includes(part),
        {},
        wanted,
      );
    await told("info_player_start, ");
    await light.select("0");
    await page.waitForFunction(() => window.visleafModel!.lightPlace === null);
    expect(await text(".model-light-place")).toBe("");
  }, 120_000);

  describe("from a link", () => {
    beforeAll(async () => {
      await visit("&model=/made/models/lift.mdl");
      await waitForModel("models/lift.mdl");
    });

    it("marks a sequence's events below the slider, and shows those that play", async () => {
      await page.waitForSelector(".model-row");
      await page.click(".model-row:nth-child(1)");
      await page.waitForFunction(() => document.querySelector(".model-marks span") === null);
      await page.click(".model-row:nth-child(2)");
      await page.waitForSelector(".model-marks span");
      const marks = await page.$$eval(".model-marks span", (spans) =>
        spans.map((span) => [span.dataset.kind, span.title, span.getBoundingClientRect().x]),
      );
      const [step, dust, sound] = marks;
      expect(marks.map(([kind, title]) => [kind, title])).toEqual([
        ["step", "Step 6004"],
        ["other", "Event 9001 dust"],
        ["sound", "Sound AE_CL_PLAYSOUND Door.Open"],
      ]);
      // Two events at a quarter, and one at the end.
      expect(step[2]).toBe(dust[2]);
      const bar = await page.$eval(".model-slider input", (input) => input.clientWidth);
      expect(Number(sound[2]) - Number(step[2])).toBeGreaterThan(bar * 0.5);
      expect(await text(".model-events")).toContain("Frame 1: Sound AE_CL_PLAYSOUND Door.Open");
      await page.waitForFunction(() => document.querySelector(".model-event")?.textContent !== "");
      await page.$eval(".model-events li:last-child button", (button) => button.click());
      expect(await page.evaluate(() => window.visleafModel!.cycle)).toBe(1);
      expect(await page.evaluate(() => window.visleafModel!.isPlaying)).toBe(false);
      await page.click(".model-row:nth-child(1)");
      await page.waitForFunction(() => window.visleafModel!.sequence === 0);
    });

    it("lists its sequences, and plays the chosen one", async () => {
      await page.waitForSelector(".model-row");
      expect(
        await page.$$eval(".model-row span:first-child", (rows) =>
          rows.map((row) => row.textContent),
        ),
      ).toEqual(["rest", "rise"]);
      expect(await text(".model-row[aria-selected=true] span")).toBe("rest");
      await page.click(".model-row:nth-child(2)");
      await page.waitForFunction(() => window.visleafModel!.sequence === 1);
      await page.click(".model-play");
      expect(await text(".model-play")).toBe("Play");
      expect(await page.evaluate(() => window.visleafModel!.isPlaying)).toBe(false);
      await page.$eval(".model-slider input", (input) => {
        (input as HTMLInputElement).value = "0.5";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      expect(await page.evaluate(() => window.visleafModel!.cycle)).toBe(0.5);
      await page.type(".model-find input", "re");
      expect(await page.$$eval(".model-row", (rows) => rows.length)).toBe(1);
      expect(await text(".model-find .number")).toBe("1 of 2");
    });

    it("wears the chosen skin and body group, and shows the chosen lines", async () => {
      const [skin, shape] = await page.$$(".model-choice select");
      await skin.select("1");
      await shape.select("1");
      const label = await page.$("xpath/.//aside//label[contains(., 'Bones')]");
      await label!.click();
      const shown = await page.evaluate(() => {
        const { skin, bodyGroups } = window.visleafModel!;
        return { skin, bodyGroups, bones: window.visleafModel!.isShowing("bones") };
      });
      expect(shown).toEqual({ skin: 1, bodyGroups: [1], bones: true });
      expect(await text(".model-panel .facts")).toContain("Triangles4");
      const folder = "materials/models/lift/";
      expect(await text(".model-materials")).toBe(
        ["red", "green", "blue"].map((name) => `${folder}${name}.vmt`).join(""),
      );
    });

    it("steps from frame to frame by keys and buttons", async () => {
      await page.evaluate(() => {
        window.visleafModel!.play("rise", { fadeSeconds: 0 });
        window.visleafModel!.cycle = 0.3;
      });
      const cycle = () => page.evaluate(() => window.visleafModel!.cycle);
      await page.focus(".model-page canvas");
      await page.keyboard.press(".");
      expect(await cycle()).toBe(1);
      expect(await page.evaluate(() => window.visleafModel!.isPlaying)).toBe(false);
      await page.keyboard.press(".");
      expect(await cycle()).toBe(1);
      await page.keyboard.press(",");
      expect(await cycle()).toBe(0);
      await page.click(".model-step:last-child");
      expect(await cycle()).toBe(1);
      await page.focus(".model-slider input[aria-label=Frame]");
      await page.keyboard.press("ArrowLeft");
      expect(await cycle()).toBe(0);
      await page.keyboard.press("ArrowRight");
      expect(await cycle()).toBe(1);
      await page.waitForFunction(
        () => document.querySelector(".model-slider output")?.textContent === "1",
      );
      // Keys typed into the search do not step.
      await page.$eval(".model-find input", (input) => {
        (input as HTMLInputElement).value = "";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.type(".model-find input", ",");
      expect(await cycle()).toBe(1);
      await page.keyboard.press("Backspace");
    });

    it("plays sequences as layers, each with its weight", async () => {
      const layers = () =>
        page.evaluate(() =>
          window.visleafModel!.layers.map(({ sequence, weight }) => [sequence, weight]),
        );
      // The layer's sequence is found by its name; the list also has it.
      const open = async () => {
        await page.click(".model-over summary");
        await page.waitForSelector(".model-over .model-row", { visible: true });
      };
      const names = await page.evaluate(() =>
        window.visleafModel!.info!.sequences.map(({ name }) => name),
      );
      await open();
      await page.type(".model-over input[type=search]", names[1]);
      await page.keyboard.press("Enter");
      await open();
      await page.click(".model-over .model-row");
      expect(await layers()).toEqual([
        [1, 1],
        [0, 1],
      ]);
      await page.$eval(".model-layers li:first-child input", (input) => {
        (input as HTMLInputElement).value = "0.25";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      expect(await layers()).toEqual([
        [1, 0.25],
        [0, 1],
      ]);
      expect(await text(".model-layers li:first-child output")).toBe("25 %");
      await page.click(".model-layers li:last-child button");
      expect(await layers()).toEqual([[1, 0.25]]);
      await page.evaluate(() => {
        const viewer = window.visleafModel!;
        viewer.removeLayer(viewer.layers[0]);
      });
      await page.waitForFunction(() => document.querySelector(".model-layers li") === null);
    });

    it("labels bones in the picture, and highlights the chosen part", async () => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) {
          if (details.querySelector(".model-parts") !== null) details.open = true;
        }
      });
      const labels = () =>
        page.$$eval(".model-labels span:not([hidden])", (spans) =>
          spans.map((span) => `${span.textContent}${span.hasAttribute("data-marked") ? "!" : ""}`),
        );
      await expect.poll(labels).toEqual(expect.arrayContaining(["lift"]));
      const highlight = () => page.evaluate(() => window.visleafModel!.highlight);
      const bone = ".model-parts[data-kind=bone] li:nth-child(2) button";
      await page.$eval(bone, (button) => button.click());
      expect(await highlight()).toEqual({ kind: "bone", row: 1 });
      await expect.poll(labels).toEqual(expect.arrayContaining(["lift!"]));
      expect(await page.$eval(bone, (button) => button.ariaPressed)).toBe("true");
      // The label is beside the bone.
      const apart = await page.evaluate(() => {
        const viewer = window.visleafModel!;
        const place = new Float32Array(3);
        viewer.writePlace({ kind: "bone", row: 1 }, place);
        const label = document.querySelector(".model-labels [data-marked]")!;
        const box = label.getBoundingClientRect();
        const canvas = document.querySelector(".model-page canvas")!.getBoundingClientRect();
        return { inside: box.left >= canvas.left && box.right <= canvas.right, height: place[2] };
      });
      expect(apart).toEqual({ inside: true, height: expect.any(Number) });
      await page.$eval(bone, (button) => button.click());
      expect(await highlight()).toBeNull();
      await page.$eval(bone, (button) => {
        button.dispatchEvent(
          new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }),
        );
      });
      expect(await highlight()).toEqual({ kind: "bone", row: 1 });
      await page.$eval(".model-parts[data-kind=bone]", (list) => {
        list.dispatchEvent(new PointerEvent("pointerleave"));
      });
      expect(await highlight()).toBeNull();
      const switchBones = await page.$("xpath/.//aside//label[contains(., 'Bones')]");
      await switchBones!.click();
      await expect.poll(labels).toEqual([]);
    });

    it("shows a material's file", async () => {
      await page.$eval(".model-materials button", (button) => button.click());
      await page.waitForSelector("dialog.material pre");
      expect(await text("dialog.material h2")).toBe("models/lift/red");
      expect(await text("dialog.material pre")).toContain("UnlitGeneric");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector("dialog.material") === null);
    });

    it("shows its triangles on a texture", async () => {
      const fold = await page.$("xpath/.//aside//summary[contains(., 'Texture coordinates')]");
      await fold!.click();
      await page.waitForFunction(
        () => document.querySelectorAll(".model-panel details[open] option").length === 2,
      );
      const drawn = await page.$eval(".model-uv", (canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement)
          .getContext("2d")!
          .getImageData(0, 0, width, height);
        let lines = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i] > 200) lines++;
        return lines;
      });
      expect(drawn).toBeGreaterThan(100);
    });

    it("is exported as glTF, as sources and as a picture", async () => {
      const names = await page.evaluate(async () => {
        const saved: string[] = [];
        HTMLAnchorElement.prototype.click = function () {
          saved.push(this.download);
        };
        for (const button of document.querySelectorAll<HTMLElement>(".model-actions button")) {
          button.click();
        }
        while (saved.length < 3) await new Promise((done) => setTimeout(done, 20));
        return saved.sort();
      });
      expect(names[0]).toBe("lift.glb");
      expect(names[1]).toMatch(/^lift_[-\d_]+\.png$/);
      expect(names[2]).toBe("lift_source.zip");
    });

    it("returns to the previous page when it is closed", async () => {
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => window.visleafModel === undefined);
      expect(await page.$(".model-page")).toBeNull();
      expect(await page.$eval("body", (body) => body.dataset.state)).toBe("start");
      expect(await page.evaluate(() => window.visleaf!.isPaused)).toBe(false);
    });
  });

  it("shows the bones of a model whose other files are missing, and names the files", async () => {
    await visit("");
    writeTree(folder, { "lone/lift.mdl": made["models/lift.mdl"] });
    await give("lone/lift.mdl");
    await page.waitForSelector(".model-lacking");
    const told = await text(".model-lacking");
    expect(told).toContain("lift.vvd and lift.dx90.vtx are missing");
    expect(told).toContain("Drop them together with lift.mdl, or keep them beside it");
    expect(await page.evaluate(() => window.visleafModel!.isShowing("bones"))).toBe(true);
    await page.waitForSelector(".model-missing-line:not([hidden])");
    expect(await text(".model-missing-line")).toBe("Without lift.vvd and lift.dx90.vtx");
    expect(await text(".model-panel .facts")).toContain("FormatMDL 4");
    await give("wedge.qc", "wedge.smd");
    await waitForModel("models/things/wedge.mdl");
    expect(await text(".model-panel .facts")).toContain("FormatQC, compiled to MDL 4");
    // Its material is missing.
    await page.waitForFunction(() => document.querySelector(".model-missing li") !== null);
    expect(await text(".model-missing h2")).toBe("Missing or left out (1)");
    expect(await text(".model-missing li")).toContain("stone.vmt");
    expect(await text(".model-materials .is-missing")).toBe("missing");
    await page.click(".model-missing-line");
    expect(await page.$eval(".model-missing details", (details) => details.open)).toBe(true);
  });

  it("shows the model's properties, and moves its controllers", async () => {
    await visit("&model=/made/models/turret.mdl&content=/made/");
    await page.waitForSelector(".model-panel .facts");
    const facts = await text(".model-panel .facts");
    expect(facts).toMatch(/Checksum[0-9a-f]{8}/);
    expect(facts).toContain("By 1 / 2 / 3 bones16 / 0 / 0");
    const folds = await page.$$eval(".model-panel details", (all) =>
      all.map((fold) => fold.textContent ?? ""),
    );
    const hint = "A selected bone is marked; Weights then shows the vertices that it moves.";
    expect(folds).toContain(`Bones (2)${hint}baserootlifton base`);
    const slider = (label: string) =>
      page.$eval(`.model-slider input[aria-label=${label}]`, (input) => {
        const { min, max, value } = input as HTMLInputElement;
        return [min, max, value].map(Number);
      });
    // Its range is from 1 to -1.
    expect(await slider("lean")).toEqual([-1, 1, 0]);
    expect(await slider("lift")).toEqual([0, 32, 0]);
    const told = await page.evaluate(() => {
      const viewer = window.visleafModel!;
      const calls: number[][] = [];
      const { setBoneController } = viewer;
      viewer.setBoneController = (...call) => {
        calls.push(call);
        setBoneController.apply(viewer, call);
      };
      const input = document.querySelector<HTMLInputElement>(".model-slider [aria-label=lift]")!;
      input.value = "32";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return calls;
    });
    expect(told).toEqual([[0, 32]]);
  });

  it("draws a face according to its sliders", async () => {
    await visit("&model=/made/face.qc&content=/made/");
    await waitForModel("models/made/face.mdl");
    const seen = { distance: 80, z: 16, fov: 40 };
    await page.evaluate(({ distance, z, fov }) => {
      window.visleafModel!.camera = { x: distance, y: 0, z, pitch: 0, yaw: 180, fov };
    }, seen);
    /** Compares the canvas on the page, until it matches. */
    const expectFace = async (brow: number, smile: number) => {
      const count = async () => {
        const { width, height, data } = await pictureOf(page, ".model-page canvas");
        const isFace = Array.from(
          { length: width * height },
          (_, i) => data[i * 4] > 128 && data[i * 4 + 1] < 60,
        );
        return countWrong(isFace, placeFace(brow, smile), { ...seen, width, height });
      };
      await expect.poll(count, { timeout: 45_000 }).toBe(0);
    };
    const slide = (name: string, value: number) =>
      page.$eval(
        `.model-slider input[aria-label="${name}"]`,
        (input, value) => {
          (input as HTMLInputElement).value = String(value);
          input.dispatchEvent(new Event("input", { bubbles: true }));
        },
        value,
      );
    await page.waitForSelector('.model-slider input[aria-label="brow"]');
    await expectFace(0, 0);
    await slide("brow", 1);
    await expectFace(1, 0);
    await slide("brow", 0.5);
    await slide("smile", 1);
    await expectFace(0.5, 1);
  });

  describe("opened before", () => {
    const recents = () =>
      page.$$eval(".map-row", (rows) =>
        rows.map((row) => [...row.querySelectorAll("span")].map((part) => part.textContent)),
      );
    const openLibrary = async () => {
      await page.$eval('[data-action="open-library"]', (button) => (button as HTMLElement).click());
      await page.waitForSelector(".map-row");
    };

    /** Waits until the most recent entry that the browser stored has a kind. */
    const waitForKept = (kind: string) =>
      page.waitForFunction(
        async (kind) => {
          const done = <T>(request: IDBRequest<T>) =>
            new Promise<T>((resolve, reject) => {
              request.onsuccess = () => resolve(request.result);
              request.onerror = () => reject(request.error);
            });
          const database = await done(indexedDB.open("visleaf"));
          const store = database.transaction("page").objectStore("page");
          const rows = (await done(store.get("recents"))) as { kind: string }[] | undefined;
          database.close();
          return rows?.[0]?.kind === kind;
        },
        { polling: 100 },
        kind,
      );

    it("is among the recents, and opens again by its address", async () => {
      await visit("&model=/made/models/lift.mdl");
      await waitForModel("models/lift.mdl");
      await waitForKept("model-url");
      await visit("");
      await openLibrary();
      const [[name, place]] = await recents();
      expect([name, place]).toEqual(["lift.mdl", expect.stringMatching(/^a model, .*just now$/)]);
      await page.click(".map-row");
      await waitForModel("models/lift.mdl");
    });

    it("opens again by the files that were dropped", async () => {
      await visit("");
      // Files of the origin private file system, whose handles are stored like a user's.
      await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const pick = async (name: string) => {
          const answer = await fetch(`/made/models/${name}`);
          const handle = await root.getFileHandle(name, { create: true });
          const stream = await handle.createWritable();
          await stream.write(await answer.arrayBuffer());
          await stream.close();
        };
        await Promise.all(["lift.mdl", "lift.vvd", "lift.dx90.vtx"].map(pick));
      });
      const transfer = await page.evaluateHandle(async () => {
        const root = await navigator.storage.getDirectory();
        const handles = await Promise.all(
          ["lift.mdl", "lift.vvd", "lift.dx90.vtx"].map((name) => root.getFileHandle(name)),
        );
        const items = await Promise.all(
          handles.map(async (handle) => {
            const file = await handle.getFile();
            return {
              kind: "file",
              getAsFile: () => file,
              webkitGetAsEntry: () => null,
              getAsFileSystemHandle: async () => handle,
            };
          }),
        );
        return { items, types: ["Files"] };
      });
      await page.evaluate((dataTransfer) => {
        const event = new Event("drop", { cancelable: true });
        Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
        dispatchEvent(event);
      }, transfer);
      await waitForModel("lift.mdl");
      await waitForKept("model-files");
      await visit("");
      await openLibrary();
      expect((await recents())[0].slice(0, 2)).toEqual([
        "lift.mdl",
        expect.stringMatching(/^a model, files, just now$/),
      ]);
      await page.click(".map-row");
      await waitForModel("lift.mdl");
    });
  });

  describe("from files", () => {
    beforeEach(() => visit(""));

    it("opens an .mdl with the files given beside it", async () => {
      await give("models/lift.mdl", "models/lift.vvd", "models/lift.dx90.vtx");
      await waitForModel("lift.mdl");
      expect(await text(".model-page h1")).toBe("lift.mdl");
      await page.waitForFunction(() =>
        document.querySelector(".model-missing-line")?.textContent?.includes("missing"),
      );
    });

    it("says which files a single .mdl lacks", async () => {
      await give("models/lift.mdl");
      await page.waitForFunction(() =>
        document.querySelector(".model-missing-line")?.textContent?.includes("lift.vvd"),
      );
    });

    it("opens a script with its mesh, and a mesh by itself", async () => {
      await give("wedge.qc", "wedge.smd");
      await waitForModel("models/things/wedge.mdl");
      expect(await text(".model-page h1")).toContain("wedge");
      expect(await text(".model-panel .facts")).toContain("Triangles1");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => window.visleafModel === undefined);
      await give("wedge.smd");
      await waitForModel("models/wedge.mdl");
    });

    it("opens shapes alone as vertices that sliders move, and along with their mesh", async () => {
      await give("shapes.vta");
      await waitForModel("models/shapes.mdl");
      await page.waitForSelector(".model-panel .facts");
      expect(await page.evaluate(() => window.visleafModel!.isShowing("points"))).toBe(true);
      expect(await text(".model-panel .facts")).toContain("brow3 verticescheek1 vertices");
      expect(await text(".model-panel")).toContain("Triangles0Vertices6");
      const slide = () =>
        page.$eval('.model-slider input[aria-label="brow"]', (input) => {
          (input as HTMLInputElement).value = "1";
          input.dispatchEvent(new Event("input", { bubbles: true }));
        });
      await slide();
      expect(await page.evaluate(() => window.visleafModel!.flex(0))).toBe(1);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => window.visleafModel === undefined);
      await give("shapes.vta", "head.smd");
      await waitForModel("models/head.mdl");
      await page.waitForSelector(".model-panel .model-uv");
      expect(await text(".model-panel")).toContain("Triangles2");
      expect(await page.evaluate(() => window.visleafModel!.isShowing("points"))).toBe(false);
      await slide();
      expect(await page.evaluate(() => window.visleafModel!.flex(0))).toBe(1);
    });

    const replaceSearch = async (words: string) => {
      await page.keyboard.press("Escape");
      await page.type(".model-list input[type=search]", words);
    };

    it("lists the models in an archive, and opens one from the search", async () => {
      await give("three.vpk");
      await page.waitForFunction(() => document.querySelectorAll(".model-row").length === 3);
      await page.type(".model-list input[type=search]", "oth");
      expect(await page.$$eval(".model-row", (rows) => rows.length)).toBe(1);
      // A folder name finds the models in the folder.
      await replaceSearch("PROPS");
      expect(await page.$$eval(".model-row", (rows) => rows.length)).toBe(1);
      await page.keyboard.press("Enter");
      await waitForModel("models/props/other.mdl");
      await page.waitForFunction(() => document.querySelector(".model-status")?.textContent === "");
    });

    it("lists sources in an archive after its models, and opens the compiled result", async () => {
      await give("sources.zip");
      await page.waitForFunction(() => document.querySelectorAll(".model-row").length === 3);
      expect(
        await page.$$eval(".model-row span:nth-of-type(2)", (rows) =>
          rows.map((row) => row.textContent),
        ),
      ).toEqual(["lift", "wedge.qc", "shapes.vta"]);
      await page.type(".model-list input[type=search]", "wedge");
      await page.keyboard.press("Enter");
      await waitForModel("models/things/wedge.mdl");
    });

    it("has thumbnails in the list, which are cached, and marks broken models", async () => {
      const pictures = () =>
        page.$$eval(".model-list .model-row", (rows) =>
          rows.map((row) => {
            const name = row.querySelector(".model-thumbnail + span")?.textContent;
            const box = row.querySelector<HTMLElement>(".model-thumbnail");
            return { name, url: box?.querySelector("img")?.src ?? "", told: box?.textContent };
          }),
        );
      await give("three.vpk");
      await page.waitForFunction(
        () => document.querySelectorAll(".model-thumbnail img, .is-broken").length === 3,
      );
      const drawn = await pictures();
      expect(drawn.map(({ name, told }) => [name, told])).toEqual([
        ["lift", ""],
        ["other", ""],
        ["torn", "broken"],
      ]);
      expect(await page.$eval(".is-broken", (box) => box.getAttribute("title"))).toContain("mdl");
      // The thumbnail's middle differs from its corner.
      const [size, middle, corner] = await page.evaluate(async () => {
        const image = document.querySelector<HTMLImageElement>(".model-thumbnail img")!;
        await image.decode();
        const { naturalWidth: width, naturalHeight: height } = image;
        const context = new OffscreenCanvas(width, height).getContext("2d")!;
        context.drawImage(image, 0, 0);
        const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
        return [[width, height], at(width / 2, height / 2), at(0, 0)];
      });
      expect(size).toEqual([96, 96]);
      const off = middle.map((value, at) => Math.abs(value - corner[at]));
      expect(Math.max(...off)).toBeGreaterThan(40);
      await page.click(".model-list .model-row");
      await waitForModel("models/lift.mdl");
      expect(await page.$(".model-list")).toBeNull();
      await page.click(".model-page > header button");
      await page.waitForSelector(".model-list .model-row");
      expect(await pictures()).toEqual(drawn);
    });
  });
});
