/** Runs a test's compute shader that uses the shared code of `shaders/common`. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { link } from "wesl/core";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { createShader } from "../../src/gpu/pipelines.ts";
import { readBuffer } from "../../src/gpu/read-back.ts";
import { createBuffer, createBufferWith, destroyBuffer } from "../../src/gpu/resources.ts";
import { SHADER_CONSTANTS } from "../../src/render/shader-constants.ts";

const folder = resolve(import.meta.dirname, "../../shaders/common");

/** Links test code, which may import `package::common::…` and `constants::…`. */
export async function linkTestShader(code: string): Promise<string> {
  const weslSrc: Record<string, string> = { "./test.wgsl": code };
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".wgsl")) continue;
    weslSrc[`./common/${name.replaceAll("\\", "/")}`] = readFileSync(join(folder, name), "utf8");
  }
  const linked = await link({
    weslSrc,
    rootModuleName: "./test.wgsl",
    debugWeslRoot: "shaders",
    constants: SHADER_CONSTANTS,
  });
  return linked.dest;
}

/**
 * Runs `computeMain` once and returns the contents of the storage buffer at group 3, binding 0.
 * @param entries resources of the other groups
 */
export async function runCompute(
  gpu: Gpu,
  code: string,
  outputFloats: number,
  entries: Readonly<Record<number, GPUBindGroupEntry[]>>,
): Promise<Float32Array> {
  const { device } = gpu;
  const module = await createShader(gpu, "test/compute", await linkTestShader(code));
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module, entryPoint: "computeMain" },
  });
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const output = createBuffer(gpu, "test/output", "read-back", usage, outputFloats * 4);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const groups = { ...entries, 3: [{ binding: 0, resource: { buffer: output } }] };
  for (const [group, groupEntries] of Object.entries(groups)) {
    const layout = pipeline.getBindGroupLayout(Number(group));
    pass.setBindGroup(Number(group), device.createBindGroup({ layout, entries: groupEntries }));
  }
  pass.dispatchWorkgroups(1);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const bytes = await readBuffer(gpu, output);
  destroyBuffer(gpu, output);
  return new Float32Array(bytes.buffer, 0, outputFloats);
}

/** Returns a storage buffer of numbers as a bind group entry. */
export function storageEntry(gpu: Gpu, binding: number, data: ArrayBufferView): GPUBindGroupEntry {
  const usage = GPUBufferUsage.STORAGE;
  return { binding, resource: { buffer: createBufferWith(gpu, "test/in", "frame", usage, data) } };
}

/** Returns a uniform buffer of numbers as a bind group entry. */
export function uniformEntry(gpu: Gpu, binding: number, data: ArrayBufferView): GPUBindGroupEntry {
  const usage = GPUBufferUsage.UNIFORM;
  return { binding, resource: { buffer: createBufferWith(gpu, "test/in", "frame", usage, data) } };
}
