/** Tests that occlusion only culls invisible surfaces and that its depth pyramid is correct. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createShader } from "../../../src/gpu/pipelines.ts";
import { readBuffer, readTexture } from "../../../src/gpu/read-back.ts";
import { createTexture, destroyTexture } from "../../../src/gpu/resources.ts";
import { GROUP_FRAME } from "../../../src/render/context/bind-layouts.ts";
import {
  createRenderContext,
  type RenderContext,
} from "../../../src/render/context/render-context.ts";
import { createDepthPyramid, pyramidTexels } from "../../../src/render/cull/depth-pyramid.ts";
import { TRIAL_DELAY, TRIAL_WITH, TRIAL_WITHOUT } from "../../../src/render/frame/cull-choice.ts";
import { WORLD_RANGE } from "../../../src/render/frame/fog-uniforms.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { PYRAMID_SHIFT } from "../../../src/render/shader-constants.ts";
import { DEPTH_FORMAT } from "../../../src/render/targets/formats.ts";
import { type Camera, DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView } from "../../../src/render/views/view.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { listBegunPasses } from "../frame/list-begun-passes.ts";
import {
  createRandom,
  crossWalls,
  largeMaterials,
  makeLargeMap,
  makeManyProps,
  randomPoint,
} from "../make-large-map.ts";
import { START } from "../make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";

const WIDTH = 160;
const HEIGHT = 90;
const test = await openTestGpu();

describe.skipIf(test === null)("occlusion culling", () => {
  /** Renderer with occlusion across frames; `plain` has none. */
  let t: TestRenderer;
  let plain: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    plain = await openTestRenderer(test!, WIDTH, HEIGHT);
    Object.assign(t.renderer.settings, { occlusionByCost: false });
    Object.assign(plain.renderer.settings, { occlusion: false });
  });
  afterEach(async () => {
    for (const { gpu, errors } of [t, plain]) {
      await gpu.device.queue.onSubmittedWorkDone();
      expect(errors).toEqual([]);
    }
  });
  afterAll(() => {
    t.destroy();
    plain.destroy();
    test!.close();
  });

  /**
   * Returns the different pixels over a path, and the triangles drawn with and without occlusion.
   */
  async function fly(path: readonly Camera[]) {
    let different = 0;
    let kept = 0;
    let all = 0;
    for (const camera of path) {
      await t.renderer.settled();
      t.renderer.render(camera);
      Object.assign(plain.renderer.settings, { gpuCulling: true });
      await plain.renderer.settled();
      plain.renderer.render(camera);
      const pixels = await t.renderer.readPixels();
      different += countDifferent(pixels, await plain.renderer.readPixels());
      const [own, other] = [await t.renderer.readStats(), await plain.renderer.readStats()];
      expect(own.triangles).toBeLessThanOrEqual(other.triangles);
      expect(own.props).toBeLessThanOrEqual(other.props);
      kept += own.triangles;
      all += other.triangles;
      Object.assign(plain.renderer.settings, { gpuCulling: false });
      await plain.renderer.settled();
      plain.renderer.render(camera);
      different += countDifferent(pixels, await plain.renderer.readPixels());
    }
    return { different, kept, all };
  }

  it("draws the same rooms after any previous frame", async () => {
    showScene(t.renderer);
    showScene(plain.renderer);
    const poses: Camera[] = [];
    for (const [x, y, z] of [
      [START.x, START.y, START.z],
      [100, 90, 40],
      [-30, 100, 150],
      [-2, 0, 80],
    ]) {
      for (const yaw of [8, 188, 98, 278]) poses.push({ x, y, z, pitch: 6, yaw, fov: 90 });
    }
    expect((await fly(poses)).different).toBe(0);
  });

  it("is tried some time after a map loads, unless always on", async () => {
    const own = await openTestRenderer(test!, 16, 9);
    showScene(own.renderer);
    await own.renderer.settled();
    const begun = listBegunPasses(own.gpu);
    /** Draws frames in different directions and returns whether each had occlusion. */
    const draw = (count: number) =>
      Array.from({ length: count }, (_, frame) => {
        begun.length = 0;
        own.renderer.render({ ...START, yaw: frame, fov: 90 });
        return begun.includes("occlusion");
      });
    const withIt = TRIAL_DELAY + TRIAL_WITH.settling + TRIAL_WITH.measured;
    const without = TRIAL_WITHOUT.settling + TRIAL_WITHOUT.measured;
    expect(draw(withIt)).not.toContain(false);
    expect(draw(without)).not.toContain(true);
    // Another map restarts the trial.
    showScene(own.renderer);
    await own.renderer.settled();
    own.renderer.settings.occlusionByCost = false;
    expect(draw(withIt + without)).not.toContain(false);
    expect(own.errors).toEqual([]);
    own.destroy();
  });

  it("draws the same crowd of surfaces and props after jumps and turns", async () => {
    const materials = largeMaterials(true);
    const scene = makeLargeMap(4000, 17, materials, crossWalls());
    const set = makeManyProps(300, 5, largeMaterials(false));
    for (const { renderer } of [t, plain]) {
      renderer.setScene(scene);
      renderer.setSource(propSource(set));
      Object.assign(renderer.settings, { pvs: false, sky: false });
    }
    const random = createRandom(3);
    const poses: Camera[] = [];
    for (let jump = 0; jump < 4; jump++) {
      const [x, y, z] = randomPoint(random);
      const yaw = random() * 360;
      poses.push({ x, y, z, pitch: 0, yaw, fov: 90 });
      poses.push({ x: x + 8, y, z, pitch: 2, yaw: yaw + 4, fov: 90 });
      poses.push({ x, y, z, pitch: 0, yaw: yaw + 180, fov: 60 });
    }
    const { different, kept, all } = await fly(poses);
    for (const { renderer } of [t, plain])
      Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS);
    Object.assign(plain.renderer.settings, { occlusion: false });
    console.log(
      `crowd: ${different} pixels of ${poses.length * 2 * WIDTH * HEIGHT}; ${kept}/${all}`,
    );
    // Surfaces that intersect within a pixel's depth depend on the draw order.
    expect(different).toBeLessThanOrEqual(poses.length * 2 * WIDTH * HEIGHT * 1e-4);
    expect(kept).toBeLessThan(all * 0.7);
  });

  describe("with its depth pyramid", () => {
    let context: RenderContext;
    beforeAll(async () => {
      context = await createRenderContext(t.gpu, null, { arrayTextures: true });
    });

    it.each([
      [1, 1],
      [5, 4],
      [9, 9],
      [33, 8],
      [8, 130],
      [333, 217],
      [1920, 1080],
    ])("keeps the farthest depth of every square: %dx%d", async (width, height) => {
      const { gpu } = t;
      const depth = createTexture(gpu, "test/depth", "targets", {
        format: DEPTH_FORMAT,
        width,
        height,
        usage:
          GPUTextureUsage.RENDER_ATTACHMENT |
          GPUTextureUsage.TEXTURE_BINDING |
          GPUTextureUsage.COPY_SRC,
      });
      const view = { ...createView(null), width, height };
      const moment = { settings: { ...DEFAULT_RENDER_SETTINGS }, exposure: 1, time: 0 };
      context.frame.setView(context.frame.camera, view, 0, moment, null, WORLD_RANGE);
      context.frame.upload();
      await drawNoise(depth);
      const pyramid = createDepthPyramid(context, depth);
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setBindGroup(GROUP_FRAME, context.frame.views);
      pyramid.encode(pass);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
      const texels = new Float32Array((await readBuffer(gpu, pyramid.buffer)).buffer);
      const pixels = new Float32Array((await readTexture(gpu, depth, 4)).buffer);
      expect(new Set(pixels).size).toBeGreaterThan(Math.min(100, (width * height) / 2));

      let offset = 0;
      for (let shift = PYRAMID_SHIFT; ; shift++) {
        const columns = Math.ceil(width / 2 ** shift);
        const rows = Math.ceil(height / 2 ** shift);
        const expected = new Float32Array(columns * rows).fill(1);
        for (let i = 0; i < pixels.length; i++) {
          const at = ((i / width) >> shift) * columns + ((i % width) >> shift);
          expected[at] = Math.min(expected[at], pixels[i]);
        }
        const level = texels.subarray(offset, offset + columns * rows);
        const wrong = expected.findIndex((value, i) => value !== level[i]);
        expect(wrong, `level ${shift - PYRAMID_SHIFT}`).toBe(-1);
        offset += columns * rows;
        if (columns === 1 && rows === 1) break;
      }
      expect(offset).toBe(pyramidTexels(width, height));
      pyramid.destroy();
      destroyTexture(gpu, depth);
    });

    /** Draws a different depth for each pixel. */
    async function drawNoise(depth: GPUTexture): Promise<void> {
      const { gpu } = t;
      const module = await createShader(
        gpu,
        "test/noise",
        `@vertex fn vertexMain(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
          return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.5, 1.0);
        }
        @fragment fn fragmentMain(@builtin(position) at: vec4f) -> @builtin(frag_depth) f32 {
          let n = (u32(at.x) * 1973u + u32(at.y) * 9277u) * 2654435769u;
          return f32(((n ^ (n >> 15u)) * 2246822519u) >> 8u) / 16777216.0;
        }`,
      );
      const pipeline = gpu.device.createRenderPipeline({
        layout: "auto",
        vertex: { module },
        fragment: { module, targets: [] },
        depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: "always" },
      });
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginRenderPass({
        colorAttachments: [],
        depthStencilAttachment: {
          view: depth.createView(),
          depthLoadOp: "clear",
          depthStoreOp: "store",
          depthClearValue: 0,
        },
      });
      pass.setPipeline(pipeline);
      pass.draw(3);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    }
  });
});
