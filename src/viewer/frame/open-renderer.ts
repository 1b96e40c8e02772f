/** Opens the GPU device and the renderer on it. */

import type { GpuError } from "../../gpu/errors.ts";
import { createGpu, type Gpu } from "../../gpu/gpu.ts";
import { pageGpus } from "../../gpu/gpu-pool.ts";
import { createRenderer } from "../../render/renderer.ts";
import type { Renderer } from "../../render/renderer-interface.ts";

export interface OpenRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  /** Resolves with the reason when the device is lost; never after `destroy`. */
  readonly lost: Promise<string>;
  destroy(): void;
}

export interface OpenRendererOptions {
  /** Whether the device is shared with the page's other viewers. */
  readonly isShared: boolean;
  /** Called with later WebGPU errors. */
  readonly onFault: (error: GpuError) => void;
}

/**
 * Rejects with a `GpuError`.
 * @param canvas `null` draws into an offscreen target, without a WebGPU canvas
 */
export async function openRenderer(
  canvas: HTMLCanvasElement | null,
  { isShared, onFault }: OpenRendererOptions,
): Promise<OpenRenderer> {
  let onLost: (message: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    onLost = resolve;
  });
  const user = { onLost, onError: onFault };
  const gpu = await (isShared ? pageGpus.acquire(user) : createGpu(user));
  try {
    const renderer = await createRenderer(gpu, canvas ? { canvas } : {});
    return {
      gpu,
      renderer,
      lost,
      destroy() {
        renderer.destroy();
        gpu.destroy();
      },
    };
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}

const REOPEN_PAUSE_MS = 500;
const REOPEN_ATTEMPTS = 4;

/**
 * Opens a renderer after a device loss. If the GPU process ended, the browser needs a moment before
 * it offers an adapter again.
 */
export async function reopenRenderer(
  canvas: HTMLCanvasElement | null,
  options: OpenRendererOptions,
): Promise<OpenRenderer> {
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, REOPEN_PAUSE_MS));
    try {
      return await openRenderer(canvas, options);
    } catch (error) {
      if (attempt === REOPEN_ATTEMPTS) throw error;
    }
  }
}
