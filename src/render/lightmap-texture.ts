/** The lightmap atlas as a shared-exponent array texture, a layer a page. */

import type { Gpu } from "../gpu/gpu.ts";
import { createTexture } from "../gpu/resources.ts";
import type { LightmapAtlas } from "../map/lightmap.ts";

/** @throws GpuError `limit` if a page or the number of pages is more than the device allows */
export function createLightmapTexture(gpu: Gpu, atlas: LightmapAtlas): GPUTexture {
  const { width, height, pageCount } = atlas;
  const texture = createTexture(gpu, "render/lightmap", "lightmap", {
    format: "rgb9e5ufloat",
    width,
    height,
    layers: pageCount,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  gpu.device.queue.writeTexture(
    { texture },
    atlas.texels as Uint32Array<ArrayBuffer>,
    { bytesPerRow: width * 4, rowsPerImage: height },
    { width, height, depthOrArrayLayers: pageCount },
  );
  return texture;
}
