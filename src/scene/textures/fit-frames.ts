/** How many frames of an animated texture are shown. */

import { layersOf } from "../../core/image.ts";
import { planGpuImage } from "../../formats/vtf/build-gpu-image.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { TextureOptions } from "./read-vtf.ts";
import { imageByteLength, MAX_ARRAY_LAYERS } from "./texture-budget.ts";

/** Of the textures' budget, what one animation may take at its smallest. */
const LARGEST_SHARE = 1 / 8;

/** Those that there are, and with a warning fewer where they do not fit an array texture or the budget. */
export function fitFrames(
  vtf: Vtf,
  path: string,
  { diagnostics }: ContentAccess,
  { textureCompressionBc: bc, textureBudgetBytes = Number.POSITIVE_INFINITY }: TextureOptions,
): number {
  const smallest = planGpuImage(vtf, { bc, srgb: true, maxDimension: 0, dimension: "2d" });
  const room = Math.floor((textureBudgetBytes * LARGEST_SHARE) / imageByteLength(smallest));
  const most = Math.min(room, MAX_ARRAY_LAYERS / layersOf("2d"));
  if (vtf.frameCount <= most) return vtf.frameCount;
  const frames = Math.max(1, most);
  const message = `${path} has ${vtf.frameCount} frames: the first ${frames} are shown.`;
  diagnostics.warn("over-budget", path, message);
  return frames;
}
