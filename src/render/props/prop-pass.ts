/** The props pass: instances of models, a draw for each mesh of each LOD. */

import { assert } from "../../core/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import { writeBytes } from "../../gpu/resources.ts";
import type { PropLight, PropSet } from "../../map/props.ts";
import type { Cullable } from "../../visibility/cull.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import type { RowCulling } from "../cull/row-culling.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import { FORM_PROPS, pipelineKey } from "../materials/pipeline-key.ts";
import { PROP_DRAW_ROW_BYTES } from "../materials/vertex-layouts.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { PROP_ARGS_WORDS } from "../world/batch-args.ts";
import {
  createGatheredInstances,
  type GatheredInstances,
  packPropArgs,
} from "./gather-instances.ts";
import { buildPropBatches, type PropBatches } from "./prop-batches.ts";
import { packInstances, writeInstanceLight } from "./prop-instances.ts";
import { packPropRows } from "./prop-rows.ts";
import { createWorldLights, type WorldLightBuffer } from "./world-light-buffer.ts";

/** The models and their instances, whatever culls them. */
export interface PropGeometry extends Owner {
  readonly set: PropSet;
  /** The instances as the CPU reference reads them. */
  readonly cullable: Cullable;
  readonly materials: MaterialTable;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly bones: GPUBuffer;
  readonly bakedLight: GPUBuffer;
  /** Another one once the map is relit: see `relightMap`. */
  worldLights: WorldLightBuffer;
  readonly clusters: GPUBuffer;
}

export interface PropDraws extends Owner {
  readonly geometry: PropGeometry;
  readonly batches: PropBatches;
  readonly rowBuffers: RowBuffers;
  /** Compacted instance ids: a region a bucket, early; then all again, late. */
  readonly ids: GPUBuffer;
  /** First bone and material, a row a draw. */
  readonly drawRows: GPUBuffer;
  /** Arguments of each draw, early and then late. */
  readonly args: GPUBuffer;
  readonly bindGroup: GPUBindGroup;
  readonly culling: RowCulling;
  phaseBundles: readonly (readonly GPURenderBundle[])[];
  readonly gathered: GatheredInstances;
}

/** @throws GpuError `limit` */
export function createPropGeometry(context: RenderContext, set: PropSet): PropGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  const worldLights = createWorldLights(context.gpu, set.light);
  const build = (group: ResourceGroup) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);
    return {
      set,
      cullable: {
        count: set.instanceCount,
        box: set.instanceBox,
        firstCluster: set.instanceFirstCluster,
        clusterCount: set.instanceClusterCount,
        clusters: set.clusters,
      },
      materials: createMaterialTable(group, context, "props", set.materials),
      vertices: filled("vertices", VERTEX, set.vertices),
      indices: filled("indices", INDEX, set.indices),
      instances: filled("instances", 0, packInstances(set)),
      bones: filled("bones", 0, set.bonePalette),
      bakedLight: filled("baked-light", 0, set.light.baked),
      clusters: filled("clusters", 0, set.clusters),
    };
  };
  try {
    const { destroy, ...parts } = buildOwner(context.gpu, build);
    const geometry: PropGeometry = {
      ...parts,
      worldLights,
      destroy: () => {
        destroy();
        geometry.worldLights.destroy();
      },
    };
    return geometry;
  } catch (error) {
    worldLights.destroy();
    throw error;
  }
}

/**
 * @param isIncluded of an instance, whether the view ever sees it
 * @throws GpuError `limit`
 */
