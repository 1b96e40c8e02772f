/** The renderer: owns what a map is drawn with, and orders the passes of a frame. */

import { assert } from "../core/errors.ts";
import type { Gpu } from "../gpu/gpu.ts";
import { readBuffer, readTexture } from "../gpu/read-back.ts";
import { createGpuTimer } from "../gpu/timer.ts";
import { createRenderContext, destroyRenderContext } from "./context/render-context.ts";
import { createCountReadback } from "./frame/count-readback.ts";
import {
  copyCountedFrame,
  createCountedFrame,
  hasSources,
  readCounts,
} from "./frame/counted-frame.ts";
import { createFrameEncoder } from "./frame/encode-frame.ts";
import { FRAME_PASSES } from "./frame/frame-passes.ts";
import { createFrameStats, writeFrameStats } from "./frame/frame-stats.ts";
import { type CanvasTarget, createCanvasTarget } from "./targets/canvas-target.ts";
import { createSizedTargets, destroySizedTargets } from "./targets/sized-targets.ts";
import { DEFAULT_RENDER_SETTINGS, type Renderer, type RenderSettings } from "./types.ts";
import {
  createMapDraws,
  destroyMapDraws,
  type MapDraws,
  recordReady,
  relightMap,
  replaceMaterials,
  replaceProps,
  replacePyramid,
  replaceSky,
  setMapTexture,
} from "./views/map-draws.ts";
import { isSkyboxSeen, updateSkyboxView } from "./views/skybox-view.ts";
import { updateView } from "./views/view.ts";
import { uploadVisibility } from "./views/view-visibility.ts";

const ENCODER: GPUCommandEncoderDescriptor = { label: "render/frame" };

/** Frames from one whose counts are read back to the next: each takes JavaScript's time. */
const COUNT_INTERVAL = 8;

export interface RendererOptions {
  /** Left out: frames are drawn into a target that can be read back, and shown nowhere. */
  readonly canvas?: HTMLCanvasElement | OffscreenCanvas;
  /** Size of the picture until `resize`, pixels. */
  readonly width?: number;
  readonly height?: number;
  /**
   * Whether textures of one size share array textures, and materials bind groups: true. Without, every
   * material binds its own, as a plain renderer would: for benchmarks to compare.
   */
  readonly arrayTextures?: boolean;
}

