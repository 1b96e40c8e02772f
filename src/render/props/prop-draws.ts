/** Draw set of the props: instances of models, with one draw for each mesh of each LOD. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import { rowPipelines } from "../cull/row-culling.ts";
import type { ClusterFilter, CpuCulling, DrawSet } from "../draws/draw-set.ts";
import { type DrawEncoder, recordDraws } from "../draws/recorded-draws.ts";
import { setNumber } from "../draws/set-names.ts";
import { type RefractingBounds, refractingDraws } from "../refraction/refracting-bounds.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { PROP_DRAW_ROW_BYTES } from "../surfaces/geometry-layouts.ts";
import { FORM_PROPS, pipelineKey } from "../surfaces/pipeline-key.ts";
import {
  countPropRows,
  createGatheredInstances,
  gatherInstances,
  PROP_ARGS_WORDS,
  packPropArgs,
} from "./gather-instances.ts";
import { buildPropBatches, type PropBatches } from "./prop-batches.ts";
import type { PropGeometry, WorldLightBuffer } from "./prop-geometry.ts";
import { packPropRows } from "./prop-rows.ts";
import { boundInstances, createTranslucentProps, propDrawWord } from "./translucent-props.ts";

// Culls the props' instances on the CPU: see `CpuCulling`.

function createInstanceCulling(
  gpu: Gpu,
  { set, cullable }: PropGeometry,
  batches: PropBatches,
  ids: GPUBuffer,
  args: GPUBuffer,
): CpuCulling {
  const { queue } = gpu.device;
  const createRoom = () => ({
    found: new Uint32Array(set.instanceCount),
    gathered: createGatheredInstances(set, batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, gathered } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(cullable, view.visible, frustum, found);
      gatherInstances(gathered, set, batches, found, count, view);
      queue.writeBuffer(ids, 0, gathered.ids);
      queue.writeBuffer(args, 0, gathered.args);
    },
    forget() {
      room = null;
    },
  };
}

const PROPS_KEY = pipelineKey({ form: FORM_PROPS });

export interface PropDraws extends DrawSet {
  readonly geometry: PropGeometry;
  readonly batches: PropBatches;
  readonly rowBuffers: RowBuffers;
  /**
   * Compacted instance ids: one region per bucket for the early phase, then the same for the late
   * phase.
   */
  readonly ids: GPUBuffer;
}

