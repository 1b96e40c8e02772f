/**
 * Buffers of the map's lamps and of the props' baked light. They are separate because another
 * lighting has another number of them.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { PropLight } from "../../map/props.ts";
import { WORLD_LIGHT_ROW } from "../../map/world-lights.ts";

export interface WorldLightBuffer extends Owner {
  readonly buffer: GPUBuffer;
  readonly baked: GPUBuffer;
}

/** @throws GpuError `limit` */
export function createWorldLights(gpu: Gpu, { worldLights, baked }: PropLight): WorldLightBuffer {
  // A binding needs at least one row.
  const rows =
    worldLights.length > 0 ? worldLights : new Uint32Array(WORLD_LIGHT_ROW.strideBytes / 4);
  return buildOwner(gpu, (group) => ({
    buffer: group.bufferWith("render/world-lights", "props", GPUBufferUsage.STORAGE, rows),
    baked: group.bufferWith("render/prop-baked-light", "props", GPUBufferUsage.STORAGE, baked),
  }));
}
