/** A map from above, without perspective, tile by tile, by whatever renderer holds it. */

import { makeBackdrop } from "../../render/lines/backdrop.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import type { RenderSettings } from "../../render/types.ts";
import { createTopCamera, type TopPicture } from "../../render/views/top-camera.ts";
import { averageSamples, type Pixels, SAMPLES } from "./average-samples.ts";

/** Pixels along a tile's edge: what is drawn at once stays small, however large the picture is. */
const TILE = 1024;

/** What is no part of a plan: the sky, fog, what turns to the eye, what a lens does. */
export const TOP_SETTINGS: Partial<RenderSettings> = {
  ...{ sky: false, fog: false, details: false, sprites: false, ropes: false },
  ...{ wireframe: false, view: "", pvs: true, areaPortals: false, freezePvs: false },
  ...{ occlusion: false, waterReflection: false, autoExposure: false, bloom: false },
  ...{ fxaa: false, sharpen: 0, renderScale: 1, samples: 1 },
};

/** How wide and high a renderer is best for a picture of `size` pixels. */
export const targetEdge = (size: number): number => Math.min(size, TILE) * SAMPLES;

/**
 * Draws a picture `size` pixels wide and high: see-through where nothing is. The renderer is square, and a tile is as
 * large as it holds, see `targetEdge`. Its settings, with `TOP_SETTINGS` among them, are the caller's; its lines are none
 * afterwards.
 * @param seconds the moment that is shown, of what moves by itself
 */
export async function drawTopPicture(
  renderer: Renderer,
  picture: TopPicture,
  size: number,
  seconds: number,
): Promise<Pixels> {
  const out = { width: size, height: size, rgba: new Uint8Array(size * size * 4) };
  const { width, height } = renderer;
  const tile = width / SAMPLES;
  const step = picture.unitsPerPixel;
  try {
    for (let y = 0; y < size; y += tile) {
      for (let x = 0; x < size; x += tile) {
        const camera = createTopCamera({
          ...picture,
          x: picture.x + x * step,
          y: picture.y - y * step,
          unitsPerPixel: step / SAMPLES,
        });
        const draw = async () => {
          await renderer.settled();
          renderer.render(camera, seconds);
          return renderer.readPixels();
        };
        renderer.setLines(null);
        // What the first frame asks for is there for the second.
        renderer.render(camera, seconds);
        const rgba = await draw();
        renderer.setLines(makeBackdrop);
        averageSamples(out, x, y, { width, height, rgba }, await draw());
      }
    }
  } finally {
    renderer.setLines(null);
  }
  return out;
}
