/** Draw set of the props: instances of models, with one draw for each mesh of each LOD. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import type { CpuCulling, DrawnView, DrawSet } from "../draws/draw-set.ts";
import type { DrawEncoder } from "../draws/recorded-draws.ts";
import { setNumber } from "../draws/set-names.ts";
import { type RefractingBounds, refractingDraws } from "../refraction/refracting-bounds.ts";
import { PART_PROPS } from "../shader-constants.ts";
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
import { PROP_ROW, packPropRows } from "./prop-rows.ts";
import { boundInstances, createTranslucentProps, propDrawWord } from "./translucent-props.ts";

// Culls the props' instances on the CPU: see `CpuCulling`.

function createInstanceCulling(
  { set, cullable }: PropGeometry,
  batches: PropBatches,
  drawn: DrawnBuffer,
  place: PartPlace,
): CpuCulling {
  const argsWords = batches.drawCount * PROP_ARGS_WORDS;
  const createRoom = () => ({
    found: new Uint32Array(set.instanceCount),
    isFirst: true,
    gathered: createGatheredInstances(set, batches),
    ids: drawn.listOf(place, batches.idCapacity),
    args: drawn.argsOf(place, argsWords),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  drawn.onForget(() => {
    room = null;
  });
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, gathered, ids, args } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(cullable, view.visible, frustum, found);
      gatherInstances(gathered, set, batches, found, count, view);
      if (room.isFirst || !areSame(args, gathered.args, argsWords)) {
        args.set(gathered.args);
        drawn.touchArgs(place, argsWords);
      }
      let first = 0;
      let end = batches.idCapacity;
      if (!room.isFirst) {
        while (first < end && ids[first] === gathered.ids[first]) first++;
        while (end > first && ids[end - 1] === gathered.ids[end - 1]) end--;
      }
      room.isFirst = false;
      if (end === first) return;
      ids.set(gathered.ids);
      drawn.touchList(place, first, end - first);
    },
  };
}

const PROPS_KEY = pipelineKey({ form: FORM_PROPS });

export interface PropDraws extends DrawSet {
  readonly geometry: PropGeometry;
  readonly batches: PropBatches;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createPropDraws(
  context: RenderContext,
  geometry: PropGeometry,
  lamps: WorldLightBuffer,
  { filter, plan }: DrawnView,
): PropDraws {
  const { gpu, shared } = context;
  const { VERTEX } = GPUBufferUsage;
  const { set, materials, vertices, indices, instances, bones } = geometry;
  const batches = buildPropBatches(set, materials, (instance) =>
    filter === null
      ? true
      : filter(
          set.clusters,
          set.instanceFirstCluster[instance],
          set.instanceClusterCount[instance],
        ),
  );
  for (const key of batches.key) context.pipelines.get(key + PROPS_KEY);
  const number = setNumber("props");
  const { drawn } = plan;
  const bucketOfRow = rowBuckets(batches);
  // Sets with only translucent draws have nothing to compact.
  const rowInstance = batches.drawCount === 0 ? NO_ROWS : batches.rowInstance;
  const sorted = sortDraws(batches);
  const place = plan.add({
    kind: PART_PROPS,
    set: number,
    rows: packPropRows(
      set,
      rowInstance,
      (row) => bucketOfRow[row],
      (row) => batches.bucketLod[bucketOfRow[row]],
    ),
    rowBytes: PROP_ROW.strideBytes,
    clusters: set.clusters,
    indices: null,
    batches: packBuckets(batches, sorted.firstOfBucket),
    draws: sorted.draws,
    // Arguments of each draw for the early phase, then for the late one.
    args: twice(packPropArgs(set, batches)),
    // One region of ids per bucket for the early phase, then the same for the late one.
    listWords: batches.idCapacity * 2,
    lateLists: batches.idCapacity,
  });
  return buildOwner(gpu, (group) => {
    const drawRows = group.bufferWith(
      "render/prop-draw-rows",
      "props",
      VERTEX,
      packDrawRows(set, batches),
    );
    const bindGroup = bindBuffers(gpu.device, "render/props", shared.layouts.props, [
      ...[materials.rows, instances, bones, lamps.baked, lamps.buffer],
    ]);
    const encode = (encoder: DrawEncoder, phase: number, first: number, end: number) => {
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.setVertexBuffer(0, vertices);
      encoder.setIndexBuffer(indices, "uint32");
      for (let row = first; row < end; row++) {
        const firstId = batches.bucketFirstId[batches.bucket[row]] + phase * batches.idCapacity;
        const pipeline = context.pipelines.get(batches.key[row] + PROPS_KEY);
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[row]]);
        encoder.setVertexBuffer(1, drawn.buffer, drawn.listOffset(place, firstId));
        encoder.setVertexBuffer(2, drawRows, row * PROP_DRAW_ROW_BYTES, PROP_DRAW_ROW_BYTES);
        const draw = phase * batches.drawCount + row;
        encoder.drawIndexedIndirect(drawn.buffer, drawn.argsOffset(place, draw * PROP_ARGS_WORDS));
      }
    };
    return {
      number,
      place,
      pass: "props",
      isOn: (settings) => settings.props,
      geometry,
      batches,
      onCpu: createInstanceCulling(geometry, batches, drawn, place),
      encode: (encoder, phase) => encode(encoder, phase, 0, batches.firstRefracting),
      count: (stats, words, start, phases) => countPropRows(stats, words, start, batches, phases),
      edges: null,
      refracting: refractingDraws(boundProps(set, batches), (pass, phase) =>
        encode(pass, phase, batches.firstRefracting, batches.drawCount),
      ),
      translucentRows: batches.translucentDraw.length,
      createTranslucent: (list) =>
        createTranslucentProps(context, geometry, lamps, batches, plan, list),
    } satisfies Omit<PropDraws, "destroy">;
  });
}

const NO_ROWS = new Uint32Array(0);

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

/** Sorts the draws by bucket. */
function sortDraws({ bucket, bucketCount, drawCount }: PropBatches) {
  const firstOfBucket = new Uint32Array(bucketCount + 1);
  for (const own of bucket) firstOfBucket[own + 1]++;
  for (let i = 0; i < bucketCount; i++) firstOfBucket[i + 1] += firstOfBucket[i];
  const next = firstOfBucket.slice();
  const draws = new Uint32Array(drawCount);
  bucket.forEach((own, draw) => {
    draws[next[own]++] = draw;
  });
  return { draws, firstOfBucket };
}

/**
 * Packs the buckets for `compactInstances` of `shaders/cull/compact-rows.wgsl`, and one more, whose
 * first draw is the end of the last bucket's.
 */
function packBuckets(batches: PropBatches, firstDraw: Uint32Array): Uint32Array {
  const words = new Uint32Array((batches.bucketCount + 1) * 4);
  for (let bucket = 0; bucket <= batches.bucketCount; bucket++) {
    const firstRow = batches.bucketFirstRow[bucket];
    const endRow = batches.bucketFirstRow[bucket + 1];
    words.set([firstRow, endRow, batches.bucketFirstId[bucket], firstDraw[bucket]], bucket * 4);
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

/** Returns true if two lists begin with the same `count` numbers. */
function areSame(a: Uint32Array, b: Uint32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}
