/** Runs the renderer in Node, on Dawn, without a canvas. */

import type { GpuError } from "../../gpu/errors.ts";
import { createGpu, type Gpu } from "../../gpu/gpu.ts";
import { createRenderer } from "../../render/renderer.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import { CliError } from "../errors.ts";
import { openGpu } from "./open-gpu.ts";

export interface HeadlessRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  /** Waits until the GPU has completed all work. Throws the first GPU error since opening. */
  drain(): Promise<void>;
  /** Releases the GPU; without this the process does not end. */
  close(): void;
}

/** @throws NoGpuError if there is no adapter */
export async function openHeadlessRenderer(
  width: number,
  height: number,
): Promise<HeadlessRenderer> {
  const opened = await openGpu();
  const errors: GpuError[] = [];
  let gpu: Gpu | null = null;
  try {
    gpu = await createGpu({ gpu: opened.gpu, onError: (error) => errors.push(error) });
    const { device } = gpu;
    const { maxTextureDimension2D: max } = device.limits;
    if (Math.max(width, height) > max) {
      throw new CliError(`this adapter draws pictures of up to ${max}x${max}`);
    }
    const renderer = await createRenderer(gpu, { width, height });
    return {
      gpu,
      renderer,
      async drain() {
        await device.queue.onSubmittedWorkDone();
        if (errors.length > 0) throw errors[0];
      },
      close() {
        renderer.destroy();
        gpu?.destroy();
        opened.close();
      },
    };
  } catch (error) {
    gpu?.destroy();
    opened.close();
    throw error;
  }
}
