/** Edges of the world's triangles that were drawn: the wireframe over a picture. */

import wireframeCode from "../../../shaders/inspect/wireframe.wgsl";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { BATCH_ARGS_BYTES, LINE_ARGS_OFFSET } from "../chunks/batch-args.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { IndirectDraws } from "../draws/draw-set.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";

const edgeLayoutOf = oncePerDevice(({ device }) => {
  const buffer = { type: "read-only-storage" as const };
  return device.createBindGroupLayout({
    label: "render/wireframe",
    entries: [0, 1].map((binding) => ({ binding, visibility: GPUShaderStage.VERTEX, buffer })),
  });
});

/** By samples a pixel. */
const edgePipelinesOf = oncePerDevice((gpu) => {
  const { lazy } = pipelineQueueOf(gpu);
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const make = async (samples: number) => {
    const label = "render/wireframe";
    const module = await createShader(gpu, label, wireframeCode);
    return createRenderPipeline(gpu, {
      label,
      layout: gpu.device.createPipelineLayout({
        bindGroupLayouts: [bindLayoutsOf(gpu).frame, edgeLayoutOf(gpu)],
      }),
      vertex: { module, entryPoint: "vertexMain" },
      fragment: { module, entryPoint: "fragmentMain", targets: [{ format: COLOR_FORMAT }] },
      primitive: { topology: "line-list" },
      multisample: { count: samples },
      depthStencil: {
        format: DEPTH_FORMAT,
        depthWriteEnabled: false,
        depthCompare: "greater-equal",
      },
    });
  };
  return (samples: number) => {
    let pipeline = made.get(samples);
    if (pipeline === undefined) {
      pipeline = lazy(() => make(samples));
      made.set(samples, pipeline);
    }
    return pipeline();
  };
});

/** Asks for what draws them; null until it is there. */
export function edgePipeline({ context }: FrameJob): GPURenderPipeline | null {
  return edgePipelinesOf(context.gpu)(context.sampled.samples);
}

export interface EdgeDraws {
  readonly draw: (pass: GPURenderPassEncoder) => void;
}

/** Of all draws of the picture's view that have edges. */
export function createEdgeDraws(job: FrameJob): EdgeDraws {
  const { device } = job.context.gpu;
  const groups = new WeakMap<IndirectDraws, GPUBindGroup>();

  function drawEdges(pass: GPURenderPassEncoder, draws: IndirectDraws, phases: number): void {
    const { edges, args } = draws;
    if (edges === null) return;
    let group = groups.get(draws);
    if (group === undefined) {
      group = bindBuffers(device, "render/edges", edgeLayoutOf(job.context.gpu), [
        ...[edges.indices, edges.vertices],
      ]);
      groups.set(draws, group);
    }
    pass.setBindGroup(GROUP_SET, group);
    for (let row = 0; row < edges.rowCount * phases; row++) {
      pass.drawIndirect(args, row * BATCH_ARGS_BYTES + LINE_ARGS_OFFSET);
    }
  }

  return {
    draw(pass) {
      const { settings, hasLatePhase } = job;
      const pipeline = edgePipeline(job);
      if (pipeline === null) return;
      const { sets, translucent, frame } = job.views[0];
      pass.setPipeline(pipeline);
      pass.setBindGroup(GROUP_FRAME, frame);
      for (let i = 0; i < sets.length; i++) {
        if (sets[i].isOn(settings)) drawEdges(pass, sets[i], hasLatePhase ? 2 : 1);
      }
      if (!settings.translucent) return;
      for (let i = 0; i < translucent.parts.length; i++) {
        drawEdges(pass, translucent.parts[i].draws, 1);
      }
    },
  };
}
