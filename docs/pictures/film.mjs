/**
 * The moving picture of README.md: a map is dropped on the page and flown through. Frames are screenshots
 * at a fixed step of time, put together by `img2webp` (Debian's package `webp`).
 */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const SIZE = { width: 640, height: 360 };
const FRAMES_A_SECOND = 10;
const FLOWN_SECONDS = 6;
/** Into the demo's flight: out of the hall's door, and over the court. */
const FLOWN_FROM = 4;
const QUALITY = 55;

/** Throws an `Error` if the tool that writes the film is missing. */
export async function checkFilmTool() {
  await promisify(execFile)("img2webp", ["-version"]).catch((error) => {
    if (error.code === "ENOENT") {
      throw new Error("img2webp is not installed: apt-get install webp");
    }
    throw error;
  });
}

/**
 * @param page a page of the browser, with `open` as `take-pictures.mjs` gives it
 * @param map the file that is dropped, and its flight
 * @param out the WebP to write
 */
export async function takeFilm(page, { map, flight }, out) {
  await page.setViewport(SIZE);
  await page.open("&start=empty", "");
  await page.waitForSelector("#start .card");
  const frames = [];
  const shoot = async (count = 1) => {
    const frame = await page.screenshot();
    for (let i = 0; i < count; i++) frames.push(frame);
  };
  await shoot(10);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "visleaf_demo.bsp"));
    dispatchEvent(new DragEvent("dragenter", { dataTransfer }));
  });
  await shoot(8);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "visleaf_demo.bsp"));
    dispatchEvent(new DragEvent("dragleave", { dataTransfer }));
  });
  const input = await page.$("#map-file");
  await input.uploadFile(map);
  await page.waitForFunction(() => window.visleaf?.summary !== null);
  // The hints of a first map are not what is shown.
  await page.evaluate(() => document.getElementById("close-card").click());
  const text = await readFile(flight, "utf8");
  await page.evaluate(async (recorded) => {
    const { parseFlight } = await import("/src/viewer/index.ts");
    window.flown = parseFlight(recorded, "flight");
  }, text);
  for (let i = 0; i < FLOWN_SECONDS * FRAMES_A_SECOND; i++) {
    await page.evaluate(
      async (seconds) => {
        const { visleaf, flown } = window;
        const camera = { ...visleaf.camera };
        flown.setPose(camera, seconds);
        visleaf.camera = camera;
        const frame = visleaf.timing.frameCount;
        while (visleaf.timing.frameCount < frame + 2) await new Promise(requestAnimationFrame);
      },
      FLOWN_FROM + i / FRAMES_A_SECOND,
    );
    await shoot();
  }
  await writeWebp(frames, out);
}

async function writeWebp(frames, out) {
  const folder = await mkdtemp(join(tmpdir(), "visleaf-film-"));
  try {
    const files = [];
    for (const [i, frame] of frames.entries()) {
      const file = join(folder, `${String(i).padStart(4, "0")}.png`);
      await writeFile(file, frame);
      files.push(file);
    }
    const each = ["-lossy", "-q", String(QUALITY), "-m", "6", "-d", String(1000 / FRAMES_A_SECOND)];
    await promisify(execFile)("img2webp", ["-loop", "0", ...each, ...files, "-o", out]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
