/** Counts the textures in a map's pakfile by format, for `visleaf inspect`. */

import type { ZipReader } from "../../content/archives/zip-archive.ts";
import { FormatError } from "../../core/errors.ts";
import { planGpuImage } from "../../formats/vtf/build-gpu-image.ts";
import { openVtf } from "../../formats/vtf/open-vtf.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../formats/vtf/texture-flags.ts";
import { imageByteLength } from "../../scene/textures/texture-budget.ts";
import { type TextureBytes, TextureTally } from "../../scene/textures/texture-bytes.ts";

/**
 * Returns the textures as a device with BC blocks takes them, with all frames. Broken ones are left
 * out.
 */
export async function countPakTextures(zip: ZipReader): Promise<TextureBytes[]> {
  const tally = new TextureTally();
  for (const entry of zip.entries) {
    if (!entry.path.endsWith(".vtf") || zip.find(entry.path) !== entry) continue;
    try {
      const vtf = await openVtf(await zip.read(entry));
      const dimension = (vtf.flags & TEXTUREFLAGS_ENVMAP) === 0 ? "2d" : "cube";
      const plan = planGpuImage(vtf, {
        ...{ bc: true, srgb: true, maxDimension: Number.POSITIVE_INFINITY },
        ...{ dimension, frames: vtf.frameCount },
      });
      tally.add(vtf.formatName, plan.format, vtf.byteLength, imageByteLength(plan));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return tally.rows;
}
