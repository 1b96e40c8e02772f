/** Device and renderer of a benchmark, with waiting for the GPU. */

import { CancelledError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { createGpu, type Gpu } from "../gpu/gpu.ts";
import { createRenderer } from "../render/renderer.ts";
import type { Renderer } from "../render/renderer-interface.ts";
import { DEFAULT_RENDER_SETTINGS } from "../render/types.ts";

/** The device was lost during a run. Earlier measurements remain valid. */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";
  constructor(reason: string) {
    super(`the GPU device was lost: ${reason}`);
  }
}

/** Device and renderer of a run. */
export interface BenchRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  /**
   * Resolves when the GPU has finished all submitted work. Rejects with WebGPU errors of that work,
   * with `DeviceLostError`, or with `CancelledError` after an abort.
   */
  drain(): Promise<void>;
}

export interface BenchDevice extends Omit<BenchRenderer, "renderer"> {
  /**
   * Returns an empty renderer in its initial state. The last renderer is reused if it was created
   * with the same option.
   */
  prepareRenderer(arrayTextures: boolean): Promise<BenchRenderer>;
  close(): void;
}

export interface BenchDeviceOptions {
  /** WebGPU entry point; defaults to the browser's. */
  readonly gpu?: GPU;
  readonly size: readonly [width: number, height: number];
  readonly signal?: AbortSignal;
}

/** @throws GpuError also with code `limit`, if the device cannot draw this size */
export async function openBenchDevice(options: BenchDeviceOptions): Promise<BenchDevice> {
  const [width, height] = options.size;
  const errors: GpuError[] = [];
  let stop: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // The rejection is delivered by the next `drain`; without one it must not count as unhandled.
  stopped.catch(() => undefined);
  const gpu = await createGpu({
    gpu: options.gpu,
    onError: (error) => errors.push(error),
    onLost: (reason) => stop(new DeviceLostError(reason)),
  });
  const max = gpu.device.limits.maxTextureDimension2D;
  if (Math.max(width, height) > max) {
    gpu.destroy();
    const wanted = `${width}x${height}`;
    throw new GpuError("limit", "", `this device draws up to ${max}x${max}, not ${wanted}`);
  }

  const drain = async (): Promise<void> => {
    if (options.signal?.aborted) throw new CancelledError();
    await Promise.race([stopped, gpu.device.queue.onSubmittedWorkDone()]);
    if (errors.length > 0) throw errors[0];
  };
  let last: { readonly renderer: Renderer; readonly arrayTextures: boolean } | null = null;
  return {
    gpu,
    drain,
    async prepareRenderer(arrayTextures) {
      if (last?.arrayTextures !== arrayTextures) {
        last?.renderer.destroy();
        last = null;
        const renderer = await createRenderer(gpu, { width, height, arrayTextures });
        last = { renderer, arrayTextures };
      }
      const { renderer } = last;
      renderer.clear();
      // Makes all frames comparable: occlusion culling is not switched by its measured cost.
      Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { occlusionByCost: false });
      await drain();
      return { gpu, renderer, drain };
    },
    close() {
      last?.renderer.destroy();
      gpu.destroy();
    },
  };
}