/** @throws GpuError `validation` if the device refuses a shader or a pipeline */
export async function createRenderer(gpu: Gpu, options: RendererOptions = {}): Promise<Renderer> {
  const canvas: CanvasTarget | null = options.canvas
    ? createCanvasTarget(gpu, options.canvas)
    : null;
  const context = await createRenderContext(gpu, canvas?.format ?? null, {
    arrayTextures: options.arrayTextures ?? true,
  });
  const { device } = gpu;
  const timer = createGpuTimer(gpu, FRAME_PASSES.length);
  const settings: RenderSettings = { ...DEFAULT_RENDER_SETTINGS };
  const stats = createFrameStats(timer);
  const counted = createCountedFrame();
  const counts = createCountReadback(gpu, (words, frame) => {
    if (hasSources(frame, map) && frame.index > stats.countedFrame) readCounts(stats, words, frame);
  });
  const encoder = createFrameEncoder(context, timer, canvas, settings, stats.passCpuMs, counted);
  let sized = createSizedTargets(context, timer, options.width ?? 1, options.height ?? 1);
  let map: MapDraws | null = null;
  let areStylesDirty = false;
  const commands: GPUCommandBuffer[] = [];

  function currentMap(): MapDraws {
    assert(map !== null, "a part of a map before its scene");
    return map;
  }

  function clear(): void {
    if (map !== null) destroyMapDraws(map);
    map = null;
  }

  return {
    settings,
    stats,
    get width() {
      return sized.targets.width;
    },
    get height() {
      return sized.targets.height;
    },

    setScene(scene) {
      clear();
      map = createMapDraws(context, scene, sized.pyramid.buffer);
      context.frame.styles.set(scene.styles);
      areStylesDirty = true;
    },
    relight: (scene, light) => relightMap(context, currentMap(), scene, light),
    setMaterials: (materials) => replaceMaterials(context, currentMap(), materials),
    setProps: (props) => replaceProps(context, currentMap(), props),
    setSky: (sky) => replaceSky(context, currentMap(), sky),
    setTexture: (owner, texture, image) => setMapTexture(currentMap(), owner, texture, image),
    setStyle(style, brightness) {
      context.frame.styles[style] = brightness;
      areStylesDirty = true;
    },
    clear,

    resize(width, height) {
      if (width === sized.targets.width && height === sized.targets.height) return;
      destroySizedTargets(gpu, sized);
      sized = createSizedTargets(context, timer, width, height);
      if (map !== null) replacePyramid(context, map, sized.pyramid.buffer);
    },

    render(camera, isShown = true) {
      const start = performance.now();
      const { targets } = sized;
      let withSkybox = false;
      if (areStylesDirty) context.frame.writeStyles();
      areStylesDirty = false;
      if (map !== null) {
        recordReady(context, map);
        const { scene } = map.geometry;
        const { view } = map;
        updateView(view, scene.tree, scene.pvs, camera, settings, targets.width, targets.height);
        uploadVisibility(gpu, map.visibility, view);
        // Textures as they are need no exposing.
        const isLit = settings.lightmaps && !settings.fullbright;
        const exposure = isLit ? scene.exposure : 1;
        const hasOcclusion = settings.occlusion && settings.gpuCulling;
        context.frame.setView(0, view, settings, exposure, hasOcclusion);
        withSkybox = settings.sky && isSkyboxSeen(map);
        if (withSkybox && map.skybox !== null && scene.skyCamera !== null) {
          const skyView = map.skybox.view;
          updateSkyboxView(skyView, scene.skyCamera, camera, targets.width, targets.height);
          uploadVisibility(gpu, map.skybox.visibility, skyView);
          context.frame.setView(1, skyView, settings, exposure, false);
        }
        context.frame.upload();
      }
      const updatedMs = performance.now();
      const commandEncoder = device.createCommandEncoder(ENCODER);
      encoder.encode(commandEncoder, sized, map, withSkybox, isShown);
      const encodedMs = performance.now();
      if (settings.timing) timer.encodeResolve(commandEncoder);
      else if (stats.gpuMs >= 0) timer.reset();
      if (counted.index % COUNT_INTERVAL === 1) counts.encode(commandEncoder, counted);
      commands[0] = commandEncoder.finish();
      const finishedMs = performance.now();
      device.queue.submit(commands);
      const submittedMs = performance.now();
      timer.readBack();
      counts.readBack();
      writeFrameStats(stats, gpu, map);
      const endMs = performance.now();
      // In the order of FRAME_STEPS.
      stats.stepCpuMs[0] = updatedMs - start;
      stats.stepCpuMs[1] = finishedMs - encodedMs;
      stats.stepCpuMs[2] = submittedMs - finishedMs;
      stats.stepCpuMs[3] = endMs - submittedMs;
      stats.cpuMs = endMs - start;
    },

    async readStats() {
      if (!hasSources(counted, map)) return stats;
      const frame = createCountedFrame();
      copyCountedFrame(frame, counted);
      const parts = await Promise.all(
        frame.sources.map((source) => (source === null ? null : readBuffer(gpu, source))),
      );
      const words = new Uint8Array(frame.byteLength);
      let offset = 0;
      for (const bytes of parts) {
        if (bytes === null) continue;
        words.set(bytes, offset);
        offset += bytes.length;
      }
      readCounts(stats, new Uint32Array(words.buffer), frame);
      return stats;
    },
    ready: () => context.pipelines.ready(),
    readPixels: () => readTexture(gpu, sized.targets.picture, 4),
    destroy() {
      clear();
      destroySizedTargets(gpu, sized);
      timer.destroy();
      counts.destroy();
      canvas?.destroy();
      destroyRenderContext(context);
    },
  };
}
