/** What a map's world is on the GPU, whatever its materials and whoever looks at it. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import { writeBytes } from "../../gpu/resources.ts";
import type { LightmapAtlas } from "../../map/lightmap.ts";
import type { MapScene } from "../../map/types.ts";

// The lightmap atlas as a shared-exponent array texture, a layer a page.

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

export interface WorldGeometry extends Owner {
  readonly scene: MapScene;
  /** Vertices, and behind them the map's own index list: one storage buffer less for who reads both. */
  readonly buffer: GPUBuffer;
  /** Where that list begins, in words. */
  readonly firstIndexWord: number;
  /** Runs of these are what chunks say of their clusters. */
  readonly clusters: GPUBuffer;
  /** null: an unlit map. */
  readonly lightmap: GPUTexture | null;
}

/** @throws GpuError `limit`; nothing is left behind then */
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
    const clusters = group.bufferWith(
      "render/world-clusters",
      "world",
      STORAGE,
      scene.chunks.clusters,
    );
    return { scene, lightmap, buffer, firstIndexWord: vertices.byteLength / 4, clusters };
  });
}
