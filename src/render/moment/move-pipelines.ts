/** Compute pipelines that move brush models and models of entities, and their bind group layouts. */

import moveModelRows from "../../../shaders/moment/move-model-rows.wgsl";
import moveModels from "../../../shaders/moment/move-models.wgsl";
import moveRows from "../../../shaders/moment/move-rows.wgsl";
import moveVertices from "../../../shaders/moment/move-vertices.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { oncePerDeviceAsync } from "../context/device-cache.ts";
import { INSTANCE_ROW } from "../props/prop-instances.ts";
import { BOX_SLACK } from "./brush-states.ts";

interface MovePipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

export interface MovePipelines {
  readonly vertices: MovePipeline;
  readonly rows: MovePipeline;
  /** Instances of models, and their rows in cull tables. */
  readonly models: MovePipeline;
  readonly modelRows: MovePipeline;
}

/** Compiled with the first moment. */
export const movePipelinesOf = oncePerDeviceAsync(async (gpu: Gpu): Promise<MovePipelines> => {
  /** @param kinds `r`: read-only storage, `u`: uniform, `w`: writable storage */
  const make = async (
    name: string,
    code: string,
    kinds: string,
    constants: Record<string, number>,
  ): Promise<MovePipeline> => {
    const { device } = gpu;
    const label = `render/${name}`;
    const types = { u: "uniform", r: "read-only-storage", w: "storage" } as const;
    const layout = device.createBindGroupLayout({
      label,
      entries: Array.from(kinds, (kind, binding) => ({
        binding,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type: types[kind as keyof typeof types] },
      })),
    });
    const pipeline = await createComputePipeline(gpu, {
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
      compute: {
        module: await createShader(gpu, label, code),
        entryPoint: "computeMain",
        constants,
      },
    });
    return { pipeline, layout };
  };
  const [vertices, rows, models, modelRows] = await Promise.all([
    make("move-vertices", moveVertices, "rruw", {
      normalWord: WORLD_VERTEX.normal / 4,
      tangentWord: WORLD_VERTEX.tangent / 4,
    }),
    make("move-rows", moveRows, "rrruw", { slack: BOX_SLACK }),
    make("move-models", moveModels, "ruw", {
      instanceVectors: INSTANCE_ROW.strideBytes / 16,
      ambientVector: INSTANCE_ROW.ambient / 16,
      colorVector: INSTANCE_ROW.color / 16,
      middleVector: INSTANCE_ROW.middle / 16,
    }),
    make("move-model-rows", moveModelRows, "rruw", {}),
  ]);
  return { vertices, rows, models, modelRows };
});
