/** Compute pipelines of culling, and their bind group layouts. */

import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import type { BindLayouts } from "../context/bind-layouts.ts";
import { type LazyPipeline, pipelineQueueOf, TURN_CULLING } from "../context/pipeline-queue.ts";

/** The two phases of a frame: rows that were visible before, and rows that have become visible. */
export const PHASE_EARLY = 0;
export const PHASE_LATE = 1;

export interface CullLayouts {
  readonly test: GPUBindGroupLayout;
  readonly compact: GPUBindGroupLayout;
}

type LazyCompute = LazyPipeline<GPUComputePipeline>;

export interface CullPipelines {
  readonly layouts: CullLayouts;
  /** Uniforms of the early and the late phase. */
  readonly phases: readonly GPUBufferBinding[];
  /** Tests all rows of a table. */
  readonly test: LazyCompute;
  /** Writes the lists and draw arguments of all rows of a table. */
  readonly compact: LazyCompute;
}

/**
 * Slots of the back-to-front list if several draw sets share it, see
 * `shaders/common/cull/order.wgsl`.
 */
export const TRANSLUCENT_SLOTS = 8;

function createCullLayouts(device: GPUDevice): CullLayouts {
  const visibility = GPUShaderStage.COMPUTE;
  /**
   * `u`: uniform, `r`: read-only storage, `w`: writable storage. With the views' one, a layout has
   * at most the eight storage buffers that every device has.
   */
  const layout = (name: string, kinds: string) =>
    device.createBindGroupLayout({
      label: `render/${name}`,
      entries: Array.from(kinds, (kind, binding): GPUBindGroupLayoutEntry => {
        const types = { u: "uniform", r: "read-only-storage", w: "storage" } as const;
        return { binding, visibility, buffer: { type: types[kind as keyof typeof types] } };
      }),
    });
  return { test: layout("test-rows", "rurwwrw"), compact: layout("compact-rows", "rurrrrww") };
}

/**
 * Creates the pipelines lazily: each is compiled on request, and the shader code is loaded with the
 * first.
 */
export function createCullPipelines(
  gpu: Gpu,
  { views }: Pick<BindLayouts, "views">,
): CullPipelines {
  const queue = pipelineQueueOf(gpu);
  const layouts = createCullLayouts(gpu.device);
  const compute = (
    name: string,
    code: keyof typeof import("./cull-shaders.ts"),
    set: GPUBindGroupLayout,
  ): LazyCompute =>
    queue.lazy(async () => {
      const label = `render/${name}`;
      const { [code]: text } = await import("./cull-shaders.ts");
      return createComputePipeline(gpu, {
        label,
        layout: gpu.device.createPipelineLayout({ label, bindGroupLayouts: [views, set] }),
        compute: { module: await createShader(gpu, label, text), entryPoint: "computeMain" },
      });
    }, TURN_CULLING);
  return {
    layouts,
    phases: createPhases(gpu),
    test: compute("test-rows", "testRows", layouts.test),
    compact: compute("compact-rows", "compactRows", layouts.compact),
  };
}

/** Uniforms of the phases: whether it is the late one. */
function createPhases({ device }: Gpu): readonly GPUBufferBinding[] {
  const step = device.limits.minUniformBufferOffsetAlignment;
  const { UNIFORM, COPY_DST } = GPUBufferUsage;
  const label = "render/phases";
  const size = step + 16;
  // It belongs to the device, like the pipelines, and is never freed. It is not mapped: V8 discards
  // optimized code for typed arrays when the first array is detached, which `unmap` does.
  const buffer = device.createBuffer({ label, usage: UNIFORM | COPY_DST, size });
  device.queue.writeBuffer(buffer, step, Uint32Array.of(1));
  return [0, 1].map((phase) => ({ buffer, offset: phase * step, size: 16 }));
}
