/** Compute pipelines that move brush models, and their bind group layouts. */

import moveRows from "../../../shaders/moment/move-rows.wgsl";
import moveVertices from "../../../shaders/moment/move-vertices.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { oncePerDeviceAsync } from "../context/device-cache.ts";
import { BOX_SLACK } from "./brush-states.ts";

interface MovePipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

export interface MovePipelines {
  readonly vertices: MovePipeline;
  readonly rows: MovePipeline;
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
  const [vertices, rows] = await Promise.all([
    make("move-vertices", moveVertices, "rruw", {
      normalWord: WORLD_VERTEX.normal / 4,
      tangentWord: WORLD_VERTEX.tangent / 4,
    }),
    make("move-rows", moveRows, "rrruw", { slack: BOX_SLACK }),
  ]);
  return { vertices, rows };
});
