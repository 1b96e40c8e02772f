/** Computes the orthographic camera for a section of an overview. */

import { OVERVIEW_SIZE, type OverviewFrame } from "../../analysis/overview/fit-picture.ts";
import type { OverviewSection } from "../../analysis/overview/sections.ts";
import type { TopPicture } from "../../render/views/top-camera.ts";

/**
 * @param clusters see `TopPicture.clusters`
 * @param size edge of the picture, pixels
 */
export function topPictureOf(
  { posX, posY, scale }: OverviewFrame,
  { top, bottom }: Pick<OverviewSection, "top" | "bottom">,
  clusters: Uint32Array | null,
  size: number,
): TopPicture {
  const edge = scale * OVERVIEW_SIZE;
  return {
    ...{ x: posX, y: posY, unitsPerPixel: edge / size, top, bottom, clusters },
    ...{ eyeX: posX + edge / 2, eyeY: posY - edge / 2 },
  };
}
