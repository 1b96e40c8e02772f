/**
 * Presents frames without a WebGPU canvas: reads each back and draws it on a 2D canvas. Slow, but
 * works where a WebGPU canvas stays blank or crashes the GPU process, as in headless browsers on a
 * software adapter.
 */

import type { Renderer } from "../../render/renderer-interface.ts";
import { toImageData } from "./screenshot.ts";

export interface ReadbackPresenter {
  /** Whether a frame is being read back; the next one need not be drawn until it is finished. */
  readonly busy: boolean;
  /** Presents the frame that was drawn last. */
  present(renderer: Renderer): Promise<void>;
}

export function createReadbackPresenter(canvas: HTMLCanvasElement): ReadbackPresenter {
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("this browser has no 2D canvas to show frames on");
  let busy = false;
  return {
    get busy() {
      return busy;
    },
    async present(renderer) {
      busy = true;
      const { width, height } = renderer;
      try {
        const pixels = await renderer.readPixels();
        // The canvas keeps its old picture until the new one is ready.
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
        context.putImageData(toImageData(pixels, width, height), 0, 0);
      } finally {
        busy = false;
      }
    },
  };
}
