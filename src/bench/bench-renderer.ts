/** The device and the renderer that a benchmark draws with, and waiting for them. */

import { CancelledError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { createGpu, type Gpu } from "../gpu/gpu.ts";
import { createRenderer } from "../render/renderer.ts";
import type { Renderer } from "../render/renderer-interface.ts";
import { DEFAULT_RENDER_SETTINGS } from "../render/types.ts";

/** The device went away in the middle: what was measured before stays good. */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";
  constructor(reason: string) {
    super(`the GPU device was lost: ${reason}`);
  }
}

/** What a run draws with. */
export interface BenchRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  /**
   * Resolves when the GPU has done all that was asked of it. Rejects with what WebGPU refused
   * meanwhile, with `DeviceLostError`, or with `CancelledError` where the run is to be stopped.
   */
  drain(): Promise<void>;
}

export interface BenchDevice extends Omit<BenchRenderer, "renderer"> {
  /**
   * A renderer as it is when a page has just opened, no map in it. The last one is used again where
   * it was made the same way.
   */
  prepareRenderer(arrayTextures: boolean): Promise<BenchRenderer>;
  close(): void;
}

export interface BenchDeviceOptions {
  /** WebGPU's entry; left out: the browser's own. */
  readonly gpu?: GPU;
  readonly size: readonly [width: number, height: number];
  readonly signal?: AbortSignal;
}

/** @throws GpuError also `limit`, where the device draws no picture of this size */
export async function openBenchDevice(options: BenchDeviceOptions): Promise<BenchDevice> {
  const [width, height] = options.size;
  const errors: GpuError[] = [];
  let stop: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // A run that waits for nothing when the device goes hears of it at its next wait.
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
      // Every frame as every other: occlusion is not tried out in between.
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
