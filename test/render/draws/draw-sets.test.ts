/** Tests a third draw set next to the existing ones, without changes elsewhere. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import { readBuffer, readTexture } from "../../../src/gpu/read-back.ts";
import { MATERIAL_NO_CULL, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import type { LeafTree } from "../../../src/map/types.ts";
import { TURN_OCCLUSION } from "../../../src/render/context/pipeline-queue.ts";
import {
  createRenderContext,
  type RenderContext,
} from "../../../src/render/context/render-context.ts";
import { isEarlyPhaseReady, isLatePhaseReady } from "../../../src/render/cull/cull-pass.ts";
import { createFrameEncoder } from "../../../src/render/frame/encode-frame.ts";
import type { FrameJob } from "../../../src/render/frame/frame-job.ts";
import { createFramePlan } from "../../../src/render/frame/frame-plan.ts";
import {
  addCountedView,
  createCountedFrame,
  createFrameStats,
  readCounts,
  restartCountedFrame,
} from "../../../src/render/frame/frame-stats.ts";
import { PassTiming } from "../../../src/render/frame/pass-timing.ts";
import { createSizedTargets } from "../../../src/render/targets/sized-targets.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { updateCameraView } from "../../../src/render/views/camera-view.ts";
import {
  createMapDraws,
  destroyMapDraws,
  replaceSources,
} from "../../../src/render/views/map-draws.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";
import { makeMaterials, type TestMaterial } from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { createMadeSource } from "./made-set.ts";

const SIZE = 32;
const RED = [0.9, 0.05, 0.05] as const;
const GREEN = [0.05, 0.9, 0.05] as const;
const BLUE = [0.05, 0.05, 0.9] as const;
const WHITE = [0.8, 0.8, 0.8] as const;
const test = await openTestGpu();

const NO_TREE: LeafTree = {
  nodeCount: 0,
  nodePlane: new Float32Array(0),
  nodeChildren: new Int32Array(0),
  leafCount: 1,
  leafCluster: Int32Array.of(-1),
  leafFlags: new Uint8Array(1),
  leafBox: new Float32Array(6),
};

function pane(x: number, material: number): Quad {
  return { origin: [x, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material };
}

const glass = (fallback: readonly [number, number, number]): TestMaterial => ({
  name: "glass",
  fallback: [...fallback],
  pass: PASS_TRANSLUCENT,
  flags: MATERIAL_NO_CULL,
  alpha: 0.5,
});

describe.skipIf(test === null)("a third draw set", () => {
  let gpu: Gpu;
  let context: RenderContext;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
    context = await createRenderContext(gpu, null, { arrayTextures: true });
  });
  afterAll(() => {
    expect(errors).toEqual([]);
    gpu.destroy();
    test!.close();
  });

  /** Opens the world's red and blue panes, the set's green one between them, and a wall behind. */
  async function open() {
    const materials = makeMaterials([glass(RED), glass(BLUE)]);
    const scene = makeMap([pane(100, 0), pane(200, 1)], materials, { tree: NO_TREE });
    const wall = makeMap([pane(300, 0)], makeMaterials([{ name: "wall", fallback: [...WHITE] }]));
    const settings: RenderSettings = { ...DEFAULT_RENDER_SETTINGS, sky: false };
    const stats = createFrameStats();
    const timing = new PassTiming(gpu, stats);
    const sized = createSizedTargets(context, SIZE, SIZE, null);
    const map = createMapDraws(context, scene, sized.pyramid.buffer);
    replaceSources(context, map, [await createMadeSource(context, wall, 150)]);
    const job: FrameJob = {
      ...{ context, settings, timing, sized, map, views: [] },
      ...{ grade: null, fade: null },
      inspector: null,
      lines: null,
      own: null,
      ...{ fixedDraws: 0, isShown: false, isLoading: false, isStill: false },
      ...{ isGpuCulled: true, hasLatePhase: true },
      ...{
        behind: null,
        isBehindRead: false,
        isInsetBehindRead: false,
        mirror: null,
        isCasting: false,
        moment: null,

        lamps: null,
      },
    };
    const plan = createFramePlan(job, sized);
    const encode = createFrameEncoder(null, stats.passCpuMs);
    const counted = createCountedFrame();
    const frame = async (x: number, yaw: number) => {
      const camera = { x, y: 3, z: 5, pitch: 0, yaw, fov: 90 };
      const moment = { settings, exposure: 1, time: 0 };
      const [seen] = map.cameras;
      const isReady = () => isEarlyPhaseReady(context) && isLatePhaseReady(context);
      await context.pipelines.ready();
      while (!isReady()) await context.pipelines.ready(TURN_OCCLUSION);
      job.isGpuCulled = settings.gpuCulling;
      job.hasLatePhase = settings.gpuCulling && settings.occlusion;
      updateCameraView(
        context,
        seen,
        { scene, areas: null, fog: scene.fog },
        camera,
        SIZE,
        SIZE,
        job.hasLatePhase,
        moment,
      );
      context.frame.upload();
      restartCountedFrame(counted);
      job.views.length = 0;
      job.views.push(seen.draws.main);
      addCountedView(counted, seen.draws.main, settings, job.hasLatePhase ? 2 : 1, false);
      const encoder = gpu.device.createCommandEncoder();
      encode(encoder, job, plan);
      counted.otherDraws = job.fixedDraws;
      gpu.device.queue.submit([encoder.finish()]);
    };
    return {
      settings,
      /**
       * Draws two frames and returns the second one's middle and counts; the first gives occlusion
       * data.
       */
      async see(x: number, yaw: number) {
        await frame(x, yaw);
        await frame(x, yaw);
        const { drawn } = map.cameras[0].draws.table;
        const words = new Uint32Array((await readBuffer(gpu, drawn.buffer)).buffer);
        readCounts(stats, words, counted);
        const pixels = await readTexture(gpu, sized.picture, 4);
        const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
        const { chunks, triangles, draws } = stats;
        return { color: [...pixels.subarray(at, at + 3)], chunks, triangles, draws };
      },
      destroy() {
        destroyMapDraws(context, map);
        plan.destroy();
        sized.destroy();
        timing.destroy();
      },
    };
  }

  const srgb = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055) * 255;
  /** Blends layers over a colour, farthest first, each at 50 %. */
  const painted = (under: readonly number[], ...layers: (readonly number[])[]) =>
    layers
      .reduce((below, layer) => below.map((c, i) => (c + layer[i]) / 2), under)
      .map((c) => expect.closeTo(srgb(c), -0.7));

  it.each([{}, { occlusion: false }, { gpuCulling: false }])(
    "is culled, drawn, counted and sorted; %o",
    async (settings) => {
      const before = gpu.memory.bufferBytes;
      const opened = await open();
      Object.assign(opened.settings, settings);
      const along = await opened.see(0.5, 0);
      expect(along.color).toEqual(painted(WHITE, BLUE, GREEN, RED));
      // Two panes and the wall; the green pane is no chunk.
      expect(along).toMatchObject({ chunks: 3, triangles: 8 });
      // The world has a draw per slot for its panes, the set has two, plus the screen.
      expect(along.draws).toBe(2 + 2 + 1);

      // Between the wall and the panes, looking at the panes, so the wall is culled.
      const back = await opened.see(280, 180);
      expect(back.color).toEqual(painted([0, 0, 0], RED, GREEN, BLUE));
      expect(back).toMatchObject({ chunks: 2, triangles: 6 });
      // In the other direction only the wall is visible.
      const ahead = await opened.see(280, 0);
      expect(ahead.color).toEqual(painted(WHITE));
      expect(ahead.chunks).toBe(1);

      // Switched off, the set takes no part.
      opened.settings.props = false;
      const without = await opened.see(0.5, 0);
      expect(without.color).toEqual(painted([0, 0, 0], BLUE, RED));
      expect(without).toMatchObject({ chunks: 2, triangles: 4 });
      opened.destroy();
      expect(gpu.memory.bufferBytes).toBe(before);
    },
  );
});
