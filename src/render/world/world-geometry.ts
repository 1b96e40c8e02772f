/** GPU data of a map's world, independent of materials and views. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import { writeBytes } from "../../gpu/resources.ts";
import type { LightmapAtlas } from "../../map/lightmap.ts";
import type { MapScene } from "../../map/types.ts";

// The lightmap atlas as a shared-exponent array texture, one page per layer.

/** @throws GpuError `limit` if the size or the number of pages exceeds the device's limits */
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

export interface WorldGeometry extends Owner {
  /** The map. Its chunks are replaced by ones that change when brush models begin to move. */
  scene: MapScene;
  /**
   * Vertices, followed by the map's index list. One buffer saves a storage binding in shaders that
   * read both.
   */
  readonly buffer: GPUBuffer;
  /** Start of the index list in words. */
  readonly firstIndexWord: number;
  /** `null` if the map is unlit. */
  readonly lightmap: GPUTexture | null;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createWorldGeometry(gpu: Gpu, scene: MapScene): WorldGeometry {
  const { VERTEX, STORAGE, COPY_DST } = GPUBufferUsage;
  const { vertices, indices } = scene.world;
  return buildOwner(gpu, (group) => {
    const lightmap = scene.lightmap === null ? null : createLightmapTexture(group, scene.lightmap);
    const usage = VERTEX | STORAGE | COPY_DST;
    const byteLength = vertices.byteLength + indices.byteLength;
    const buffer = group.buffer("render/world-geometry", "world", usage, byteLength);
    writeBytes(gpu, buffer, vertices);
    writeBytes(gpu, buffer, indices, vertices.byteLength);
    return { scene, lightmap, buffer, firstIndexWord: vertices.byteLength / 4 };
  });
}
