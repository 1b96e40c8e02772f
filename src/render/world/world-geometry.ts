/** What a map's world is on the GPU, whatever its materials and whoever looks at it. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MapScene } from "../../map/types.ts";
import { createLightmapTexture } from "./lightmap-texture.ts";

export interface WorldGeometry extends Owner {
  readonly scene: MapScene;
  readonly vertices: GPUBuffer;
  /** The map's own index list. */
  readonly indices: GPUBuffer;
  /** Runs of these are what chunks say of their clusters. */
  readonly clusters: GPUBuffer;
  /** null: an unlit map. */
  readonly lightmap: GPUTexture | null;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createWorldGeometry(gpu: Gpu, scene: MapScene): WorldGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  const { vertices, indices } = scene.world;
  return buildOwner(gpu, (group) => ({
    scene,
    lightmap: scene.lightmap === null ? null : createLightmapTexture(group, scene.lightmap),
    vertices: group.bufferWith("render/world-vertices", "world", VERTEX | STORAGE, vertices),
    indices: group.bufferWith("render/world-indices", "world", INDEX | STORAGE, indices),
    clusters: group.bufferWith("render/world-clusters", "world", STORAGE, scene.chunks.clusters),
  }));
}
