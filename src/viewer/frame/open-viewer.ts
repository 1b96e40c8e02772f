/** Opens the GPU for a viewer, and gives it back where the viewer cannot be made. */

import type { GpuError } from "../../gpu/errors.ts";
import type { BaseViewerOptions } from "../base-viewer.ts";
import type { CanvasViewer } from "./canvas-viewer.ts";
import { type OpenRenderer, openRenderer } from "./open-renderer.ts";
import type { ReadbackPresenter } from "./readback-presenter.ts";

/**
 * Rejects with a `GpuError` where there is no WebGPU, it does not work, or the canvas is used for something else.
 * @param make gets what it draws with; the viewer that it returns has that from then on
 */
export async function openViewer<Made extends CanvasViewer>(
  canvas: HTMLCanvasElement,
  options: BaseViewerOptions,
  make: (gpu: OpenRenderer, presenter: ReadbackPresenter | null) => Made,
): Promise<Made> {
  let viewer: Made | null = null;
  const isReadBack = options.present === "readback";
  const readback = isReadBack ? await import("./readback-presenter.ts") : null;
  const onFault = (error: GpuError): void => viewer?.takeFault(error);
  const gpu = await openRenderer(isReadBack ? null : canvas, {
    isShared: options.sharedDevice ?? true,
    onFault,
  });
  try {
    viewer = make(gpu, readback?.createReadbackPresenter(canvas) ?? null);
    return viewer;
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}
