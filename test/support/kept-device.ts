/**
 * Shares one device between all test files of a process, with its compiled pipelines. A renderer's
 * pipelines take a second on the software adapter, and most test files use the same ones.
 */

import { afterAll, beforeAll } from "vitest";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { createGpuPool, type GpuPool, type GpuUser } from "../../src/gpu/gpu-pool.ts";
import type { TestGpu } from "./dawn.ts";

interface Kept {
  readonly pool: GpuPool;
  /** Keeps the device alive between two files. */
  readonly keeper: Gpu;
  /** Dawn reuses a pipeline as long as someone holds it. */
  readonly pipelines: unknown[];
}

let kept: Kept | null = null;

/**
 * Returns the process' device with separate memory counts and errors, in an object on which tests
 * may put spies. `destroy` releases it. For a device without compiled pipelines: `createGpu({ gpu:
 * test.gpu })`.
 */
export async function acquireKept(test: TestGpu, user: GpuUser = {}): Promise<Gpu> {
  if (kept === null || kept.keeper.isLost) {
    const pool = createGpuPool({ gpu: test.gpu });
    kept = { pool, keeper: await pool.acquire({}), pipelines: [] };
  }
  const gpu = await kept.pool.acquire(user);
  return Object.create(gpu, { device: { value: standInFor(gpu.device, kept.pipelines) } });
}

/** Device of the commands, and its pipelines. */
let commandDevice: Promise<GPUDevice> | null = null;
const commandPipelines: unknown[] = [];

/** Lets the commands that a suite runs in this process draw on one device. Call it in `describe`. */
export function drawOnOneDevice(test: TestGpu | null): void {
  let end: (() => void) | undefined;
  beforeAll(() => {
    if (test !== null) end = shareCommandDevice(test);
  });
  afterAll(() => end?.());
}

/** Makes every new device the same one until the returned function is called. */
function shareCommandDevice({ gpu }: TestGpu): () => void {
  const prototype: GPU = Object.getPrototypeOf(gpu);
  const request = prototype.requestAdapter;
  prototype.requestAdapter = async (options) => {
    const adapter = await request.call(gpu, options);
    if (adapter === null) return null;
    const { limits, features, info } = adapter;
    return {
      ...{ limits, features, info },
      async requestDevice(asked) {
        commandDevice ??= adapter.requestDevice(asked);
        const device = standInFor(await commandDevice, commandPipelines);
        return Object.defineProperty(device, "destroy", { value: () => undefined });
      },
    } satisfies Partial<GPUAdapter> as GPUAdapter;
  };
  return () => {
    prototype.requestAdapter = request;
  };
}

/** Wraps a device and records the created pipelines. */
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

/** Lists own and inherited names of a device. */
function listNames(device: GPUDevice): Set<string> {
  const names = new Set<string>();
  for (let from: object = device; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
  }
  names.delete("constructor");
  return names;
}
