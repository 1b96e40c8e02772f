/**
 * The details' draw set: one draw of all runs of sprites in view that are near enough. Runs are chunks as
 * the world's are, and gathered by the same shaders.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { DetailSet } from "../../map/details.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import { rowPipelines } from "../cull/row-culling.ts";
import type { ClusterFilter, DrawSet } from "../draws/draw-set.ts";
import { type DrawEncoder, recordDraws } from "../draws/recorded-draws.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { FORM_DETAILS, pipelineKey } from "../materials/pipeline-key.ts";
import type { FrameStats } from "../types.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES } from "../world/batch-args.ts";
import { packChunkRows } from "../world/chunk-rows.ts";
import { buildWorldBatches, packBatches, type WorldBatches } from "../world/world-batches.ts";
import { createDetailCulling } from "./cpu-details.ts";

const DETAILS_KEY = pipelineKey({ form: FORM_DETAILS });

/** What the details are on the GPU, whoever looks at them. */
export interface DetailGeometry extends Owner {
  readonly set: DetailSet;
  readonly materials: MaterialTable;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly clusters: GPUBuffer;
}

export interface DetailDraws extends DrawSet {
  readonly batches: WorldBatches;
  readonly rowBuffers: RowBuffers;
}

/**
 * @param frame bind group of the view that they are culled for
 * @throws GpuError `limit`; nothing is left behind then
 */
export function createDetailDraws(
  context: RenderContext,
  { set, materials, vertices, indices, clusters }: DetailGeometry,
  frame: GPUBindGroup,
  filter: ClusterFilter | null,
): DetailDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  const { layouts } = context.cull;
  const { chunks } = set;
  const { INDEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const batches = buildWorldBatches(
    chunks,
    materials,
    (chunk) =>
      filter === null ||
      filter(chunks.clusters, chunks.firstCluster[chunk], chunks.clusterCount[chunk]),
  );
  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: ArrayBufferView) =>
      group.bufferWith(`render/detail-${name}`, "details", STORAGE, data);
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/detail-${name}`, "details", usage | STORAGE | COPY_DST, byteLength);
    const rows = filled(
      "rows",
      packChunkRows(chunks, materials.set, batches.rowChunk, (c) => batches.chunkBatch[c]),
    );
    const rowBuffers = createRowBuffers(group, "details", batches.rowChunk.length);
    const { states, groupSums } = rowBuffers;
    const compacted = empty("compacted", INDEX, batches.indexCapacity * 4);
    /** A row a batch, early and then late: `BATCH_ARGS`. */
    const args = empty("args", INDIRECT | COPY_SRC, batches.count * BATCH_ARGS_BYTES * 2);
    const batchRows = filled("batches", packBatches(batches));
    const bindGroup = bindBuffers(device, "render/details", shared.layouts.details, [
      materials.rows,
    ]);
    const encode = (encoder: DrawEncoder, phase: number) => {
      encoder.setBindGroup(GROUP_FRAME, frame);
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.setVertexBuffer(0, vertices);
      encoder.setIndexBuffer(compacted, "uint32");
      for (let batch = 0; batch < batches.count; batch++) {
        const pipeline = context.pipelines.get(batches.key[batch] + DETAILS_KEY);
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        encoder.drawIndexedIndirect(args, (phase * batches.count + batch) * BATCH_ARGS_BYTES);
      }
    };
    const record = (phase: number) =>
      recordDraws(context, "render/details", (encoder) => encode(encoder, phase));
    return {
      number: setNumber("details"),
      pass: "props" as const,
      isOn: (settings) => settings.details,
      batches,
      rowBuffers,
      args,
      culling: {
        pipelines: rowPipelines(context.cull, context.cull.cullDetails, context.cull.compactWorld),
        testGroup: bindBuffers(device, "render/cull-details", layouts.cullBoxes, [
          ...[rows, clusters, null, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, "render/scan-details", layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, "render/compact-details", layouts.compact, [
          ...[rows, states, groupSums, indices, batchRows, compacted, args],
        ]),
        testWorkgroups: rowBuffers.groupCount,
        compactWorkgroups: rowBuffers.groupCount,
      },
      onCpu: createDetailCulling(gpu, set, batches, compacted, args),
      phases: [record(PHASE_EARLY), record(PHASE_LATE)],
      count: (stats, words, start, phases) =>
        countDetailRows(stats, words, start, batches.count * phases),
      encodeEdges: null,
      translucentRows: 0,
      createTranslucent: () => null,
    } satisfies Omit<DetailDraws, "destroy">;
  });
}

/** Adds up what rows drew, and returns how many drew anything. */
function countDetailRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  rows: number,
): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const count = words[start + row * BATCH_ARGS.strideWords + BATCH_ARGS.indexCount];
    if (count === 0) continue;
    draws++;
    stats.details += count / 6;
    stats.triangles += count / 3;
  }
  return draws;
}
