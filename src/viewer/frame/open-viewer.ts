/** Opens the GPU for a viewer, and frees it if the viewer cannot be created. */

import type { GpuError } from "../../gpu/errors.ts";
import type { BaseViewerOptions } from "../base-viewer.ts";
import type { CanvasViewer } from "./canvas-viewer.ts";
import { type OpenRenderer, openRenderer } from "./open-renderer.ts";
import type { ReadbackPresenter } from "./readback-presenter.ts";

/**
 * Rejects with a `GpuError` if WebGPU is missing or broken, or if the canvas has another context.
 * @param make creates the viewer, which then owns the renderer
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
