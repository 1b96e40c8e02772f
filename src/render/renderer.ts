/** The renderer: owns what a map is drawn with, and orders the passes of a frame. */

import { assert } from "../core/errors.ts";
import type { Gpu } from "../gpu/gpu.ts";
import { readTexture } from "../gpu/read-back.ts";
import { createGpuTimer } from "../gpu/timer.ts";
import { type CanvasTarget, createCanvasTarget } from "./canvas-target.ts";
import { cullFrame } from "./cull-frame.ts";
import {
  createPassDescriptors,
  FRAME_PASSES,
  type FramePass,
  type PassDescriptors,
  passIndex,
} from "./frame-passes.ts";
import { createFrameStats, writeFrameStats } from "./frame-stats.ts";
import { createFrameTargets, destroyFrameTargets, type FrameTargets } from "./frame-targets.ts";
import {
  createMapDraws,
  destroyMapDraws,
  type MapDraws,
  relightMap,
  replaceMaterials,
  replaceProps,
  replaceSky,
  setMapTexture,
} from "./map-draws.ts";
import { createPostDraws, type PostDraws } from "./post-pass.ts";
import { createRenderContext, destroyRenderContext } from "./render-context.ts";
import { encodeTranslucent } from "./translucent-pass.ts";
import { DEFAULT_RENDER_SETTINGS, type Renderer, type RenderSettings } from "./types.ts";
import { encodeWireframe } from "./wireframe-pass.ts";

const ENCODER: GPUCommandEncoderDescriptor = { label: "render/frame" };

export interface RendererOptions {
  /** Left out: frames are drawn into a target that can be read back, and shown nowhere. */
  readonly canvas?: HTMLCanvasElement | OffscreenCanvas;
  /** Size of the picture until `resize`, pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** @throws GpuError `validation` if the device refuses a shader or a pipeline */
export async function createRenderer(gpu: Gpu, options: RendererOptions = {}): Promise<Renderer> {
  const canvas: CanvasTarget | null = options.canvas
    ? createCanvasTarget(gpu, options.canvas)
    : null;
  const context = await createRenderContext(gpu, canvas?.format ?? null);
  const { device } = gpu;
  const timer = createGpuTimer(gpu, FRAME_PASSES.length);
  const settings: RenderSettings = { ...DEFAULT_RENDER_SETTINGS };
  const stats = createFrameStats(timer);
  let targets: FrameTargets;
  let passes: PassDescriptors;
  let post: PostDraws;
  let map: MapDraws | null = null;
  let areStylesDirty = false;
  const commands: GPUCommandBuffer[] = [];
  allocateTargets(options.width ?? 1, options.height ?? 1);

  function allocateTargets(width: number, height: number): void {
    targets = createFrameTargets(gpu, width, height);
    passes = createPassDescriptors(targets, timer);
    post = createPostDraws(context, targets);
  }

  function currentMap(): MapDraws {
    assert(map !== null, "a part of a map before its scene");
    return map;
  }

  function clear(): void {
    if (map !== null) destroyMapDraws(map);
    map = null;
  }

  function begin(encoder: GPUCommandEncoder, pass: Exclude<FramePass, "cull">) {
    timer.mark(passIndex(pass));
    return encoder.beginRenderPass(passes[pass]);
  }

  function encodeBundles(
    encoder: GPUCommandEncoder,
    pass: Exclude<FramePass, "cull">,
    bundles: readonly GPURenderBundle[],
  ): void {
    const encoded = begin(encoder, pass);
    encoded.executeBundles(bundles);
    encoded.end();
  }

  function encodeMap(encoder: GPUCommandEncoder, drawn: MapDraws): void {
    const { geometry, world, materials, sky, translucent } = drawn;
    const props = settings.props ? drawn.props : null;
    encodeBundles(encoder, "world", world.bundles);
    if (props !== null && props.batches.drawnDraws > 0) {
      encodeBundles(encoder, "props", props.bundles);
    }
    if (settings.sky) encodeBundles(encoder, "sky", sky.bundles);
    if (translucent.count > 0) {
      const pass = begin(encoder, "translucent");
      encodeTranslucent(pass, context, translucent, geometry, world, materials, props);
      pass.end();
    }
    if (settings.wireframe) {
      const pass = begin(encoder, "wireframe");
      encodeWireframe(pass, context, drawn.wireframe, geometry, world, settings.translucent);
      pass.end();
    }
  }

  return {
    settings,
    stats,
    get width() {
      return targets.width;
    },
    get height() {
      return targets.height;
    },

    setScene(scene) {
      clear();
      map = createMapDraws(context, scene);
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
      if (width === targets.width && height === targets.height) return;
      destroyFrameTargets(gpu, targets);
      allocateTargets(width, height);
    },

    render(camera) {
      const start = performance.now();
      if (areStylesDirty) context.frame.writeStyles();
      areStylesDirty = false;
      if (map !== null) {
        cullFrame(gpu, map, camera, settings, targets.width, targets.height);
        context.frame.write(map.view.clipFromWorld, settings);
      }
      const encoder = device.createCommandEncoder(ENCODER);
      if (map !== null) encodeMap(encoder, map);
      else begin(encoder, "world").end();
      encodeBundles(encoder, "post", post.postBundles);
      if (canvas !== null) {
        passes.present.colorAttachments[0].view = canvas.currentView();
        encodeBundles(encoder, "present", post.presentBundles);
      }
      timer.encodeResolve(encoder);
      commands[0] = encoder.finish();
      device.queue.submit(commands);
      timer.readBack();
      writeFrameStats(stats, gpu, timer, map, settings, canvas !== null);
      stats.cpuMs = performance.now() - start;
    },

    readPixels: () => readTexture(gpu, targets.picture, 4),
    destroy() {
      clear();
      destroyFrameTargets(gpu, targets);
      timer.destroy();
      canvas?.destroy();
      destroyRenderContext(context);
    },
  };
}
