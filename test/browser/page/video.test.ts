/** Camera tracks, and rendering a flight as a video, frame by frame. */

import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordInBrowser } from "../../../src/cli/browser/record-in-browser.ts";
import { VIDEO_PAGE } from "../../../src/cli/serve/serve-bench-page.ts";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { builtPage, plainDemo } from "../../support/page-server.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

/** Half a second through the demo's hall. */
const PATH = {
  format: "visleaf-path/1",
  map: "visleaf_demo",
  fov: 75,
  poses: [
    [0, 250, -900, 120, -6, 128],
    [0.4, 200, -860, 120, -6, 140],
  ],
};

describe.skipIf(!hasBrowser)("a video of a flight", () => {
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.setViewport({ width: 400, height: 240, deviceScaleFactor: FEW_PIXELS });
  });
  afterAll(() => driver?.close());

  /** Opens the dialog with a small picture and a frame rate, on the demo's flight. */
  const openDialog = async (fps: string): Promise<void> => {
    const { page } = driver;
    await page.keyboard.press("v");
    await page.waitForSelector("#video[open]");
    expect(await page.$eval("#video-path option", (first) => first.textContent)).toMatch(/^Tour/);
    const demo = await page.$$eval("#video-path option", (all) =>
      all.findIndex(({ textContent }) => textContent === "Demo flight"),
    );
    await page.select("#video-path", String(demo));
    await page.evaluate(() => {
      const size = document.getElementById("video-size") as HTMLSelectElement;
      size.add(new Option("small", "160x90", true, true));
      size.dispatchEvent(new Event("change"));
    });
    await page.select("#video-fps", fps);
    // The flight is read first.
    await page.waitForFunction(() =>
      /^0\.4 s/.test(document.getElementById("video-told")!.textContent!),
    );
  };
  const made = () =>
    driver.page.$eval("#video-player", async (element) => {
      const video = element as HTMLVideoElement;
      const bytes = new Uint8Array(await (await fetch(video.src)).arrayBuffer());
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
        await new Promise((resolve) => video.addEventListener("loadeddata", resolve));
      }
      video.playbackRate = 4;
      await video.play();
      await new Promise((resolve) => video.addEventListener("ended", resolve));
      const canvas = document.createElement("canvas");
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const context = canvas.getContext("2d")!;
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return {
        magic: [...bytes.subarray(0, 4)],
        type: String.fromCharCode(...bytes.subarray(4, 8)),
        size: [video.videoWidth, video.videoHeight],
        duration: video.duration,
        colours: new Set(new Uint32Array(data.buffer)).size,
      };
    });

  it("films the tour of any map, a recorded flight, or a camera track", async () => {
    const { page } = driver;
    // The map is given as a file, because the demo has a flight.
    await driver.giveFile("#map-file", plainDemo());
    await driver.waitForMap("visleaf_demo");
    const chosen = () =>
      page.$eval("#video-path", (element) => {
        const { options, selectedIndex } = element as HTMLSelectElement;
        return [...options].map(({ text }, i) => (i === selectedIndex ? `*${text}` : text));
      });
    await page.keyboard.press("v");
    expect(await chosen()).toEqual(["*Tour of this map"]);
    await page.waitForFunction(() =>
      /frames/.test(document.getElementById("video-told")!.textContent!),
    );
    await page.click("#video-close");
    await page.keyboard.press("r");
    await driver.holdKey("KeyW", 3);
    await page.keyboard.press("r");
    await page.click("#recording-video");
    expect(await chosen()).toEqual(["Tour of this map", "*Recorded flight"]);
    await page.click("#video-close");
    // Two keys, of which the second is then moved, and a file with both.
    await page.keyboard.down("Shift");
    await page.keyboard.press("v");
    await page.keyboard.up("Shift");
    await page.waitForSelector("#track:not([hidden])");
    const press = (text: string) =>
      page.$$eval(
        "#track button",
        (all, wanted) =>
          all
            .filter(({ textContent }) => textContent === wanted)
            .at(-1)!
            .click(),
        text,
      );
    await press("Add key");
    await driver.holdKey("KeyW", 3);
    await press("Add key");
    await driver.holdKey("KeyW", 3);
    await press("Set");
    const { x, y } = await driver.camera();
    await press("1");
    expect((await driver.camera()).y).not.toBeCloseTo(y, 0);
    await press("2");
    expect((await driver.camera()).x).toBeCloseTo(x, 3);
    await press("Video…");
    expect(await chosen()).toEqual(["Tour of this map", "Recorded flight", "*Camera track"]);
    await page.click("#video-close");
    await press("×");
    expect(await driver.text("#track [role=status]")).toBe("1 key, 0.0 s.");
    await press("Clear");
    await page.keyboard.press("Escape");
    expect(driver.faults).toEqual([]);
  });

  it("plays as a WebM of the flight's length, and leaves the camera in its place", async () => {
    const { page } = driver;
    await driver.visit("&flight=off", "#camera=250,-900,120,-6,128,90");
    await driver.waitForMap("visleaf_demo");
    const before = await driver.camera();
    // Replaces the demo's flight, which takes a minute, by half a second. It is the only JSON, and
    // a build may inline it.
    await page.evaluate((path) => {
      const fetched = window.fetch;
      window.fetch = async (input, init) =>
        /json/.test(String(input)) ? Response.json(path) : fetched(input, init);
    }, PATH);
    await openDialog("30");
    expect(await driver.text("#video-told")).toMatch(/^0\.4 s, 12 frames\./);
    await page.click("#video-start");
    await page.waitForSelector("#video-done:not([hidden])");
    expect(await driver.text("#video-told")).toMatch(
      /^Made: 0\.4 s, 160×90, 30 fps, (VP9|VP8|AV1)/,
    );
    const { magic, size, duration, colours } = await made();
    // EBML, as every Matroska file begins.
    expect(magic).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    expect(size).toEqual([160, 90]);
    expect(duration).toBeCloseTo(0.4, 1);
    expect(colours).toBeGreaterThan(100);
    expect(await driver.camera()).toEqual(before);
    await page.click("#video-close");
    // The map is drawn again.
    await driver.drawFrames(2);
    expect(driver.faults).toEqual([]);
  });

  it("plays as an MP4, if the browser can encode MP4", async () => {
    const { page } = driver;
    await openDialog("24");
    await page.select("#video-container", "mp4");
    await page.click("#video-start");
    await page.waitForFunction(() =>
      /^Made|encodes none/.test(document.getElementById("video-told")!.textContent!),
    );
    const told = await driver.text("#video-told");
    if (told.startsWith("Made")) {
      const { type, duration } = await made();
      expect(type).toBe("ftyp");
      expect(duration).toBeCloseTo(0.4, 1);
    } else {
      expect(told).toMatch(/encodes none of .* at 160x90: try WebM/);
    }
    await page.select("#video-container", "webm");
    await page.click("#video-close");
  });

  it("can be stopped, and reports a browser without an encoder", async () => {
    const { page } = driver;
    await openDialog("60");
    await page.click("#video-start");
    await page.waitForSelector("#video-run:not([hidden])");
    await page.click("#video-cancel");
    await page.waitForFunction(
      () => document.getElementById("video-told")!.textContent === "Stopped. Nothing was kept.",
    );
    await page.evaluate("delete window.VideoEncoder");
    await page.click("#video-start");
    await page.waitForSelector("#video-told.bad");
    expect(await driver.text("#video-told")).toContain("it has no WebCodecs");
    await page.click("#video-close");
    await driver.drawFrames(2);
    expect(driver.faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("visleaf video", () => {
  it("encodes each frame of a track at its time", async () => {
    const keys = [0, 1].map((time) => ({
      time,
      at: [250 - 50 * time, -900, 120],
      angles: [0, 128],
    }));
    const text = JSON.stringify({ format: "visleaf-track/1", keys });
    const progress: string[] = [];
    const page = { folder: builtPage(), isSource: false, path: VIDEO_PAGE };
    const video = await recordInBrowser(
      plainDemo(),
      [],
      {
        ...{ name: "visleaf_demo", width: 64, height: 36, fps: 4, seconds: null },
        ...{ container: "webm", side: "hdr", settings: {}, limits: {}, time: 0 },
        track: { name: "a.json", text },
      },
      {
        signal: new AbortController().signal,
        onProgress: (done, frames) => void progress.push(`${done} of ${frames}`),
      },
      page,
    );

    expect(video).toMatchObject({ frames: 4, codec: expect.stringMatching(/^(vp9|vp8|av1)$/) });
    expect(progress).toEqual(["1 of 4", "2 of 4", "3 of 4", "4 of 4"]);
    expect([...video.bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    const input = new Input({ source: new BufferSource(video.bytes), formats: ALL_FORMATS });
    const packets = new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets();
    const times: number[] = [];
    for await (const { timestamp } of packets) times.push(timestamp);
    expect(times).toEqual([0, 0.25, 0.5, 0.75]);
  });
});
