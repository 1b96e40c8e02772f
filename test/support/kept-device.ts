/**
 * One device for all test files of a process: what one has compiled the next finds compiled. A renderer's pipelines are
 * a second of the software adapter's, and most files have the same ones.
 */

import type { Gpu } from "../../src/gpu/gpu.ts";
import { createGpuPool, type GpuPool, type GpuUser } from "../../src/gpu/gpu-pool.ts";
import type { TestGpu } from "./dawn.ts";

interface Kept {
  readonly pool: GpuPool;
  /** Has the device between two files, when nobody else does. */
  readonly keeper: Gpu;
  /** Dawn gives out a pipeline again when the same is asked for, as long as somebody has the first. */
  readonly pipelines: unknown[];
}

let kept: Kept | null = null;

/**
 * The process' device, as if it were the caller's alone: with memory and errors of its own, and an object of its own that
 * a test may put spies on. `destroy` gives it back. For a device on which nothing is compiled yet:
 * `createGpu({ gpu: test.gpu })`.
 */
export async function acquireKept(test: TestGpu, user: GpuUser = {}): Promise<Gpu> {
  if (kept === null || kept.keeper.isLost) {
    const pool = createGpuPool({ gpu: test.gpu });
    kept = { pool, keeper: await pool.acquire({}), pipelines: [] };
  }
  const gpu = await kept.pool.acquire(user);
  return Object.create(gpu, { device: { value: standInFor(gpu.device, kept.pipelines) } });
}

/** Does what the device does, and adds the pipelines that are made to a list. */
function standInFor(device: GPUDevice, pipelines: unknown[]): GPUDevice {
  const keep = <P>(pipeline: P): P => {
    pipelines.push(pipeline);
    return pipeline;
  };
  const keeping: Partial<GPUDevice> = {
    createRenderPipeline: (asked) => keep(device.createRenderPipeline(asked)),
    createComputePipeline: (asked) => keep(device.createComputePipeline(asked)),
    createRenderPipelineAsync: async (asked) => keep(await device.createRenderPipelineAsync(asked)),
    createComputePipelineAsync: async (asked) =>
      keep(await device.createComputePipelineAsync(asked)),
  };
  const standIn: GPUDevice = Object.create(Object.getPrototypeOf(device));
  for (const name of listNames(device)) {
    const own: unknown = Reflect.get(keeping, name) ?? Reflect.get(device, name);
    const isMethod = typeof own === "function" && !name.startsWith("on");
    Object.defineProperty(standIn, name, {
      configurable: true,
      ...(isMethod
        ? { writable: true, value: own.bind(device) }
        : {
            get: () => Reflect.get(device, name),
            set: (value) => Reflect.set(device, name, value),
          }),
    });
  }
  return standIn;
}

/** Of what the device has and inherits. */
function listNames(device: GPUDevice): Set<string> {
  const names = new Set<string>();
  for (let from: object = device; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
  }
  names.delete("constructor");
  return names;
}
