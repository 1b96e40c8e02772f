import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.ts";
import { openPeerSession, type PeerSession, type Picture } from "./peer-session.ts";

const DEMO = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
const SIZE = [320, 180] as const;
const FRAMES = 12;
/** Mean channel difference, of 255, allowed for filters and glass order. */
const MAX_MEAN_DIFFERENCE = 0.5;
/** Share of pixels that may show another surface: edges, and coplanar surfaces. */
const MAX_OTHER_SHARE = 0.005;
const OTHER = 16;

function compare(a: Picture, b: Picture): { mean: number; otherShare: number; light: number } {
  let sum = 0;
  let others = 0;
  let light = 0;
  const pixels = a.pixels.length / 4;
  for (let i = 0; i < a.pixels.length; i += 4) {
    let worst = 0;
    for (let channel = i; channel < i + 3; channel++) {
      const difference = Math.abs(a.pixels[channel] - b.pixels[channel]);
      sum += difference;
      light += a.pixels[channel];
      worst = Math.max(worst, difference);
    }
    if (worst > OTHER) others++;
  }
  return { mean: sum / pixels / 3, otherShare: others / pixels, light: light / pixels / 3 };
}

describe.skipIf(!hasBrowser)("three.js next to visleaf", () => {
  let session: PeerSession;

  beforeAll(async () => {
    session = await openPeerSession([DEMO], []);
    const { setup, missing } = await session.open(DEMO, SIZE, FRAMES, "tour");
    expect(missing).toBe(0);
    expect(setup.map(({ name }) => name)).toEqual([
      "visleaf",
      "visleaf, props and sky",
      "three.js, clusters",
      "three.js, merged",
    ]);
    // Four engines, each with its own device and pipelines.
  }, 400_000);
  afterAll(() => session?.close());

  // Poses without water, which only visleaf refracts.
  it.each([0, 1, 7, 9])("draws the demo's pose %i the same in both forms", async (pose) => {
    const [visleaf, whole, clusters, merged] = await session.draw(pose);
    for (const picture of [clusters, merged]) {
      const { mean, otherShare, light } = compare(visleaf, picture);
      expect(light, "a picture of nothing").toBeGreaterThan(5);
      expect(mean, picture.name).toBeLessThan(MAX_MEAN_DIFFERENCE);
      expect(otherShare, picture.name).toBeLessThan(MAX_OTHER_SHARE);
    }
    // The comparison must tell apart pictures of different poses.
    const [other] = await session.draw((pose + 1) % FRAMES);
    expect(compare(visleaf, other).mean).toBeGreaterThan(MAX_MEAN_DIFFERENCE);
    expect(whole.pixels).toHaveLength(visleaf.pixels.length);
  });

  it("measures every engine on the same frames", async () => {
    const reports = await session.measure(1);
    for (const report of reports) {
      expect(report.jsMs.median, report.name).toBeGreaterThan(0);
      expect(report.jsMs.median, report.name).toBeLessThanOrEqual(report.jsMs.p99);
      expect(report.draws, report.name).toBeGreaterThan(0);
      expect(report.allocatedBytesPerFrame, report.name).toBeGreaterThan(0);
    }
    const [visleaf, , clusters, merged] = reports;
    // Culling of each form: none, frustum, frustum and visibility.
    expect(merged.triangles).toBeGreaterThan(clusters.triangles);
    expect(clusters.triangles).toBeGreaterThan(visleaf.triangles);
  });
});

it("openPeerSession names a map that does not exist", async () => {
  await expect(openPeerSession(["/nowhere/de_none.bsp"], [])).rejects.toThrow("de_none.bsp");
});
