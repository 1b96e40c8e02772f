/** Compiles shader modules and pipelines; compile errors carry their labels. */

import { GpuError } from "./errors.ts";
import type { Gpu } from "./gpu.ts";

/** @throws GpuError `validation` with the compiler's messages */
export async function createShader(
  gpu: Gpu,
  label: string,
  code: string,
): Promise<GPUShaderModule> {
  // The thrown error has the compiler's messages; the scope keeps it from being reported twice.
  gpu.device.pushErrorScope("validation");
  const module = gpu.device.createShaderModule({ label, code });
  const [info] = await Promise.all([module.getCompilationInfo(), gpu.device.popErrorScope()]);
  const errors = info.messages.filter((message) => message.type === "error");
  if (errors.length > 0) {
    const lines = errors.map((e) => `line ${e.lineNum}: ${e.message}`);
    throw new GpuError("validation", label, lines.join("\n"));
  }
  return module;
}

/** @throws GpuError `validation` */
export async function createRenderPipeline(
  gpu: Gpu,
  descriptor: GPURenderPipelineDescriptor & { label: string },
): Promise<GPURenderPipeline> {
  try {
    return await gpu.device.createRenderPipelineAsync(descriptor);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new GpuError("validation", descriptor.label, message);
  }
}

/** @throws GpuError `validation` */
export async function createComputePipeline(
  gpu: Gpu,
  descriptor: GPUComputePipelineDescriptor & { label: string },
): Promise<GPUComputePipeline> {
  try {
    return await gpu.device.createComputePipelineAsync(descriptor);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new GpuError("validation", descriptor.label, message);
  }
}
