/** Pipelines that depend on how many samples a pixel has, but for those of surfaces. */

import skyCode from "../../../shaders/surfaces/sky.wgsl";
import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { oncePerDevice } from "./device-cache.ts";
import { bindLayoutsOf } from "./shared-resources.ts";

// Pipelines that are made when they are first asked for, and not waited for: whoever draws asks each
// frame, and does without until they are there. They are the device's, whatever renders with them.

/** Asks for a pipeline; null until it is made, and for good if the device refuses it. */
export type LazyPipeline<T> = () => T | null;

/** What a picture cannot be whole without. */
const TURN_PICTURE = 0;
/** Culls on the GPU; the CPU does it until then. */
export const TURN_CULLING = 1;
/** Finds what is hidden; it is drawn until then. */
export const TURN_OCCLUSION = 2;

const TURN_COUNT = 3;

export interface PipelineQueue {
  /** Goes up with every pipeline that is ready: what was recorded before may have better ones. */
  readonly version: number;
  /** Whether all that were asked for are there that a picture cannot be whole without. */
  readonly isPictureReady: boolean;
  /** @param turn `TURN_*`: made when nothing of an earlier turn is being made. Whoever asks, asks again */
  readonly lazy: <T>(make: () => Promise<T>, turn?: number) => LazyPipeline<T>;
  /**
   * Resolves when all that were asked for are there, up to a turn: those of pictures, if left out.
   * Rejects with a GpuError if one was refused.
   */
  readonly ready: (turn?: number) => Promise<void>;
}

export const pipelineQueueOf = oncePerDevice(createPipelineQueue);

function createPipelineQueue(gpu: Gpu): PipelineQueue {
  /** By turn. */
  const pending = Array.from({ length: TURN_COUNT }, () => new Set<Promise<void>>());
  let refused: GpuError | null = null;
  let version = 0;

  async function make<T>(pipeline: Promise<T>, take: (made: T) => void): Promise<void> {
    try {
      take(await pipeline);
      version++;
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      refused ??= error;
      // A device that was lost says so itself.
      if (!gpu.isLost) gpu.report(error);
    }
  }

  function isAnyBefore(turn: number): boolean {
    for (let before = 0; before < turn; before++) if (pending[before].size > 0) return true;
    return false;
  }

  return {
    get version() {
      return version;
    },
    get isPictureReady() {
      return !isAnyBefore(TURN_CULLING);
    },
    lazy<T>(create: () => Promise<T>, turn = TURN_PICTURE) {
      let made: T | null = null;
      let isAsked = false;
      const begin = (): void => {
        isAsked = true;
        const making = make(create(), (pipeline) => {
          made = pipeline;
        }).finally(() => pending[turn].delete(making));
        pending[turn].add(making);
      };
      // Each frame asks: here nothing may be caught by another function, which would be an object a call.
      return () => {
        if (!isAsked && !isAnyBefore(turn)) begin();
        return made;
      };
    },
    async ready(turn = TURN_PICTURE) {
      while (isAnyBefore(turn + 1)) {
        await Promise.all(pending.slice(0, turn + 1).flatMap((set) => [...set]));
      }
      if (refused !== null) throw refused;
    },
  };
}

/** Asks for all of some pipelines; whether they are there. Each frame does: no iterators. */
export function areReady(pipelines: readonly LazyPipeline<unknown>[]): boolean {
  let isReady = true;
  for (let i = 0; i < pipelines.length; i++) if (pipelines[i]() === null) isReady = false;
  return isReady;
}

export interface SampledPipelines {
  /** A pixel's. */
  readonly samples: number;
  readonly sky: LazyPipeline<GPURenderPipeline>;
  /** The first levels of the depth pyramid, from a depth texture bound by `depthLayout`. */
  readonly reduceTiles: LazyPipeline<GPUComputePipeline>;
  readonly depthLayout: GPUBindGroupLayout;
}

const madeOf = oncePerDevice(() => new Map<number, SampledPipelines>());

/** The device's pipelines for so many samples a pixel; none is made before it is asked for. */
export function sampledPipelinesOf(gpu: Gpu, samples: number): SampledPipelines {
  const made = madeOf(gpu);
  let pipelines = made.get(samples);
  if (pipelines === undefined) {
    pipelines = createSampledPipelines(gpu, samples);
    made.set(samples, pipelines);
  }
  return pipelines;
}

function createSampledPipelines(gpu: Gpu, samples: number): SampledPipelines {
  const { device } = gpu;
  const layouts = bindLayoutsOf(gpu);
  const layout = (...bindGroupLayouts: GPUBindGroupLayout[]) =>
    device.createPipelineLayout({ bindGroupLayouts });
  const sky = async () => {
    const label = "render/sky";
    const module = await createShader(gpu, label, skyCode);
    return createRenderPipeline(gpu, {
      label,
      layout: layout(layouts.frame, layouts.sky),
      vertex: { module, entryPoint: "vertexMain" },
      fragment: { module, entryPoint: "fragmentMain", targets: [{ format: COLOR_FORMAT }] },
      multisample: { count: samples },
      // At infinity, where nothing was drawn.
      depthStencil: {
        format: DEPTH_FORMAT,
        depthWriteEnabled: false,
        depthCompare: "greater-equal",
      },
    });
  };
  const isMultisampled = samples > 1;
  const depthLayout = device.createBindGroupLayout({
    label: "render/depth",
    entries: [
      {
        binding: 0,
        visibility: GPUShaderStage.COMPUTE,
        texture: { sampleType: "depth", multisampled: isMultisampled },
      },
    ],
  });
  const reduce = async () => {
    const label = "render/depth-pyramid";
    const { depthPyramid, depthPyramidSamples } = await import("../cull/cull-shaders.ts");
    const code = isMultisampled ? depthPyramidSamples : depthPyramid;
    return createComputePipeline(gpu, {
      label,
      layout: layout(layouts.frame, layouts.depthPyramid, depthLayout),
      compute: { module: await createShader(gpu, label, code), entryPoint: "reduceTiles" },
    });
  };
  const { lazy } = pipelineQueueOf(gpu);
  return {
    samples,
    sky: lazy(sky),
    reduceTiles: lazy(reduce, TURN_OCCLUSION),
    depthLayout,
  };
}
