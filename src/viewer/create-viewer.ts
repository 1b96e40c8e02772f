/** Opens the GPU and makes a viewer. */

import { openViewer } from "./frame/open-viewer.ts";
import { Listeners } from "./input/listeners.ts";
import { MapViewer } from "./map-viewer.ts";
import type { Viewer, ViewerOptions } from "./viewer-types.ts";

/**
 * Makes a viewer that draws on a canvas. Rejects with a `GpuError` where there is no WebGPU, it does
 * not work, or the canvas is used for something else.
 */
export function createViewer(
  canvas: HTMLCanvasElement,
  options: ViewerOptions = {},
): Promise<Viewer> {
  return openViewer(
    canvas,
    options,
    (gpu, presenter) => new MapViewer(canvas, options, gpu, presenter, new Listeners()),
  );
}