export function createPropDraws(
  context: RenderContext,
  geometry: PropGeometry,
  isIncluded?: (instance: number) => boolean,
): PropDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  const { layouts } = context.cull;
  const { VERTEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  return buildOwner(gpu, (group) => {
    const { set, materials, instances, bones, bakedLight, worldLights, clusters } = geometry;
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);

    const batches = buildPropBatches(set, materials, isIncluded);
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
    const args = filled("args", INDIRECT | COPY_DST | COPY_SRC, twice(packPropArgs(set, batches)));
    const buckets = filled("buckets", 0, packBuckets(batches));
    const drawBuckets = filled("draw-buckets", 0, batches.bucket);
    return {
      geometry,
      batches,
      rowBuffers,
      ids,
      drawRows: filled("draw-rows", VERTEX, packDrawRows(set, batches)),
      args,
      bindGroup: device.createBindGroup({
        label: "render/props",
        layout: shared.layouts.props,
        entries: [
          { binding: 0, resource: { buffer: materials.rows } },
          { binding: 1, resource: { buffer: instances } },
          { binding: 2, resource: { buffer: bones } },
          { binding: 3, resource: { buffer: bakedLight } },
          { binding: 4, resource: { buffer: worldLights.buffer } },
        ],
      }),
      culling: {
        test: context.cull.cullProps,
        compact: context.cull.compactProps,
        testGroup: bindBuffers(device, "render/cull-props", layouts.cullProps, [
          ...[rows, clusters, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, "render/scan-props", layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, "render/compact-props", layouts.compact, [
          ...[rows, states, groupSums, buckets, drawBuckets, ids, args],
        ]),
        // What has rows for draws in order alone has nothing to gather.
        testWorkgroups: batches.drawCount === 0 ? 0 : rowBuffers.groupCount,
        compactWorkgroups: Math.max(
          rowBuffers.groupCount,
          Math.ceil(batches.drawCount / CULL_GROUP_SIZE),
        ),
      },
      gathered: createGatheredInstances(set, batches),
      phaseBundles: [],
    };
  });
}

/** Records both phases with the pipelines that are ready. */
export function recordProps(context: RenderContext, draws: PropDraws, frame: GPUBindGroup): void {
  draws.phaseBundles = [PHASE_EARLY, PHASE_LATE].map((phase) => {
    const encoder = context.gpu.device.createRenderBundleEncoder({
      label: "render/props",
      ...context.targetLayout,
    });
    encodeProps(encoder, context, draws, frame, phase);
    return [encoder.finish({ label: "render/props" })];
  });
}

function rowBuckets(batches: PropBatches): Uint32Array {
  const buckets = new Uint32Array(batches.rowInstance.length);
  for (let bucket = 0; bucket < batches.bucketCount; bucket++) {
    buckets.fill(bucket, batches.bucketFirstRow[bucket], batches.bucketFirstRow[bucket + 1]);
  }
  return buckets;
}

/** The struct `Bucket` of `shaders/compact-props.wgsl`, a row a bucket. */
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

/** What all instances of a draw share: the first bone of its variant, its material. */
function packDrawRows(set: PropSet, batches: PropBatches): Uint32Array {
  const rows = new Uint32Array((batches.drawCount * PROP_DRAW_ROW_BYTES) / 4);
  batches.draw.forEach((draw, row) => {
    rows[row * 2] = set.variantFirstBone[set.drawVariant[draw]];
    rows[row * 2 + 1] = set.drawMaterial[draw];
  });
  return rows;
}

function twice(words: Uint32Array): Uint32Array {
  const both = new Uint32Array(words.length * 2);
  both.set(words);
  both.set(words, words.length);
  return both;
}

const PROPS_KEY = pipelineKey({ form: FORM_PROPS });

/** Draws the instances of a phase. */
export function encodeProps(
  encoder: GPURenderCommandsMixin & GPUBindingCommandsMixin,
  context: RenderContext,
  draws: Pick<PropDraws, "geometry" | "batches" | "bindGroup" | "ids" | "drawRows" | "args">,
  frame: GPUBindGroup,
  phase: number,
): void {
  const { geometry, batches } = draws;
  encoder.setBindGroup(GROUP_FRAME, frame);
  encoder.setBindGroup(GROUP_SET, draws.bindGroup);
  encoder.setVertexBuffer(0, geometry.vertices);
  encoder.setIndexBuffer(geometry.indices, "uint32");
  for (let row = 0; row < batches.drawCount; row++) {
    const firstId = batches.bucketFirstId[batches.bucket[row]] + phase * batches.idCapacity;
    const pipeline = context.pipelines.get(batches.key[row] + PROPS_KEY);
    if (pipeline === null) continue;
    encoder.setPipeline(pipeline);
    encoder.setBindGroup(
      GROUP_TEXTURES,
      geometry.materials.textureGroups[batches.textureGroup[row]],
    );
    encoder.setVertexBuffer(1, draws.ids, firstId * 4);
    encoder.setVertexBuffer(2, draws.drawRows, row * PROP_DRAW_ROW_BYTES, PROP_DRAW_ROW_BYTES);
    const args = phase * batches.drawCount + row;
    encoder.drawIndexedIndirect(draws.args, args * PROP_ARGS_WORDS * 4);
  }
}

/** Uploads what gathering on the CPU found; there is no late phase then. */
export function uploadGatheredInstances(gpu: Gpu, draws: PropDraws): void {
  const { queue } = gpu.device;
  queue.writeBuffer(draws.ids, 0, draws.gathered.ids);
  queue.writeBuffer(draws.args, 0, draws.gathered.args);
}

/** Writes what lights the instances, but for the lamps that `worldLights` holds. */
export function relightProps(gpu: Gpu, geometry: PropGeometry, light: PropLight): void {
  const { set, instances, bakedLight } = geometry;
  const rows = packInstances(set);
  writeInstanceLight(rows, light);
  gpu.device.queue.writeBuffer(instances, 0, rows);
  assert(light.baked.length === set.light.baked.length, "baked light of another size");
  writeBytes(gpu, bakedLight, light.baked);
}
