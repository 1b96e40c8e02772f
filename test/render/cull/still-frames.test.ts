/** Tests that frames with the same view are culled until the result is stable, and then no more. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type RenderSettings,
} from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { listBegunPasses } from "../frame/list-begun-passes.ts";
import { makeScene, resolvedMaterials, START } from "../make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";

const test = await openTestGpu();

describe.skipIf(test === null)("culling for a still camera", () => {
  const camera: Record<Exclude<keyof Camera, "project" | "roll">, number> = { ...START, fov: 90 };
  let t: TestRenderer;
  let begun: string[];
  beforeAll(async () => {
    t = await openTestRenderer(test!, 64, 36);
    showScene(t.renderer);
    await t.renderer.settled();
    begun = listBegunPasses(t.gpu);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** Draws a frame and returns its culling passes. */
  function draw(): string[] {
    begun.length = 0;
    t.renderer.render(camera);
    return begun.filter((name) => name === "cull" || name === "occlusion");
  }

  function settle(): void {
    for (let frame = 0; frame < 4; frame++) draw();
    expect(draw()).toEqual([]);
  }

  it("stops after three frames and reuses the result and counts", async () => {
    for (let frame = 0; frame < 3; frame++) expect(draw()).toEqual(["cull", "occlusion"]);
    const culled = { ...(await t.renderer.readStats()) };
    const picture = await t.renderer.readPixels();
    for (let frame = 0; frame < 3; frame++) {
      expect(draw()).toEqual([]);
      expect(countDifferent(await t.renderer.readPixels(), picture, 0)).toBe(0);
      const { chunks, props, triangles, draws } = culled;
      expect(await t.renderer.readStats()).toMatchObject({ chunks, props, triangles, draws });
    }
    // One pass fewer, because all surfaces are drawn in one.
    expect(begun).toEqual(["world", "post"]);
  });

  it.each(["x", "y", "z", "pitch", "yaw", "fov"] as const)(
    "resumes if the camera moves: %s",
    (axis) => {
      settle();
      camera[axis] += 0.25;
      expect(draw()).toContain("cull");
    },
  );

  const switched: Partial<RenderSettings>[] = [
    ...[{ props: false }, { translucent: false }, { displacements: false }],
    ...[{ brushModels: false }, { frustum: false }, { pvs: false }, { gpuCulling: false }],
    { occlusion: false },
  ];
  it.each(switched)("resumes if a setting changes: %j", (settings) => {
    settle();
    Object.assign(t.renderer.settings, settings);
    expect(draw()).toContain("cull");
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
    expect(draw()).toContain("cull");
  });

  it("resumes if the map or one of its parts changes", () => {
    const { renderer } = t;
    for (const change of [
      () => renderer.setMaterials(resolvedMaterials()),
      () => renderer.relight(makeScene(), null),
      () => renderer.setScene(makeScene()),
      () => renderer.resize(65, 36),
      () => renderer.setInset({ camera: { ...camera }, x: 0, y: 0, width: 0.5, height: 0.5 }),
    ]) {
      settle();
      change();
      expect(draw()).toContain("cull");
    }
    // The second camera moves, and the first does not.
    const second = { ...camera };
    renderer.setInset({ camera: second, x: 0, y: 0, width: 0.5, height: 0.5 });
    settle();
    second.yaw += 3;
    expect(draw()).toContain("cull");
  });

  it("stays off while light and picture settings change", async () => {
    const { renderer } = t;
    renderer.setInset(null);
    // The GPU culls after the map's first picture.
    await renderer.settled();
    settle();
    const picture = await renderer.readPixels();
    renderer.settings.exposure = 3;
    expect(draw()).toEqual([]);
    expect(countDifferent(await renderer.readPixels(), picture, 4)).toBeGreaterThan(50);
  });
});
