/**
 * How much of each glow a view sees. The engine asks it of occlusion queries, which come frames later and
 * are counted by the CPU; here a compute pass looks at the depth of what was drawn, in the same frame.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { sampledPipelinesOf } from "../context/sampled-pipelines.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DepthMeasure } from "../draws/draw-set.ts";

/** What `seen` holds of a glow that nobody looked at: it is hidden part by part. */
const NOT_LOOKED_AT = -1;

export interface GlowSight extends Owner {
  /** A value a glow: how much of it is seen, 0 to 1. */
  readonly seen: GPUBuffer;
  readonly measure: DepthMeasure;
}

interface GlowPipelines {
  readonly layout: GPUBindGroupLayout;
  /** By samples a pixel. */
  readonly bySamples: Map<number, LazyPipeline<GPUComputePipeline>>;
}

const pipelinesOf = oncePerDevice(({ device }): GlowPipelines => {
  const types: GPUBufferBindingType[] = ["read-only-storage", "read-only-storage", "storage"];
  const layout = device.createBindGroupLayout({
    label: "render/glow-sight",
    entries: types.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    })),
  });
  return { layout, bySamples: new Map() };
});

function pipelineFor(gpu: Gpu, samples: number): LazyPipeline<GPUComputePipeline> {
  const { layout, bySamples } = pipelinesOf(gpu);
  let pipeline = bySamples.get(samples);
  if (pipeline === undefined) {
    pipeline = pipelineQueueOf(gpu).lazy(async () => {
      const { default: code } = await (samples > 1
        ? import("../../../shaders/screen/glow-sight.wgsl?multisampled")
        : import("../../../shaders/screen/glow-sight.wgsl"));
      const label = "render/glow-sight";
      const { depthLayout } = sampledPipelinesOf(gpu, samples);
      return createComputePipeline(gpu, {
        label,
        layout: gpu.device.createPipelineLayout({
          label,
          bindGroupLayouts: [bindLayoutsOf(gpu).frame, layout, depthLayout],
        }),
        compute: { module: await createShader(gpu, label, code), entryPoint: "computeMain" },
      });
    });
    bySamples.set(samples, pipeline);
  }
  return pipeline;
}

/**
 * @param rows the sprites, on the GPU
 * @param glows rows of those that are glows
 * @throws GpuError `limit`; nothing is left behind then
 */
export function createGlowSight(
  context: RenderContext,
  rows: GPUBuffer,
  glows: Uint32Array,
  frame: GPUBindGroup,
): GlowSight {
  const { gpu } = context;
  const { STORAGE } = GPUBufferUsage;
  return buildOwner(gpu, (group) => {
    const none = new Float32Array(Math.max(1, glows.length)).fill(NOT_LOOKED_AT);
    const seen = group.bufferWith("render/sprites-seen", "sprites", STORAGE, none);
    const list = group.bufferWith("render/sprites-glows", "sprites", STORAGE, glows);
    const label = "render/glow-sight";
    const bindGroup = bindBuffers(gpu.device, label, pipelinesOf(gpu).layout, [rows, list, seen]);
    const pipelineNow = () => pipelineFor(gpu, context.sampled.samples)();
    const measure: DepthMeasure = {
      isReady: () => pipelineNow() !== null,
      encode(pass, depth) {
        const pipeline = pipelineNow();
        if (pipeline === null) return;
        pass.setPipeline(pipeline);
        pass.setBindGroup(GROUP_FRAME, frame);
        pass.setBindGroup(GROUP_SET, bindGroup);
        pass.setBindGroup(GROUP_TEXTURES, depth);
        pass.dispatchWorkgroups(glows.length);
      },
    };
    return { seen, measure };
  });
}