/**
 * @param frame bind group of the view that the props are culled for
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createPropDraws(
  context: RenderContext,
  geometry: PropGeometry,
  lamps: WorldLightBuffer,
  frame: GPUBindGroup,
  filter: ClusterFilter | null,
): PropDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  const { layouts } = context.cull;
  const { VERTEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const { set, materials, vertices, indices, instances, bones, clusters } = geometry;
  const batches = buildPropBatches(set, materials, (instance) =>
    filter === null
      ? true
      : filter(
          set.clusters,
          set.instanceFirstCluster[instance],
          set.instanceClusterCount[instance],
        ),
  );
  return buildOwner(gpu, (group) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);
    const bucketOfRow = rowBuckets(batches);
    const rows = filled(
      "rows",
      0,
      packPropRows(
        set,
        batches.rowInstance,
        (row) => bucketOfRow[row],
        (row) => batches.bucketLod[bucketOfRow[row]],
      ),
    );
    const rowBuffers = createRowBuffers(group, "props", batches.rowInstance.length);
    const { states, groupSums } = rowBuffers;
    const usage = VERTEX | STORAGE | COPY_DST | COPY_SRC;
    const ids = group.buffer("render/prop-ids", "props", usage, batches.idCapacity * 2 * 4);
    /** Arguments of each draw for the early phase, then for the late phase. */
    const args = filled("args", INDIRECT | COPY_DST | COPY_SRC, twice(packPropArgs(set, batches)));
    const buckets = filled("buckets", 0, packBuckets(batches));
    const drawBuckets = filled("draw-buckets", 0, batches.bucket);
    const drawRows = filled("draw-rows", VERTEX, packDrawRows(set, batches));
    const bindGroup = bindBuffers(device, "render/props", shared.layouts.props, [
      ...[materials.rows, instances, bones, lamps.baked, lamps.buffer],
    ]);
    const encode = (encoder: DrawEncoder, phase: number, first: number, end: number) => {
      encoder.setBindGroup(GROUP_FRAME, frame);
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.setVertexBuffer(0, vertices);
      encoder.setIndexBuffer(indices, "uint32");
      for (let row = first; row < end; row++) {
        const firstId = batches.bucketFirstId[batches.bucket[row]] + phase * batches.idCapacity;
        const pipeline = context.pipelines.get(batches.key[row] + PROPS_KEY);
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[row]]);
        encoder.setVertexBuffer(1, ids, firstId * 4);
        encoder.setVertexBuffer(2, drawRows, row * PROP_DRAW_ROW_BYTES, PROP_DRAW_ROW_BYTES);
        encoder.drawIndexedIndirect(args, (phase * batches.drawCount + row) * PROP_ARGS_WORDS * 4);
      }
    };
    // Refracting draws are not recorded, but their pipelines are requested with the others.
    for (let row = batches.firstRefracting; row < batches.drawCount; row++) {
      context.pipelines.get(batches.key[row] + PROPS_KEY);
    }
    const record = (phase: number) =>
      recordDraws(context, "render/props", (encoder) =>
        encode(encoder, phase, 0, batches.firstRefracting),
      );
    return {
      number: setNumber("props"),
      pass: "props" as const,
      isOn: (settings) => settings.props,
      geometry,
      batches,
      rowBuffers,
      ids,
      args,
      culling: {
        pipelines: rowPipelines(context.cull, context.cull.cullProps, context.cull.compactProps),
        testGroup: bindBuffers(device, "render/cull-props", layouts.cullBoxes, [
          ...[rows, clusters, null, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, "render/scan-props", layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, "render/compact-props", layouts.compact, [
          ...[rows, states, groupSums, buckets, drawBuckets, ids, args],
        ]),
        // Sets with only translucent draws have nothing to compact.
        testWorkgroups: batches.drawCount === 0 ? 0 : rowBuffers.groupCount,
        compactWorkgroups: Math.max(
          rowBuffers.groupCount,
          Math.ceil(batches.drawCount / CULL_GROUP_SIZE),
        ),
      },
      onCpu: createInstanceCulling(gpu, geometry, batches, ids, args),
      phases: [record(PHASE_EARLY), record(PHASE_LATE)],
      count: (stats, words, start, phases) => countPropRows(stats, words, start, batches, phases),
      edges: null,
      refracting: refractingDraws(boundProps(set, batches), (pass, phase) =>
        encode(pass, phase, batches.firstRefracting, batches.drawCount),
      ),
      translucentRows: batches.translucentDraw.length,
      createTranslucent: (list) => createTranslucentProps(context, geometry, lamps, batches, list),
    } satisfies Omit<PropDraws, "destroy">;
  });
}

/** Bounds the instances of variants with refracting draws. */
function boundProps(set: PropSet, batches: PropBatches): RefractingBounds | null {
  const { draw, firstRefracting } = batches;
  const materialOf = new Map<number, number>();
  for (let row = firstRefracting; row < draw.length; row++) {
    materialOf.set(set.drawVariant[draw[row]], set.drawMaterial[draw[row]]);
  }
  const materialOfInstance = new Map<number, number>();
  for (const instance of batches.rowInstance) {
    const material = materialOf.get(set.instanceVariant[instance]);
    if (material !== undefined) materialOfInstance.set(instance, material);
  }
  return boundInstances(set, materialOfInstance);
}

function rowBuckets(batches: PropBatches): Uint32Array {
  const buckets = new Uint32Array(batches.rowInstance.length);
  for (let bucket = 0; bucket < batches.bucketCount; bucket++) {
    buckets.fill(bucket, batches.bucketFirstRow[bucket], batches.bucketFirstRow[bucket + 1]);
  }
  return buckets;
}

/** Packs the struct `Bucket` of `shaders/cull/compact-props.wgsl`, one row per bucket. */
function packBuckets(batches: PropBatches): Uint32Array {
  const words = new Uint32Array(batches.bucketCount * 4);
  for (let bucket = 0; bucket < batches.bucketCount; bucket++) {
    const firstId = batches.bucketFirstId[bucket];
    const firstRow = batches.bucketFirstRow[bucket];
    const endRow = batches.bucketFirstRow[bucket + 1];
    words.set([firstRow, endRow, firstId, batches.idCapacity + firstId], bucket * 4);
  }
  return words;
}

/** Packs the word that all instances of a draw share. */
function packDrawRows(set: PropSet, batches: PropBatches): Uint32Array {
  return Uint32Array.from(batches.draw, (draw) =>
    propDrawWord(set.materials, set.drawMaterial[draw]),
  );
}

function twice(words: Uint32Array): Uint32Array {
  const both = new Uint32Array(words.length * 2);
  both.set(words);
  both.set(words, words.length);
  return both;
}
