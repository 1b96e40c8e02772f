/**
 * The world pass: the map's faces and displacements that hide what is behind them.
 * Geometry stays on the GPU; a frame uploads what changed of the compacted indices and the counts.
 */

import type { Gpu } from "../gpu/gpu.ts";
import { createBuffer, createBufferWith, destroyBuffer, destroyTexture } from "../gpu/resources.ts";
import type { MapScene } from "../map/types.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "./bind-layouts.ts";
import { createLightmapTexture } from "./lightmap-texture.ts";
import type { MaterialTable } from "./material-table.ts";
import type { RenderContext } from "./render-context.ts";
import { buildWorldBatches, DRAW_ARGS_WORDS, type WorldBatches } from "./world-batches.ts";

/** What the map's light and geometry are, independent of materials. */
export interface WorldGeometry {
  readonly scene: MapScene;
  readonly vertices: GPUBuffer;
  /** The map's own index list. */
  readonly indices: GPUBuffer;
  /** null: an unlit map. */
  readonly lightmap: GPUTexture | null;
}

export function createWorldGeometry(gpu: Gpu, scene: MapScene): WorldGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  const { vertices, indices } = scene.world;
  // Before the buffers: it may be refused, and then nothing is left behind.
  const lightmap = scene.lightmap === null ? null : createLightmapTexture(gpu, scene.lightmap);
  return {
    scene,
    lightmap,
    vertices: createBufferWith(gpu, "render/world-vertices", "world", VERTEX | STORAGE, vertices),
    indices: createBufferWith(gpu, "render/world-indices", "world", INDEX | STORAGE, indices),
  };
}

export function destroyWorldGeometry(gpu: Gpu, geometry: WorldGeometry): void {
  destroyBuffer(gpu, geometry.vertices);
  destroyBuffer(gpu, geometry.indices);
  if (geometry.lightmap !== null) destroyTexture(gpu, geometry.lightmap);
}

/** The world's draws with one set of materials. */
export interface WorldDraws {
  readonly batches: WorldBatches;
  readonly compacted: GPUBuffer;
  readonly args: GPUBuffer;
  readonly bindGroup: GPUBindGroup;
  /** The whole pass. */
  readonly bundles: readonly GPURenderBundle[];
}

export function createWorldDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
): WorldDraws {
  const { gpu, shared } = context;
  const { INDEX, STORAGE, INDIRECT, COPY_DST } = GPUBufferUsage;
  const batches = buildWorldBatches(geometry.scene.chunks, materials);
  const compacted = createBuffer(
    gpu,
    "render/world-compacted",
    "world",
    INDEX | STORAGE | COPY_DST,
    batches.indices.byteLength,
  );
  const args = createBuffer(
    gpu,
    "render/world-args",
    "world",
    INDIRECT | STORAGE | COPY_DST,
    batches.args.byteLength,
  );
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
  const draws = { batches, compacted, args, bindGroup };
  return { ...draws, bundles: [recordWorld(context, geometry, materials, draws)] };
}

function recordWorld(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  draws: Omit<WorldDraws, "bundles">,
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

export function destroyWorldDraws(gpu: Gpu, draws: WorldDraws): void {
  destroyBuffer(gpu, draws.compacted);
  destroyBuffer(gpu, draws.args);
}
