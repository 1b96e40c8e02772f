/** Pipelines that depend on how many samples a pixel has, but for those of surfaces. */

import skyCode from "../../../shaders/surfaces/sky.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { oncePerDevice } from "./device-cache.ts";
import { type LazyPipeline, pipelineQueueOf, TURN_OCCLUSION } from "./pipeline-queue.ts";
import { bindLayoutsOf } from "./shared-resources.ts";

export interface SampledPipelines {
  /** Samples per pixel. */
  readonly samples: number;
  readonly sky: LazyPipeline<GPURenderPipeline>;
  /** Builds the depth pyramid from a depth texture bound by `depthLayout`. */
  readonly depthPyramid: LazyPipeline<GPUComputePipeline>;
  readonly depthLayout: GPUBindGroupLayout;
}

const madeOf = oncePerDevice(() => new Map<number, SampledPipelines>());

/**
 * Returns the device's pipelines for a number of samples per pixel. None is compiled before it is
 * requested.
 */
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
      // The sky is at infinity (depth 0), so it is drawn only where nothing else is.
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
      layout: layout(layouts.views, layouts.depthPyramid, depthLayout),
      compute: { module: await createShader(gpu, label, code), entryPoint: "computeMain" },
    });
  };
  const { lazy } = pipelineQueueOf(gpu);
  return {
    samples,
    sky: lazy(sky),
    depthPyramid: lazy(reduce, TURN_OCCLUSION),
    depthLayout,
  };
}
