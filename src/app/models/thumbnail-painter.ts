/** Draws thumbnails of models with a viewer whose canvas is not in the page. */

import { type ContentInput, createModelViewer } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";

/** Edge in pixels, shown at half size for screens with two pixels per CSS pixel. */
const THUMBNAIL_EDGE = 96;
/** Texture budget in bytes; thumbnails need no higher mips. */
const TEXTURE_BYTES = 8 * 2 ** 20;

export interface ThumbnailPainter {
  /** Draws a thumbnail. Rejects like `ModelViewer.load`. */
  draw(path: string, content: readonly ContentInput[], signal: AbortSignal): Promise<Blob>;
  /** Frees the viewer. Call only while nothing is being drawn. */
  destroy(): void;
}

/** Rejects with a GpuError if there is no usable GPU. */
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
  // Only screenshots are drawn, no frames.
  viewer.pause();
  return {
    async draw(path, content, signal) {
      await viewer.load({ path }, { content, signal, floor: false });
      return viewer.screenshot({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE });
    },
    destroy: () => viewer.destroy(),
  };
}
