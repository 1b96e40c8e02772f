/**
 * Fills pixels where nothing was drawn with white. Comparing a picture with and without it reveals
 * the holes.
 */

import backdropCode from "../../../shaders/screen/backdrop.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { MakeLines } from "./lines.ts";

/** Pass to `Renderer.setLines`. */
export const makeBackdrop: MakeLines = (context) => {
  const pipelineOf = backdropPipelinesOf(context.gpu);
  const pipeline = () => pipelineOf(context.sampled.samples)();
  return {
    isShown: true,
    prepare: () => void pipeline(),
    draw(pass, camera) {
      const made = pipeline();
      if (made === null) return;
      pass.setBindGroup(0, camera.block.bindGroup);
      pass.setPipeline(made);
      pass.draw(3);
    },
    destroy() {},
  };
};

/** Pipelines by samples per pixel. */
const backdropPipelinesOf = oncePerDevice((gpu) => {
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const { lazy } = pipelineQueueOf(gpu);
  return (samples: number): LazyPipeline<GPURenderPipeline> => {
    const pipeline = made.get(samples) ?? lazy(() => createPipeline(gpu, samples));
    made.set(samples, pipeline);
    return pipeline;
  };
});

async function createPipeline(gpu: Gpu, count: number): Promise<GPURenderPipeline> {
  const label = "render/backdrop";
  const module = await createShader(gpu, label, backdropCode);
  return createRenderPipeline(gpu, {
    label,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).frame] }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: { module, entryPoint: "fragmentMain", targets: [{ format: COLOR_FORMAT }] },
    multisample: { count },
    // Equal to the clear depth: nothing was drawn there.
    depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: false, depthCompare: "equal" },
  });
}
