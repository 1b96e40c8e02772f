/** Draws small pictures of models, by a viewer whose canvas is on no page. */

import { type ContentInput, createModelViewer } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";

/** Pixels of an edge: shown at half of that, as many screens have two pixels for one. */
const THUMBNAIL_EDGE = 96;
/** What fits the picture needs no more; higher mips are left out. */
const TEXTURE_BYTES = 8 * 2 ** 20;

export interface ThumbnailPainter {
  /** Rejects as `ModelViewer.load` does. */
  draw(path: string, content: readonly ContentInput[], signal: AbortSignal): Promise<Blob>;
  /** To be called when nothing is drawn. */
  destroy(): void;
}

/** Rejects with a GpuError where there is nothing to draw with. */
export async function createThumbnailPainter(
  present: "canvas" | "readback",
  onFault: (error: unknown) => void,
): Promise<ThumbnailPainter> {
  const canvas = make("canvas");
  const viewer = await createModelViewer(canvas, {
    present,
    controls: "none",
    quality: "auto",
    textureBudgetBytes: TEXTURE_BYTES,
  });
  viewer.on("fault", onFault);
  // Single pictures, and no frames between them.
  viewer.pause();
  return {
    async draw(path, content, signal) {
      await viewer.load({ path }, { content, signal, floor: false });
      return viewer.screenshot({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE });
    },
    destroy: () => viewer.destroy(),
  };
}
