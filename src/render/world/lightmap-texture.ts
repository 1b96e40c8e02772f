/** The lightmap atlas as a shared-exponent array texture, a layer a page. */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { LightmapAtlas } from "../../map/lightmap.ts";

/** @throws GpuError `limit` if a page or the number of pages is more than the device allows */
export function createLightmapTexture(group: ResourceGroup, atlas: LightmapAtlas): GPUTexture {
  const { width, height, pageCount } = atlas;
  const texture = group.texture("render/lightmap", "lightmap", {
    format: "rgb9e5ufloat",
    width,
    height,
    layers: pageCount,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  group.gpu.device.queue.writeTexture(
    { texture },
    atlas.texels as Uint32Array<ArrayBuffer>,
    { bytesPerRow: width * 4, rowsPerImage: height },
    { width, height, depthOrArrayLayers: pageCount },
  );
  return texture;
}
