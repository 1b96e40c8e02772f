/** The GPU and the renderer on it, as one thing that can be lost and made anew. */

import type { GpuError } from "../gpu/errors.ts";
import { createGpu } from "../gpu/gpu.ts";
import { createRenderer } from "../render/renderer.ts";
import type { Renderer } from "../render/types.ts";

export interface OpenRenderer {
  readonly renderer: Renderer;
  /** For people: what the adapter calls itself. */
  readonly adapterName: string;
  readonly textureCompressionBc: boolean;
  /** Largest edge of a 2D texture. */
  readonly maxTextureDimension: number;
  /** Resolves with the reason when the device is lost; never through `destroy`. */
  readonly lost: Promise<string>;
  destroy(): void;
}

/**
 * `canvas` null: frames are drawn into a target of the renderer's own, and no WebGPU canvas is made.
 * `onError` gets what WebGPU refuses later on. Rejects with a `GpuError`.
 */
export async function openRenderer(
  canvas: HTMLCanvasElement | null,
  onError: (error: GpuError) => void,
): Promise<OpenRenderer> {
  let onLost: (message: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    onLost = resolve;
  });
  const gpu = await createGpu({ onLost, onError });
  const renderer = await createRenderer(gpu, canvas ? { canvas } : {});
  return {
    renderer,
    adapterName: gpu.adapterName,
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
    lost,
    destroy() {
      renderer.destroy();
      gpu.destroy();
    },
  };
}

const REOPEN_PAUSE_MS = 500;
const REOPEN_ATTEMPTS = 4;

/**
 * The same after a lost device. When its GPU process has ended, a browser needs a moment until it
 * has an adapter again.
 */
export async function reopenRenderer(
  canvas: HTMLCanvasElement | null,
  onError: (error: GpuError) => void,
): Promise<OpenRenderer> {
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, REOPEN_PAUSE_MS));
    try {
      return await openRenderer(canvas, onError);
    } catch (error) {
      if (attempt === REOPEN_ATTEMPTS) throw error;
    }
  }
}
