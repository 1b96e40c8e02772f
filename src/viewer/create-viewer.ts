/** Opens the GPU and makes a viewer. */

import type { GpuError } from "../gpu/errors.ts";
import { openRenderer } from "./frame/open-renderer.ts";
import { Listeners } from "./input/listeners.ts";
import { MapViewer } from "./map-viewer.ts";
import type { ViewerEvents } from "./viewer-events.ts";
import type { Viewer, ViewerOptions } from "./viewer-types.ts";

/**
 * Makes a viewer that draws on a canvas. Rejects with a `GpuError` where there is no WebGPU, it does
 * not work, or the canvas is used for something else.
 */
export async function createViewer(
  canvas: HTMLCanvasElement,
  options: ViewerOptions = {},
): Promise<Viewer> {
  let viewer: MapViewer | null = null;
  const isReadBack = options.present === "readback";
  const readback = isReadBack ? await import("./frame/readback-presenter.ts") : null;
  const onFault = (error: GpuError): void => viewer?.takeFault(error);
  const gpu = await openRenderer(isReadBack ? null : canvas, {
    isShared: options.sharedDevice ?? true,
    onFault,
  });
  try {
    const presenter = readback?.createReadbackPresenter(canvas) ?? null;
    viewer = new MapViewer(canvas, options, gpu, presenter, new Listeners<ViewerEvents>());
    return viewer;
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}
