/** Tests a frame's statistics for each setting, and that they arrive without being requested. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type FrameStats } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { resolvedMaterials, START } from "../make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";

const test = await openTestGpu();
const CAMERA = { ...START, fov: 90 };

describe.skipIf(test === null)("frame statistics", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, 96, 54);
    showScene(t.renderer);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });
  beforeEach(() => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
  });

  async function statsWith(settings: Partial<typeof DEFAULT_RENDER_SETTINGS>): Promise<FrameStats> {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, settings);
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    return { ...(await t.renderer.readStats()) };
  }

  it("decrease with each switched-off part", async () => {
    const all = await statsWith({ occlusion: false });
    expect(all.triangles).toBeGreaterThan(all.worldTriangles);
    expect(all.chunks).toBeGreaterThan(3);
    expect(all.props).toBe(1);
    expect(all.propDraws).toBe(1);
    // The world's batches, the prop, the sky, the screen.
    expect(all.draws).toBe(all.worldDraws + 1 + 1 + 1);

    const noProps = await statsWith({ occlusion: false, props: false });
    expect(noProps).toMatchObject({ props: 0, propDraws: 0, draws: all.draws - 1 });
    expect(noProps.triangles).toBe(all.worldTriangles);

    const noGlass = await statsWith({ occlusion: false, translucent: false });
    expect(noGlass.chunks).toBe(all.chunks - 2);
    // Glass and water use separate pipelines.
    expect(noGlass.worldDraws).toBe(all.worldDraws - 2);

    const noSky = await statsWith({ occlusion: false, sky: false });
    expect(noSky.draws).toBe(all.draws - 1);

    const lines = await statsWith({ occlusion: false, wireframe: true });
    expect(lines.draws).toBe(all.draws + all.worldDraws);
    expect(lines.triangles).toBe(all.triangles);

    const noBundles = await statsWith({ occlusion: false, bundles: false });
    expect(noBundles).toMatchObject({
      draws: all.draws,
      chunks: all.chunks,
      triangles: all.triangles,
      props: all.props,
    });

    const hidden = await statsWith({});
    expect(hidden.chunks).toBeLessThanOrEqual(all.chunks);
    expect(hidden.triangles).toBeLessThanOrEqual(all.triangles);
    expect(hidden.triangles).toBeGreaterThan(0);

    // The reference draws chunks whole.
    const byCpu = await statsWith({ gpuCulling: false });
    expect(byCpu.chunks).toBeGreaterThanOrEqual(all.chunks);
    expect(byCpu.triangles).toBeGreaterThanOrEqual(all.triangles);
    expect(byCpu.props).toBe(all.props);

    const everything = await statsWith({ occlusion: false, pvs: false, frustum: false });
    expect(everything.chunks).toBe(everything.chunkCount);
    expect(everything.props).toBe(2);
  });

  it("are the same with render bundles and without, and so is the picture", async () => {
    for (const settings of [{}, { wireframe: true }, { gpuCulling: false }, { occlusion: false }]) {
      const recorded = await statsWith(settings);
      const picture = await t.renderer.readPixels();
      const encoded = await statsWith({ ...settings, bundles: false });
      expect(countDifferent(picture, await t.renderer.readPixels(), 0)).toBe(0);
      const { draws, triangles, chunks, props } = recorded;
      expect(encoded).toMatchObject({ draws, triangles, chunks, props });
    }
  });

  it("arrive some frames later, whatever the number of frames in flight", async () => {
    const { renderer } = t;
    const expected = await statsWith({});
    renderer.stats.chunks = -1;
    // Many more frames than read-back buffers.
    await renderer.settled();
    for (let frame = 0; frame < 20; frame++) renderer.render(CAMERA);
    const last = renderer.stats.frame;
    for (let i = 0; i < 50 && renderer.stats.countedFrame < last; i++) {
      await t.gpu.device.queue.onSubmittedWorkDone();
      await new Promise((resolve) => setTimeout(resolve, 5));
      await renderer.settled();
      renderer.render(CAMERA);
    }
    expect(renderer.stats.countedFrame).toBeGreaterThanOrEqual(last);
    const { chunks, triangles, props, draws } = expected;
    expect(renderer.stats).toMatchObject({ chunks, triangles, props, draws });
  });

  it("survive a replacement of the counted parts", async () => {
    const { renderer } = t;
    await renderer.settled();
    renderer.render(CAMERA);
    renderer.setMaterials(resolvedMaterials());
    const stats = await renderer.readStats();
    expect(Number.isFinite(stats.triangles)).toBe(true);
    await renderer.settled();
    renderer.render(CAMERA);
    renderer.clear();
    await renderer.readStats();
    await renderer.settled();
    renderer.render(CAMERA);
    expect(await renderer.readStats()).toMatchObject({
      ...{ chunks: 0, props: 0, triangles: 0, worldDraws: 0, propDraws: 0, draws: 1 },
    });
    showScene(renderer);
    expect((await statsWith({})).triangles).toBeGreaterThan(0);
  });
});
