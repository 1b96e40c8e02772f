/**
 * The meshes of props that are drawn back to front. Each has its own model, so their vertices are
 * listed one after the other and the vertex shader pulls them: one draw for all that share textures.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import { paddedRows } from "../chunks/chunk-rows.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { GROUP_ROWS } from "../cull/cull-pipelines.ts";
import type { TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { FORM_PULLED_PROPS, pipelineKey } from "../surfaces/pipeline-key.ts";
import {
  bindBatchStarts,
  buildTranslucentBatches,
  type TranslucentBatches,
} from "../translucent/translucent-batches.ts";
import { createPulledOrdering } from "./cpu-pulled.ts";
import type { PropBatches } from "./prop-batches.ts";
import { propDrawWord } from "./prop-draw-word.ts";
import type { PropGeometry } from "./prop-geometry.ts";
import { packPropRows } from "./prop-rows.ts";
import { countPulledRows, PULLED_ARGS, packEmptyPulledArgs } from "./pulled-args.ts";
import type { WorldLightBuffer } from "./world-light-buffer.ts";

const PULLED_KEY = pipelineKey({ form: FORM_PULLED_PROPS });

/** `maxComputeWorkgroupsPerDimension` of every device. */
const MAX_WORKGROUPS = 65535;

/** null: none of the view's props is drawn back to front. */
export function createTranslucentProps(
  context: RenderContext,
  geometry: PropGeometry,
  lamps: WorldLightBuffer,
  propBatches: PropBatches,
  list: TranslucentRows,
): TranslucentDraws | null {
  const { translucentInstance, translucentDraw } = propBatches;
  const { device } = context.gpu;
  const { layouts } = context.cull;
  const { set, materials } = geometry;
  const rowCount = translucentDraw.length;
  if (rowCount === 0) return null;
  const materialOf = (row: number) => set.drawMaterial[translucentDraw[row]];
  const batches = buildTranslucentBatches(
    rowCount,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => set.drawIndexCount[translucentDraw[row]],
  );
  return buildOwner(context.gpu, (group) => {
    const { STORAGE, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/translucent-${name}`, "props", usage, data);
    const rows = filled(
      "prop-rows",
      STORAGE,
      packPropRows(
        set,
        translucentInstance,
        (row) => row,
        (row) => set.drawLod[translucentDraw[row]],
      ),
    );
    const leafLinkOf = (row: number) => list.leafLink[set.instanceLeaf[translucentInstance[row]]];
    const meshes = filled("meshes", STORAGE, packMeshes(set, translucentDraw, batches, leafLinkOf));
    // Beyond what a binding may hold, the nearest are left out by the shader.
    const pulledBytes = Math.min(batches.capacity * 8, device.limits.maxStorageBufferBindingSize);
    const pulled = group.buffer(
      "render/translucent-pulled",
      "props",
      STORAGE | COPY_DST,
      pulledBytes,
    );
    const batchFirst = filled("batch-first-vertex", STORAGE, batches.first);
    const rowsOfArgs = batches.count * list.slotCount;
    const empty = packEmptyPulledArgs(rowsOfArgs, batches.capacity);
    /** For each slot a row a batch. */
    const args = filled("pulled-args", STORAGE | INDIRECT | COPY_SRC | COPY_DST, empty);
    const sources = filled(
      "sources",
      STORAGE,
      packSources(set, translucentInstance, translucentDraw),
    );
    const orderGroup = bindBuffers(device, "render/order-props", layouts.order, [
      ...[rows, geometry.clusters, meshes, list.nodes, list.buffer],
    ]);
    const pullGroup = bindBuffers(device, "render/pull-props", layouts.compactTranslucent, [
      ...[meshes, list.buffer, geometry.indices, bindBatchStarts(batches, batchFirst)],
      ...[pulled, args],
    ]);
    const { pulledProps } = context.shared.layouts;
    const drawGroup = bindBuffers(device, "render/pulled-props", pulledProps, [
      ...[materials.rows, geometry.instances, geometry.bones, lamps.baked],
      ...[lamps.buffer, geometry.vertices, pulled, sources],
    ]);
    const { orderProps: orderOf, pullProps: pullOf } = context.cull;
    const orderWorkgroups = paddedRows(rowCount) / CULL_GROUP_SIZE;
    // A dispatch has only so many workgroups each way.
    const pullColumns = Math.min(list.capacity, MAX_WORKGROUPS);
    return {
      args,
      pipelines: [orderOf, pullOf],
      onCpu: createPulledOrdering(context.gpu, geometry, propBatches, batches, empty, pulled, args),
      emptyArgs: filled("pulled-empty-args", COPY_SRC, empty),
      encodeOrder(pass) {
        const order = orderOf();
        if (order === null) return;
        pass.setPipeline(order);
        pass.setBindGroup(GROUP_ROWS, orderGroup);
        pass.dispatchWorkgroups(orderWorkgroups);
      },
      encodeCompaction(pass) {
        const pull = pullOf();
        if (pull === null) return;
        pass.setPipeline(pull);
        pass.setBindGroup(0, pullGroup);
        pass.dispatchWorkgroups(pullColumns, Math.ceil(list.capacity / pullColumns));
      },
      encodeSlot(encoder, slot) {
        encoder.setBindGroup(GROUP_SET, drawGroup);
        for (let batch = 0; batch < batches.count; batch++) {
          const pipeline = context.pipelines.get(batches.key[batch] + PULLED_KEY);
          if (pipeline === null) continue;
          encoder.setPipeline(pipeline);
          const textures = materials.textureGroups[batches.textureGroup[batch]];
          encoder.setBindGroup(GROUP_TEXTURES, textures);
          encoder.drawIndirect(args, (slot * batches.count + batch) * PULLED_ARGS.strideWords * 4);
        }
      },
      count: (stats, words, start) => countPulledRows(stats, words, start, rowsOfArgs),
      edges: null,
    } satisfies Omit<TranslucentDraws, "destroy">;
  });
}

/** The struct `TranslucentMesh` of `shaders/cull/order-props.wgsl`, a row each; filled up as the rows are. */
function packMeshes(
  set: PropSet,
  translucentDraw: Uint32Array,
  batches: TranslucentBatches,
  leafLinkOf: (row: number) => number,
): Uint32Array {
  const { drawFirstIndex, drawIndexCount } = set;
  const words = new Uint32Array(paddedRows(translucentDraw.length) * 4);
  translucentDraw.forEach((draw, row) => {
    const mesh = [leafLinkOf(row), drawFirstIndex[draw], drawIndexCount[draw]];
    words.set([...mesh, batches.rowBatch[row]], row * 4);
  });
  return words;
}

/** `sources` of `shaders/surfaces/props.wgsl`: instance and material of each row. */
function packSources(
  set: PropSet,
  translucentInstance: Uint32Array,
  translucentDraw: Uint32Array,
): Uint32Array {
  const words = new Uint32Array(translucentDraw.length * 2);
  translucentDraw.forEach((draw, row) => {
    words[row * 2] = translucentInstance[row];
    words[row * 2 + 1] = propDrawWord(set.materials, set.drawMaterial[draw]);
  });
  return words;
}
