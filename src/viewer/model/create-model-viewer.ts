/** Opens the GPU and makes a viewer of models. */

import type { GpuError } from "../../gpu/errors.ts";
import { openRenderer } from "../frame/open-renderer.ts";
import { Listeners } from "../input/listeners.ts";
import { ModelCanvas } from "./model-canvas.ts";
import type { ModelViewer, ModelViewerEvents, ModelViewerOptions } from "./model-types.ts";

/**
 * Makes a viewer of models that draws on a canvas. Rejects with a `GpuError` where there is no WebGPU, it does not
 * work, or the canvas is used for something else.
 */
export async function createModelViewer(
  canvas: HTMLCanvasElement,
  options: ModelViewerOptions = {},
): Promise<ModelViewer> {
  let viewer: ModelCanvas | null = null;
  const isReadBack = options.present === "readback";
  const readback = isReadBack ? await import("../frame/readback-presenter.ts") : null;
  const onFault = (error: GpuError): void => viewer?.takeFault(error);
  const gpu = await openRenderer(isReadBack ? null : canvas, {
    isShared: options.sharedDevice ?? true,
    onFault,
  });
  try {
    const presenter = readback?.createReadbackPresenter(canvas) ?? null;
    const listeners = new Listeners<ModelViewerEvents>();
    viewer = new ModelCanvas(canvas, options, gpu, presenter, listeners);
    return viewer;
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}
