/**
 * Exported models in three.js, compared with the engine's pictures: the same silhouettes and
 * colours.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { hasBrowser } from "../../support/browser.ts";
import { corpusPath } from "../../support/corpus.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { folderSource } from "../../support/folder-source.ts";
import { openThreeDrawer, type ThreeDrawer } from "../draw-in-three.ts";
import { compareShapes } from "./compare-shapes.ts";
import { type AskedModel, drawModel } from "./draw-model.ts";
import { makeRibbon } from "./make-ribbon.ts";

const SIZE = 320;
const test = hasBrowser ? await openTestGpu() : null;

/**
 * Folder, path and sequence, at a moment between two frames; docs/models.md has the measurements.
 */
const REAL = [
  ["portal2_mod/content", "models/srmod/goldenberry.mdl", "idle"],
  ["gunman_city2/content", "models/gunman/gunman.mdl", "walk"],
  ["tn2", "models/humans/group01/male_07.mdl", "walk_all"],
] as const;

describe.skipIf(test === null)("an exported model in three.js", () => {
  let ours: TestRenderer;
  let drawer: ThreeDrawer;
  beforeAll(async () => {
    ours = await openTestRenderer(test!, SIZE, SIZE);
    drawer = await openThreeDrawer();
  });
  afterAll(async () => {
    await drawer?.close();
    ours?.destroy();
    test?.close();
  });

  async function compare(asked: AskedModel) {
    const drawn = await drawModel(ours, asked);
    const { x, y, z, pitch, yaw, fov } = drawn.camera;
    const theirs = await drawer.draw(drawn.glb, {
      ...{ width: SIZE, height: SIZE, background: 0xff00ff },
      camera: [x, y, z, pitch, yaw, fov],
      moment: drawn.moment,
    });
    const found = compareShapes(drawn.ours, theirs);
    const row = [found.silhouette, found.apart, found.color, found.far].join(" | ");
    if (process.env.VISLEAF_PIXELS_TABLE === "1") console.log(`| ${asked.path} | ${row} |`);
    expect(ours.errors).toEqual([]);
    // The model fills a good part of the picture.
    expect(found.silhouette).toBeGreaterThan((SIZE * SIZE) / 20);
    return found;
  }

  it("has the engine's pose: bent, in its second skin, with its face moved", async () => {
    const { apart, color, far } = await compare(await makeRibbon());
    // Differences occur where an edge passes a pixel's centre, because GPUs round differently.
    expect(apart).toBeLessThan(0.002);
    expect(color).toBeLessThan(0.5);
    expect(far).toBeLessThan(0.002);
  });

  for (const [folder, path, sequence] of REAL) {
    const root = corpusPath(folder);
    it.skipIf(!existsSync(join(root, path)))(`has the engine's pose: ${path}`, async () => {
      const { apart, color, far } = await compare({
        ...{ path, sequence, cycle: 0.4 },
        source: folderSource(root),
      });
      expect(apart).toBeLessThan(0.005);
      // Mips are the file's in the engine and generated in three.js; textures have at most 512
      // texels.
      expect(color).toBeLessThan(4);
      expect(far).toBeLessThan(0.01);
    });
  }
});
