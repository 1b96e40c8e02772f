/** What all passes are made with. */

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

/** What is decided when a renderer is made. */
export interface RenderContextOptions {
  /** See `RendererOptions.arrayTextures`. */
  readonly arrayTextures: boolean;
}

export interface RenderContext extends RenderContextOptions {
  readonly gpu: Gpu;
  readonly shared: SharedResources;
  readonly frame: FrameUniforms;
  readonly cull: CullPipelines;
  /** Of all maps that there are. */
  readonly moving: MovingMaterials;
  /** What poses props, of all maps. */
  readonly posing: PosePasses;
  /** What draws silhouettes anew, of all maps. */
  readonly casting: Castings;
  /** Of surfaces. */
  readonly pipelines: ShadedPipelines;
  /** Of the sky, and whatever else depends on the samples a pixel. */
  sampled: SampledPipelines;
  /** null: no canvas. */
  readonly canvasFormat: GPUTextureFormat | null;
  /** What bundles of surface passes are drawn into. */
  readonly targetLayout: {
    readonly colorFormats: GPUTextureFormat[];
    readonly depthStencilFormat: GPUTextureFormat;
    sampleCount: number;
  };
}

/**
 * @throws GpuError `validation` if a shader or pipeline is refused
 */
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
  // What the first picture takes; the rest is made with what is drawn by it.
  pipelines.get(pipelineKey({ form: FORM_WORLD, family: FAMILY.flat }));
  pipelines.get(pipelineKey({ form: FORM_WORLD, family: FAMILY.lit }));
  sampled.sky();
  await pipelines.ready();
  const shared = createSharedResources(gpu);
  const frame = createFrameUniforms(gpu, shared.layouts.frame);
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

/** The device's, or in place of them what a view shades by. */
export interface ShadedPipelines extends SurfacePipelines {
  /** null: each material by its own. */
  readonly shading: Shading | null;
  readonly setShading: (shading: Shading | null) => void;
}

/** Pipelines are the device's: they take long to make, and hold nothing of a renderer. */
const cullPipelinesOf = oncePerDevice((gpu) => createCullPipelines(gpu, bindLayoutsOf(gpu)));

/** The device's pipelines of surfaces, as those of a renderer's targets. */
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
    get version() {
      return device.version + turns;
    },
    get isPictureReady() {
      return device.isPictureReady;
    },
    get(key) {
      const sampled = withKeyPart(key, "samples", Math.log2(targets.sampleCount));
      const own = shading?.get(sampled) ?? null;
      // What reads what is behind it finds something else bound in its place.
      const isLeftOut = shading !== null && keyPart(sampled, "kind") === KIND_REFRACTING;
      return own === null && !isLeftOut ? device.get(sampled) : own;
    },
    keys: device.keys,
    prepareSamples: device.prepareSamples,
    ready: device.ready,
  };
}

/** Makes what draws with so many samples a pixel, all that was ever asked for with others. */
export async function prepareSamples(
  { gpu, pipelines }: RenderContext,
  samples: number,
): Promise<SampledPipelines> {
  const sampled = sampledPipelinesOf(gpu, samples);
  sampled.sky();
  await pipelines.prepareSamples(samples);
  return sampled;
}

/** From now on targets have other samples; see `prepareSamples`. */
export function setSamples(context: RenderContext, sampled: SampledPipelines): void {
  context.sampled = sampled;
  context.targetLayout.sampleCount = sampled.samples;
}
