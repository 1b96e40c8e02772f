/**
 * The world pass: the map's faces and displacements that hide what is behind them.
 * Geometry stays on the GPU; a frame uploads what changed of the compacted indices and the counts.
 */

import type { Gpu } from "../gpu/gpu.ts";
import { buildOwner, type Owner } from "../gpu/resource-group.ts";
import type { MapScene } from "../map/types.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "./bind-layouts.ts";
import { createLightmapTexture } from "./lightmap-texture.ts";
import type { MaterialTable } from "./material-table.ts";
import type { RenderContext } from "./render-context.ts";
import { buildWorldBatches, DRAW_ARGS_WORDS, type WorldBatches } from "./world-batches.ts";

/** What the map's light and geometry are, independent of materials. */
export interface WorldGeometry extends Owner {
  readonly scene: MapScene;
  readonly vertices: GPUBuffer;
  /** The map's own index list. */
  readonly indices: GPUBuffer;
  /** null: an unlit map. */
  readonly lightmap: GPUTexture | null;
}

/** @throws GpuError `limit` */
export function createWorldGeometry(gpu: Gpu, scene: MapScene): WorldGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  const { vertices, indices } = scene.world;
  return buildOwner(gpu, (group) => ({
    scene,
    lightmap: scene.lightmap === null ? null : createLightmapTexture(group, scene.lightmap),
    vertices: group.bufferWith("render/world-vertices", "world", VERTEX | STORAGE, vertices),
    indices: group.bufferWith("render/world-indices", "world", INDEX | STORAGE, indices),
  }));
}

/** The world's draws with one set of materials. */
export interface WorldDraws extends Owner {
  readonly batches: WorldBatches;
  readonly compacted: GPUBuffer;
  readonly args: GPUBuffer;
  readonly bindGroup: GPUBindGroup;
  /** The whole pass. */
  readonly bundles: readonly GPURenderBundle[];
}

/** @throws GpuError `limit` */
export function createWorldDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
): WorldDraws {
  const { gpu, shared } = context;
  const { INDEX, STORAGE, INDIRECT, COPY_DST } = GPUBufferUsage;
  const batches = buildWorldBatches(geometry.scene.chunks, materials);
  const lightmapView =
    geometry.lightmap?.createView({ label: "render/lightmap", dimension: "2d-array" }) ??
    shared.whiteView;
  const bindGroup = gpu.device.createBindGroup({
    label: "render/world",
    layout: shared.layouts.world,
    entries: [
      { binding: 0, resource: { buffer: materials.rows } },
      { binding: 1, resource: lightmapView },
      { binding: 2, resource: shared.clampSampler },
    ],
  });
  return buildOwner(gpu, (group) => {
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/world-${name}`, "world", usage | STORAGE | COPY_DST, byteLength);
    const compacted = empty("compacted", INDEX, batches.indices.byteLength);
    const args = empty("args", INDIRECT, batches.args.byteLength);
    const draws = { batches, compacted, args, bindGroup };
    return { ...draws, bundles: [recordWorld(context, geometry, materials, draws)] };
  });
}

function recordWorld(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  draws: Omit<WorldDraws, "bundles" | "destroy">,
): GPURenderBundle {
  const { batches } = draws;
  const encoder = context.gpu.device.createRenderBundleEncoder({
    label: "render/world",
    ...context.targetLayout,
  });
  encoder.setBindGroup(GROUP_FRAME, context.frame.bindGroup);
  encoder.setBindGroup(GROUP_SET, draws.bindGroup);
  encoder.setVertexBuffer(0, geometry.vertices);
  encoder.setIndexBuffer(draws.compacted, "uint32");
  for (let batch = 0; batch < batches.count; batch++) {
    encoder.setPipeline(context.pipelines.world[batches.pipeline[batch]]);
    encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
    encoder.drawIndexedIndirect(draws.args, batch * DRAW_ARGS_WORDS * 4);
  }
  return encoder.finish({ label: "render/world" });
}

/** Uploads what gathering changed. */
export function uploadWorldDraws(gpu: Gpu, draws: WorldDraws): void {
  const { batches } = draws;
  const { queue } = gpu.device;
  for (let batch = 0; batch < batches.count; batch++) {
    const from = batches.dirtyFrom[batch];
    const count = batches.dirtyTo[batch] - from;
    if (count > 0) queue.writeBuffer(draws.compacted, from * 4, batches.indices, from, count);
  }
  if (batches.areArgsDirty) queue.writeBuffer(draws.args, 0, batches.args);
  batches.areArgsDirty = false;
}
