/** Objects that all passes of a renderer share. */

import type { Gpu } from "../../gpu/gpu.ts";
import { FAMILY } from "../../map/material-families.ts";
import { type CullPipelines, createCullPipelines } from "../cull/cull-pipelines.ts";
import type { Shading } from "../draws/shading.ts";
import { createFrameUniforms, type FrameUniforms } from "../frame/frame-uniforms.ts";
import type { MovingMaterials } from "../materials/moving-materials.ts";
import type { PosePasses } from "../props/pose-passes.ts";
import type { Castings } from "../shadows/casting.ts";
import {
  FORM_WORLD,
  KIND_REFRACTING,
  keyPart,
  pipelineKey,
  withKeyPart,
} from "../surfaces/pipeline-key.ts";
import { type SurfacePipelines, surfacePipelinesOf } from "../surfaces/surface-pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { oncePerDevice } from "./device-cache.ts";
import { type SampledPipelines, sampledPipelinesOf } from "./sampled-pipelines.ts";
import { bindLayoutsOf, createSharedResources, type SharedResources } from "./shared-resources.ts";

/** Options fixed when a renderer is created. */
export interface RenderContextOptions {
  /** See `RendererOptions.arrayTextures`. */
  readonly arrayTextures: boolean;
}

export interface RenderContext extends RenderContextOptions {
  readonly gpu: Gpu;
  readonly shared: SharedResources;
  readonly frame: FrameUniforms;
  readonly cull: CullPipelines;
  /** Moving materials of all loaded maps. */
  readonly moving: MovingMaterials;
  /** Passes that pose props, of all loaded maps. */
  readonly posing: PosePasses;
  /** Passes that redraw silhouettes, of all loaded maps. */
  readonly casting: Castings;
  /** Pipelines of surfaces. */
  readonly pipelines: ShadedPipelines;
  /** Pipelines of the sky and others that depend on the number of samples per pixel. */
  sampled: SampledPipelines;
  /** `null` if there is no canvas. */
  readonly canvasFormat: GPUTextureFormat | null;
  /** Target formats of the surface passes' render bundles. */
  readonly targetLayout: {
    readonly colorFormats: GPUTextureFormat[];
    readonly depthStencilFormat: GPUTextureFormat;
    sampleCount: number;
  };
}

/** @throws GpuError `validation` if a shader or pipeline is rejected */
export async function createRenderContext(
  gpu: Gpu,
  canvasFormat: GPUTextureFormat | null,
  { samples = 1, ...options }: RenderContextOptions & { readonly samples?: number },
): Promise<RenderContext> {
  const targetLayout = {
    colorFormats: [COLOR_FORMAT],
    depthStencilFormat: DEPTH_FORMAT,
    sampleCount: samples,
  };
  const pipelines = pipelinesFor(surfacePipelinesOf(gpu), targetLayout);
  const cull = cullPipelinesOf(gpu);
  const sampled = sampledPipelinesOf(gpu, samples);
  // Compile what the first picture needs; everything else is compiled when it is first drawn.
  pipelines.get(pipelineKey({ form: FORM_WORLD, family: FAMILY.flat }));
  pipelines.get(pipelineKey({ form: FORM_WORLD, family: FAMILY.lit }));
  sampled.sky();
  await pipelines.ready();
  const shared = createSharedResources(gpu);
  const frame = createFrameUniforms(gpu, shared.layouts);
  return {
    ...options,
    gpu,
    shared,
    frame,
    cull,
    moving: [],
    posing: [],
    casting: [],
    pipelines,
    sampled,
    canvasFormat,
    targetLayout,
  };
}

export function destroyRenderContext(context: RenderContext): void {
  context.shared.destroy();
  context.frame.destroy();
}

/** The device's surface pipelines, or those of an inspection view in their place. */
export interface ShadedPipelines extends SurfacePipelines {
  /** `null` if every material is drawn by its own pipelines. */
  readonly shading: Shading | null;
  readonly setShading: (shading: Shading | null) => void;
  /** Sets other pipelines for draws that are recorded next, and returns the shading before. */
  readonly swapShading: (shading: Shading | null) => Shading | null;
  /** Increases `version`, so that draws with replaced bind groups are recorded again. */
  readonly renew: () => void;
}

/** Pipelines are shared per device: they take long to compile and hold no state of a renderer. */
const cullPipelinesOf = oncePerDevice((gpu) => createCullPipelines(gpu, bindLayoutsOf(gpu)));

/** Returns the device's surface pipelines with the sample count of a renderer's targets. */
function pipelinesFor(
  device: SurfacePipelines,
  targets: { readonly sampleCount: number },
): ShadedPipelines {
  let shading: Shading | null = null;
  let turns = 0;
  return {
    get shading() {
      return shading;
    },
    setShading(next) {
      shading = next;
      turns++;
    },
    swapShading(next) {
      const before = shading;
      shading = next;
      return before;
    },
    renew() {
      turns++;
    },
    get version() {
      return device.version + turns;
    },
    get isPictureReady() {
      return device.isPictureReady;
    },
    get(key) {
      const sampled = withKeyPart(key, "samples", Math.log2(targets.sampleCount));
      const own = shading?.get(sampled) ?? null;
      // Refracting pipelines expect the picture behind them in group 3, where a view binds its
      // data.
      const isLeftOut =
        shading !== null && (shading.isOnly || keyPart(sampled, "kind") === KIND_REFRACTING);
      return own === null && !isLeftOut ? device.get(sampled) : own;
    },
    keys: device.keys,
    prepareSamples: device.prepareSamples,
    ready: device.ready,
  };
}

/**
 * Compiles the pipelines for a number of samples per pixel, including all that were requested with
 * other numbers.
 */
export async function prepareSamples(
  { gpu, pipelines }: RenderContext,
  samples: number,
): Promise<SampledPipelines> {
  const sampled = sampledPipelinesOf(gpu, samples);
  sampled.sky();
  await pipelines.prepareSamples(samples);
  return sampled;
}

/** Switches to targets with another number of samples; call `prepareSamples` first. */
export function setSamples(context: RenderContext, sampled: SampledPipelines): void {
  context.sampled = sampled;
  context.targetLayout.sampleCount = sampled.samples;
}
