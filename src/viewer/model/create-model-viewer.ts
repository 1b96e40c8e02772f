/** Opens the GPU and makes a viewer of models. */

import { openViewer } from "../frame/open-viewer.ts";
import { Listeners } from "../input/listeners.ts";
import { MODEL_WORKER } from "./kept-worker.ts";
import { ModelCanvas } from "./model-canvas.ts";
import type { ModelViewer, ModelViewerOptions } from "./model-types.ts";

/**
 * Makes a viewer of models that draws on a canvas. Rejects with a `GpuError` where there is no WebGPU, it does not
 * work, or the canvas is used for something else.
 */
export function createModelViewer(
  canvas: HTMLCanvasElement,
  options: ModelViewerOptions = {},
): Promise<ModelViewer> {
  // It starts while the GPU is opened.
  MODEL_WORKER.prepare();
  return openViewer(
    canvas,
    options,
    (gpu, presenter) => new ModelCanvas(canvas, options, gpu, presenter, new Listeners()),
  );
}
