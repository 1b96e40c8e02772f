/** The canvas as a user sees it on the page, pixel for pixel, in both ways of presenting. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, type Present, present as way, wayTo } from "../support/browser.ts";
import { countColours, differenceOf, type Picture } from "../support/picture.ts";
import { type CanvasPage, EAST, openCanvasPage } from "./canvas-page.ts";

/** Largest difference by rounding: 8-bit colours blended on another path may round differently. */
const ROUNDING = 1;
const PLACE = "left: 24px; top: 16px; width: 150px; height: 100px";

const canShow = (present: Present): boolean =>
  hasBrowser && (present === "canvas" ? way === "canvas" : wayTo("readback") !== null);

for (const present of ["canvas", "readback"] as const) {
  describe.skipIf(!canShow(present))(`a viewer on a page, shown by ${present}`, () => {
    let on: CanvasPage;
    beforeAll(async () => {
      on = await openCanvasPage(present);
      await on.add(PLACE);
    });
    afterAll(() => on?.close());
    afterEach(() => expect(on.faults.splice(0)).toEqual([]));

    /** Checks that the page shows what the viewer draws, in its size, opaque to the edge. */
    const expectShown = async (index = 0, seen?: Picture): Promise<Picture> => {
      const shown = seen ?? (await on.seen());
      const read = await on.read(index);
      expect([shown.width, shown.height]).toEqual([read.width, read.height]);
      expect(differenceOf(shown, read, ROUNDING)).toMatchObject({ count: 0 });
      expect(countColours(read, 7)).toBeGreaterThan(40);
      return shown;
    };
    /** Runs a function in the page, and waits until the first viewer has drawn frames after it. */
    const after = (act: (canvas: HTMLCanvasElement) => void) =>
      on.page.evaluate(async (code) => {
        const [viewer] = window.shown;
        // biome-ignore lint/security/noGlobalEval: the function comes from this file
        eval(`(${code})`)(viewer.canvas);
        await window.framesOf(viewer);
      }, act.toString());

    it("shows the colours that are read back, up to its edges", async () => {
      const seen = await expectShown();
      expect([seen.width, seen.height]).toEqual([150, 100]);
    });

    it("follows its canvas's size, and is not blank while it is paused", async () => {
      await after((canvas) => {
        canvas.style.width = "201px";
        canvas.style.height = "77px";
      });
      const wide = await expectShown();
      expect([wide.width, wide.height]).toEqual([201, 77]);
      await on.page.evaluate(async () => {
        const [viewer] = window.shown;
        viewer.pause();
        viewer.canvas.style.width = "120px";
        await window.pictureOf(viewer, 120);
      });
      // The screenshot is taken before anything else requests a frame.
      const seen = await on.seen();
      await expectShown(0, seen);
      expect(seen.width).toBe(120);
      await on.page.evaluate(() => window.shown[0].resume());
    });

    it("has no blank frame between two sizes", async () => {
      const blank = await on.page.evaluate(async (isCanvas) => {
        const [viewer] = window.shown;
        if (!isCanvas) return 0;
        await window.framesOf(viewer);
        // The browser shows what was drawn until the last observer of a frame was called.
        let drawn = 0;
        const { getCurrentTexture } = GPUCanvasContext.prototype;
        GPUCanvasContext.prototype.getCurrentTexture = function () {
          drawn = this.canvas.width;
          return getCurrentTexture.call(this);
        };
        let missed = 0;
        for (let width = 130; width < 136; width++) {
          viewer.canvas.style.width = `${width}px`;
          await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
          if (drawn !== width) missed++;
        }
        GPUCanvasContext.prototype.getCurrentTexture = getCurrentTexture;
        return missed;
      }, present === "canvas");
      expect(blank).toBe(0);
    });

    it("keeps its picture during a capture, and follows its size afterwards", async () => {
      await after(() => undefined);
      const before = await on.seen();
      const during = await on.page.evaluate(async () => {
        const [viewer] = window.shown;
        const capture = viewer.capture({ width: 64, height: 48 });
        Object.assign(window, { capture });
        viewer.camera = { yaw: 10 };
        const pixels = await capture.read();
        await window.pageFrames();
        return pixels.length;
      });
      expect(during).toBe(64 * 48 * 4);
      expect(differenceOf(await on.seen(), before)).toMatchObject({ count: 0 });
      await after((canvas) => {
        window.shown[0].camera = { yaw: 160 };
        canvas.style.width = "111px";
        (window as unknown as { capture: { end(): void } }).capture.end();
      });
      expect((await expectShown()).width).toBe(111);
    });

    it.each(["running", "paused"])(
      "draws a complete picture again after it was hidden or removed while %s",
      async (state) => {
        await after((canvas) => {
          canvas.style.width = "150px";
          canvas.style.height = "100px";
        });
        const before = await expectShown();
        for (const gone of ["hidden", "removed"]) {
          await on.page.evaluate(
            async (isHidden, isPaused) => {
              const [viewer] = window.shown;
              const { canvas } = viewer;
              if (isPaused) viewer.pause();
              if (isHidden) canvas.style.display = "none";
              else canvas.remove();
              // A canvas without a box is drawn at the smallest size.
              await window.pictureOf(viewer, 1);
              if (isHidden) canvas.style.display = "block";
              else document.body.append(canvas);
              await window.pictureOf(viewer, 150);
              if (!isPaused) await window.framesOf(viewer);
            },
            gone === "hidden",
            state === "paused",
          );
          const seen = await on.seen();
          expect(differenceOf(seen, before), gone).toMatchObject({ count: 0 });
          await on.page.evaluate(() => window.shown[0].resume());
        }
      },
    );

    it("draws nothing while its tab is hidden, and continues in front", async () => {
      const before = await on.seen();
      const other = await on.browser.newPage();
      await other.bringToFront();
      const frames = await on.page.evaluate(async () => {
        const [viewer] = window.shown;
        const from = viewer.timing.frameCount;
        await new Promise((done) => setTimeout(done, 300));
        return { isHidden: document.hidden, drawn: viewer.timing.frameCount - from };
      });
      // A headless browser may show all of its tabs at once.
      if (frames.isHidden) expect(frames.drawn).toBe(0);
      await on.page.bringToFront();
      await other.close();
      await after(() => undefined);
      expect(differenceOf(await on.seen(), before)).toMatchObject({ count: 0 });
    });

    it.each([2, 1.5, 1])("is sharp at a device pixel ratio of %d", async (ratio) => {
      await on.setRatio(ratio);
      // The edges are on whole device pixels at each ratio.
      await after((canvas) => {
        canvas.style.cssText += "; left: 20px; top: 12px; width: 130px; height: 80px";
      });
      const seen = await expectShown();
      expect([seen.width, seen.height]).toEqual([130 * ratio, 80 * ratio]);
    });

    it("shows several views at once, each on its own canvas", async () => {
      await after((canvas) => {
        canvas.style.cssText += "; left: 0; top: 0; width: 100px; height: 60px";
      });
      await on.add("left: 100px; top: 0; width: 100px; height: 60px", EAST);
      const both = await on.seen();
      expect([both.width, both.height]).toEqual([200, 60]);
      for (const index of [0, 1]) {
        const rows = Array.from({ length: 60 }, (_, y) => {
          const at = (y * 200 + index * 100) * 4;
          return both.data.subarray(at, at + 400);
        });
        await expectShown(index, { width: 100, height: 60, data: Buffer.concat(rows) });
      }
      const [first, second] = [await on.read(0), await on.read(1)];
      expect(differenceOf(first, second, 8).count).toBeGreaterThan(3000);
    });

    it("shows the same after a lost device, both running and paused", async () => {
      const before = await on.seen();
      expect([before.width, before.height]).toEqual([200, 60]);
      await on.page.evaluate(async () => {
        const [running, paused] = window.shown;
        paused.pause();
        const loads = window.shown.map((viewer) => new Promise((done) => viewer.on("load", done)));
        window.devices.at(-1)!.destroy();
        await Promise.all(loads);
        // A screenshot requested later resolves later.
        await paused.screenshot({ width: 8, height: 8 });
        await window.framesOf(running);
      });
      expect(differenceOf(await on.seen(), before)).toMatchObject({ count: 0 });
    });

    it("shows nothing of an unloaded map", async () => {
      await on.page.evaluate(async () => {
        const [viewer, other] = window.shown;
        other.destroy();
        other.canvas.remove();
        // A frame of the map is already on its way to the page.
        await new Promise((done) => viewer.on("frame", done));
        viewer.unload();
        // The first screenshot resolves after that frame; the next frame has been drawn before the
        // second.
        for (let i = 0; i < 2; i++) await viewer.screenshot({ width: 8, height: 8 });
        await window.pageFrames();
      });
      const seen = await on.seen();
      expect([seen.width, seen.height]).toEqual([100, 60]);
      expect(countColours(seen, 1)).toBe(1);
      expect(seen.data.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 255]));
    });
  });
}

// An emulated pixel ratio is not reported as device-pixel sizes, so this uses a real one.
describe.skipIf(!canShow("canvas"))("a screen with a pixel ratio of 1.5", () => {
  it("shows every pixel that is drawn", async () => {
    const on = await openCanvasPage("canvas", ["--force-device-scale-factor=1.5"]);
    try {
      await on.setRatio(0);
      await on.add("left: 20px; top: 11.7px; width: 131px; height: 81px");
      for (const left of [20, 20.3, 20.5]) {
        await on.page.evaluate(async (to) => {
          window.shown[0].canvas.style.left = `${to}px`;
          await window.framesOf(window.shown[0]);
        }, left);
        const [seen, read] = [await on.seen(), await on.read()];
        expect([seen.width, seen.height], `${left}`).toEqual([read.width, read.height]);
        expect(differenceOf(seen, read, ROUNDING), `${left}`).toMatchObject({ count: 0 });
        expect(Math.abs(seen.width - 131 * 1.5)).toBeLessThan(1);
      }
      expect(on.faults).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
