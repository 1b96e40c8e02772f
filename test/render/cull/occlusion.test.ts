/** Tests that occlusion only culls invisible surfaces and that its depth pyramid is correct. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createShader } from "../../../src/gpu/pipelines.ts";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import { createBufferWith, createTexture, destroyTexture } from "../../../src/gpu/resources.ts";
import { GROUP_FRAME } from "../../../src/render/context/bind-layouts.ts";
import { TURN_OCCLUSION } from "../../../src/render/context/pipeline-queue.ts";
import {
  createRenderContext,
  type RenderContext,
} from "../../../src/render/context/render-context.ts";
import { isLatePhaseReady } from "../../../src/render/cull/cull-pass.ts";
import { createDepthPyramid, pyramidTexels } from "../../../src/render/cull/depth-pyramid.ts";
import { TRIAL_DELAY, TRIAL_WITH, TRIAL_WITHOUT } from "../../../src/render/frame/cull-choice.ts";
import { WORLD_RANGE } from "../../../src/render/frame/fog-uniforms.ts";
import { FRAME_LAYOUT, VIEW_BYTES } from "../../../src/render/frame/frame-uniforms.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { MAX_VIEWS, PYRAMID_LEVELS, PYRAMID_SHIFT } from "../../../src/render/shader-constants.ts";
import { DEPTH_FORMAT } from "../../../src/render/targets/formats.ts";
import { type Camera, DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView } from "../../../src/render/views/view.ts";
import { runCompute } from "../../gpu/run-compute.ts";
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
    const contexts = new Map<number, RenderContext>();
    beforeAll(async () => {
      for (const samples of [1, 4]) {
        const context = await createRenderContext(t.gpu, null, { arrayTextures: true, samples });
        contexts.set(samples, context);
        while (!isLatePhaseReady(context)) await context.pipelines.ready(TURN_OCCLUSION);
      }
    });

    it.each([
      [1, 1, 1],
      [5, 4, 1],
      [9, 9, 1],
      [33, 8, 1],
      [8, 130, 1],
      [333, 217, 1],
      [960, 540, 1],
      [5, 4, 4],
      [77, 45, 4],
    ])(
      "keeps the farthest depth of every square: %dx%d with %d samples",
      async (width, height, samples) => {
        const { gpu } = t;
        const context = contexts.get(samples)!;
        const depth = createTexture(gpu, "test/depth", "targets", {
          format: DEPTH_FORMAT,
          ...{ width, height, samples },
          usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING,
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
        const pixels = Float32Array.from({ length: width * height }, (_, i) =>
          farthestNoise(i % width, Math.floor(i / width), samples),
        );
        expect(new Set(pixels).size).toBeGreaterThan(Math.min(100, (width * height) / 2));

        let offset = 0;
        for (let shift = PYRAMID_SHIFT; shift < PYRAMID_SHIFT + PYRAMID_LEVELS; shift++) {
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
        }
        expect(offset).toBe(pyramidTexels(width, height));
        pyramid.destroy();
        destroyTexture(gpu, depth);
      },
    );

    it("hides a box only if every square under it is nearer, however large the box is", async () => {
      const { gpu } = t;
      const [width, height] = [1501, 203];
      const random = createRandom(7);
      const pixels = new Float32Array(width * height).fill(0.5);
      for (let hole = 0; hole < 12; hole++) pixels[Math.floor(random() * pixels.length)] = 0.1;
      /** Levels, from the first. */
      const levels = Array.from({ length: PYRAMID_LEVELS }, (_, level) => {
        const shift = PYRAMID_SHIFT + level;
        const columns = Math.ceil(width / 2 ** shift);
        const texels = new Float32Array(columns * Math.ceil(height / 2 ** shift)).fill(1);
        for (let i = 0; i < pixels.length; i++) {
          const at = (Math.floor(i / width) >> shift) * columns + ((i % width) >> shift);
          texels[at] = Math.min(texels[at], pixels[i]);
        }
        return { columns, texels };
      });
      /** x and y from 0 to 1 across the picture, from its lower left, and the nearest depth. */
      const boxes = Array.from({ length: 400 }, (_, i) => {
        const size = 0.9 * (i / 400) ** 2;
        const [x, y] = [random() * (1 - size), random() * 0.9];
        return { x, y, right: x + size, top: y + 0.05, depth: i % 2 === 0 ? 0.3 : 0.05 };
      });
      const expected = boxes.map(({ x, y, right, top, depth }) => {
        const [first, last] = [
          [x * width, (1 - top) * height],
          [right * width, (1 - y) * height],
        ].map((pixel) => pixel.map((at) => Math.floor(at) >> PYRAMID_SHIFT));
        const span = (level: number) =>
          Math.max(...first.map((at, axis) => (last[axis] >> level) - (at >> level)));
        let level = 0;
        while (level + 1 < PYRAMID_LEVELS && span(level) > 2) level++;
        const { columns, texels } = levels[level];
        let farthest = 1;
        for (let row = first[1] >> level; row <= last[1] >> level; row++) {
          for (let column = first[0] >> level; column <= last[0] >> level; column++) {
            farthest = Math.min(farthest, texels[row * columns + column]);
          }
        }
        return depth < farthest ? 1 : 0;
      });
      expect(expected.filter((isHidden) => isHidden === 1).length).toBeGreaterThan(220);
      expect(boxes.filter(({ depth }, i) => depth === 0.3 && expected[i] === 0)).not.toHaveLength(
        0,
      );

      const frame = new ArrayBuffer(VIEW_BYTES * MAX_VIEWS);
      // World and clip space are the same.
      for (let i = 0; i < 4; i++) new Float32Array(frame)[i * 5] = 1;
      new Uint32Array(frame).set([width, height], FRAME_LAYOUT.pictureSize / 4);
      const { STORAGE, UNIFORM } = GPUBufferUsage;
      const rows = boxes.flatMap(({ x, y, right, top, depth }) => [
        ...[x * 2 - 1, y * 2 - 1, 0, 0],
        ...[right * 2 - 1, top * 2 - 1, depth, 0],
      ]);
      const bound = (binding: number, usage: number, data: ArrayBufferView) => ({
        binding,
        resource: { buffer: createBufferWith(gpu, "test/hidden", "targets", usage, data) },
      });
      const texels = levels.flatMap((level) => [...level.texels]);
      const code = `
        import package::common::cull::cull::isBoxOccluded;
        @group(2) @binding(0) var<storage, read> boxes: array<array<vec4f, 2>>;
        @group(3) @binding(0) var<storage, read_write> result: array<f32>;
        @compute @workgroup_size(1) fn computeMain() {
          for (var i = 0u; i < arrayLength(&boxes); i++) {
            result[i] = select(0.0, 1.0, isBoxOccluded(boxes[i][0].xyz, boxes[i][1].xyz));
          }
        }`;
      const hidden = await runCompute(gpu, code, boxes.length, {
        0: [bound(0, UNIFORM, new Uint8Array(frame))],
        1: [bound(5, STORAGE, Float32Array.from(texels))],
        2: [bound(0, STORAGE, Float32Array.from(rows))],
      });
      expect(boxes.filter((_, i) => hidden[i] !== expected[i])).toEqual([]);
    });

    /** Returns the least depth of a pixel's samples, computed like `drawNoise`. */
    function farthestNoise(x: number, y: number, samples: number): number {
      const noise = Array.from({ length: samples }, (_, sample) => {
        const n = Math.imul(x * 1973 + y * 9277 + sample * 26699, 0x9e3779b9);
        return (Math.imul(n ^ (n >>> 15), 0x85ebca77) >>> 8) / 2 ** 24;
      });
      return Math.min(...noise);
    }

    /** Draws a different depth for each sample of each pixel. */
    async function drawNoise(depth: GPUTexture): Promise<void> {
      const { gpu } = t;
      const module = await createShader(
        gpu,
        "test/noise",
        `override sample: u32;
        override width: u32;
        override height: u32;
        // A square as large as a pixel, for each instance.
        @vertex fn vertexMain(
          @builtin(vertex_index) i: u32,
          @builtin(instance_index) pixel: u32,
        ) -> @builtin(position) vec4f {
          let at = vec2u(pixel % width, pixel / width);
          let n = (at.x * 1973u + at.y * 9277u + sample * 26699u) * 2654435769u;
          let depth = f32(((n ^ (n >> 15u)) * 2246822519u) >> 8u) / 16777216.0;
          let corner = vec2f(at + vec2u(i & 1u, i >> 1u)) / vec2f(f32(width), f32(height));
          return vec4f(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, depth, 1.0);
        }`,
      );
      const { width, height, sampleCount } = depth;
      const pipelines = Array.from({ length: sampleCount }, (_, sample) =>
        gpu.device.createRenderPipeline({
          layout: "auto",
          vertex: { module, constants: { sample, width, height } },
          primitive: { topology: "triangle-strip" },
          multisample: { count: sampleCount, mask: 1 << sample },
          depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: "always" },
        }),
      );
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
      for (const pipeline of pipelines) {
        pass.setPipeline(pipeline);
        pass.draw(4, width * height);
      }
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    }
  });
});
