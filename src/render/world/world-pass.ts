/**
 * The world pass: the map's faces and displacements that hide what is behind them.
 * Everything stays on the GPU: culling there fills the compacted index list and the draws' counts.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MapScene } from "../../map/types.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import type { RowCulling } from "../cull/row-culling.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { FORM_WORLD, pipelineKey } from "../materials/pipeline-key.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES } from "./batch-args.ts";
import { packChunkRows } from "./chunk-rows.ts";
import { createGatheredChunks, type GatheredChunks } from "./gather-chunks.ts";
import { createLightmapTexture } from "./lightmap-texture.ts";
import { buildWorldBatches, type WorldBatches } from "./world-batches.ts";

/** What the map's light and geometry are, independent of materials. */
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

/** @throws GpuError `limit` */
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

/** The world's draws with one set of materials, as one view culls them. */
export interface WorldDraws extends Owner {
  readonly batches: WorldBatches;
  readonly rowBuffers: RowBuffers;
  readonly compacted: GPUBuffer;
  /** A row a batch, early and then late: `BATCH_ARGS`. */
  readonly args: GPUBuffer;
  /** Materials and lightmap. */
  readonly bindGroup: GPUBindGroup;
  readonly culling: RowCulling;
  /** The whole pass, early and late. */
  phaseBundles: readonly (readonly GPURenderBundle[])[];
  /** Room for culling on the CPU. */
  readonly gathered: GatheredChunks;
}

/**
 * @param isIncluded of a chunk, whether the view ever sees it
 * @throws GpuError `limit`
 */
export function createWorldDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  isIncluded?: (chunk: number) => boolean,
): WorldDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  const { layouts } = context.cull;
  const { chunks } = geometry.scene;
  const { INDEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const batches = buildWorldBatches(chunks, materials, isIncluded);
  const lightmapView =
    geometry.lightmap?.createView({ label: "render/lightmap", dimension: "2d-array" }) ??
    shared.whiteView;
  const bindGroup = device.createBindGroup({
    label: "render/world",
    layout: shared.layouts.world,
    entries: [
      { binding: 0, resource: { buffer: materials.rows } },
      { binding: 1, resource: lightmapView },
      { binding: 2, resource: shared.clampSampler },
    ],
  });
  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: ArrayBufferView) =>
      group.bufferWith(`render/world-${name}`, "world", STORAGE, data);
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/world-${name}`, "world", usage | STORAGE | COPY_DST, byteLength);
    const rows = filled(
      "rows",
      packChunkRows(chunks, materials.set, batches.rowChunk, (c) => batches.chunkBatch[c]),
    );
    const rowBuffers = createRowBuffers(group, "world", batches.rowChunk.length);
    const compacted = empty("compacted", INDEX | COPY_SRC, batches.indexCapacity * 4);
    const args = empty("args", INDIRECT | COPY_SRC, batches.count * BATCH_ARGS_BYTES * 2);
    const { vertices, indices, clusters } = geometry;
    const { states, groupSums } = rowBuffers;
    const batchRows = filled("batches", packBatches(batches));
    return {
      batches,
      rowBuffers,
      compacted,
      args,
      bindGroup,
      culling: {
        test: context.cull.cullWorld,
        compact: context.cull.compactWorld,
        testGroup: bindBuffers(device, "render/cull-world", layouts.cullWorld, [
          ...[rows, clusters, indices, vertices, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, "render/scan-world", layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, "render/compact-world", layouts.compact, [
          ...[rows, states, groupSums, indices, batchRows, compacted, args],
        ]),
        testWorkgroups: rowBuffers.groupCount,
        compactWorkgroups: rowBuffers.groupCount,
      },
      gathered: createGatheredChunks(batches),
      phaseBundles: [],
    };
  });
}

/** Records both phases with the pipelines that are ready. */
export function recordWorld(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  draws: WorldDraws,
  frame: GPUBindGroup,
): void {
  draws.phaseBundles = [PHASE_EARLY, PHASE_LATE].map((phase) => {
    const encoder = context.gpu.device.createRenderBundleEncoder({
      label: "render/world",
      ...context.targetLayout,
    });
    encodeWorld(encoder, context, geometry, materials, draws, frame, phase);
    return [encoder.finish({ label: "render/world" })];
  });
}

/** The struct `Batch` of `shaders/compact-world.wgsl`, a row a batch. */
function packBatches(batches: WorldBatches): Uint32Array {
  const words = new Uint32Array(batches.count * 4);
  for (let batch = 0; batch < batches.count; batch++) {
    words[batch * 4] = batches.firstRow[batch];
    words[batch * 4 + 1] = batches.firstRow[batch + 1];
    words[batch * 4 + 2] = batches.firstIndex[batch];
  }
  return words;
}

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

/** Draws the batches of a phase. */
export function encodeWorld(
  encoder: GPURenderCommandsMixin & GPUBindingCommandsMixin,
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  draws: Pick<WorldDraws, "batches" | "bindGroup" | "compacted" | "args">,
  frame: GPUBindGroup,
  phase: number,
): void {
  const { batches } = draws;
  encoder.setBindGroup(GROUP_FRAME, frame);
  encoder.setBindGroup(GROUP_SET, draws.bindGroup);
  encoder.setVertexBuffer(0, geometry.vertices);
  encoder.setIndexBuffer(draws.compacted, "uint32");
  for (let batch = 0; batch < batches.count; batch++) {
    const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
    if (pipeline === null) continue;
    encoder.setPipeline(pipeline);
    encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
    const row = phase * batches.count + batch;
    encoder.drawIndexedIndirect(draws.args, row * BATCH_ARGS_BYTES);
  }
}

/** Uploads what gathering on the CPU found; there is no late phase then. */
export function uploadGathered(gpu: Gpu, draws: WorldDraws): void {
  const { batches, gathered } = draws;
  const { queue } = gpu.device;
  for (let batch = 0; batch < batches.count; batch++) {
    const first = batches.firstIndex[batch];
    const count = gathered.args[batch * BATCH_ARGS.strideWords + BATCH_ARGS.indexCount];
    if (count > 0) queue.writeBuffer(draws.compacted, first * 4, gathered.indices, first, count);
  }
  queue.writeBuffer(draws.args, 0, gathered.args);
}
