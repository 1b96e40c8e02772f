import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.ts";
import { openPeerSession, type PeerSession, type Picture } from "./peer-session.ts";

const DEMO = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
const SIZE = [320, 180] as const;
const FRAMES = 12;
/** Mean difference of a channel, of 255, that filters and the order of glass may make. */
const MAX_MEAN_DIFFERENCE = 0.5;
/** Share of pixels that may be another surface's: edges, and surfaces in one plane. */
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
    // Four engines, each on a device of its own, and all that each compiles.
  }, 400_000);
  afterAll(() => session?.close());

  // Poses that see no water, which shows what is behind it here alone.
  it.each([0, 3, 7, 10])("draws the demo's pose %i the same in both forms", async (pose) => {
    const [visleaf, whole, clusters, merged] = await session.draw(pose);
    for (const picture of [clusters, merged]) {
      const { mean, otherShare, light } = compare(visleaf, picture);
      expect(light, "a picture of nothing").toBeGreaterThan(5);
      expect(mean, picture.name).toBeLessThan(MAX_MEAN_DIFFERENCE);
      expect(otherShare, picture.name).toBeLessThan(MAX_OTHER_SHARE);
    }
    // The measure can tell pictures apart: another pose's is not taken for this one's.
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
    // What each form culls by: nothing, the view, the view and visibility.
    expect(merged.triangles).toBeGreaterThan(clusters.triangles);
    expect(clusters.triangles).toBeGreaterThan(visleaf.triangles);
  });
});

it("openPeerSession names a map that does not exist", async () => {
  await expect(openPeerSession(["/nowhere/de_none.bsp"], [])).rejects.toThrow("de_none.bsp");
});
