/**
 * The props' draws: per frame, which instances each draw (a mesh of a LOD of a variant) shows.
 *
 * Each draw owns a region of a list of instance ids, as large as its variant has instances. The
 * draw's indirect arguments count how many are in it.
 */

import type { PropSet } from "../map/props.ts";
import { isOrdered, isUnordered } from "./surface-pipelines.ts";
import { type BatchKeys, DRAW_ARGS_WORDS } from "./world-batches.ts";

/** LODs that `variantSwitchPoint` has room for. */
export const MAX_LODS = 8;

/** Nothing of the draw's material is drawn. */
const DRAW_NOTHING = 0;
const DRAW_UNORDERED = 1;
/** Left to the pass that draws back to front. */
const DRAW_ORDERED = 2;

export interface PropBatches {
  /** Draws of unordered passes, sorted by pipeline and textures. */
  readonly sorted: Uint32Array;
  /** By variant and LOD (`variant * (MAX_LODS + 1) + lod`): first of its draws; the next is the end. */
  readonly lodFirstDraw: Uint32Array;
  /** Start of each draw's region in `ids`; draws of ordered passes have none. */
  readonly firstId: Uint32Array;
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Arguments of each draw; the second word is its instance count in this frame. */
  readonly args: Uint32Array<ArrayBuffer>;
  /** Run of `ids` that changed in this frame; empty where from is not below to. */
  dirtyFrom: number;
  dirtyTo: number;
  areArgsDirty: boolean;
  /** Instances of each draw in this frame. */
  readonly instanceCount: Uint32Array;
  /** `DRAW_*` of each draw. */
  readonly drawKind: Uint8Array;
  /** Instance and draw of what is left to the ordered pass, in this frame. */
  readonly orderedInstance: Uint32Array;
  readonly orderedDraw: Uint32Array;
  orderedCount: number;

  /** Of this frame; draws and indices without the ordered ones. */
  drawnInstances: number;
  drawnDraws: number;
  drawnIndices: number;
}

export function buildPropBatches(set: PropSet, keys: BatchKeys): PropBatches {
  const instancesOf = new Uint32Array(set.variantCount);
  for (let i = 0; i < set.instanceCount; i++) instancesOf[set.instanceVariant[i]]++;

  const firstId = new Uint32Array(set.drawCount);
  const drawKind = new Uint8Array(set.drawCount).fill(DRAW_NOTHING);
  const args = new Uint32Array(set.drawCount * DRAW_ARGS_WORDS);
  const unordered: number[] = [];
  let idCount = 0;
  let orderedCapacity = 0;
  for (let draw = 0; draw < set.drawCount; draw++) {
    const pass = keys.set.pass[set.drawMaterial[draw]];
    const instances = instancesOf[set.drawVariant[draw]];
    // indexCount, instanceCount, firstIndex, baseVertex, firstInstance
    args.set([set.drawIndexCount[draw], 0, set.drawFirstIndex[draw], 0, 0], draw * DRAW_ARGS_WORDS);
    firstId[draw] = idCount;
    if (isUnordered(pass)) {
      drawKind[draw] = DRAW_UNORDERED;
      unordered.push(draw);
      idCount += instances;
    } else if (isOrdered(pass)) {
      drawKind[draw] = DRAW_ORDERED;
      orderedCapacity += instances;
    }
  }
  const keyOf = (draw: number) =>
    keys.pipeline[set.drawMaterial[draw]] * 65536 + keys.textureGroup[set.drawMaterial[draw]];
  unordered.sort((a, b) => keyOf(a) - keyOf(b) || a - b);

  const stride = MAX_LODS + 1;
  const lodFirstDraw = new Uint32Array(set.variantCount * stride);
  for (let variant = 0; variant < set.variantCount; variant++) {
    let draw = set.variantFirstDraw[variant];
    const end = draw + set.variantDrawCount[variant];
    for (let lod = 0; lod < stride; lod++) {
      while (draw < end && set.drawLod[draw] < lod) draw++;
      lodFirstDraw[variant * stride + lod] = draw;
    }
  }

  return {
    sorted: Uint32Array.from(unordered),
    lodFirstDraw,
    firstId,
    ids: new Uint32Array(idCount),
    args,
    dirtyFrom: 0,
    dirtyTo: 0,
    areArgsDirty: true,
    instanceCount: new Uint32Array(set.drawCount),
    drawKind,
    orderedInstance: new Uint32Array(orderedCapacity),
    orderedDraw: new Uint32Array(orderedCapacity),
    orderedCount: 0,
    drawnInstances: 0,
    drawnDraws: 0,
    drawnIndices: 0,
  };
}

/**
 * The LOD of a variant: the last whose switch point the metric has reached. The engine's metric is
 * 100 / the pixels that a sphere of radius 1 is wide. A negative switch point is a shadow's LOD.
 */
export function chooseLod(set: PropSet, variant: number, metric: number): number {
  let lod = 0;
  const count = set.variantLodCount[variant];
  for (let i = 1; i < count; i++) {
    const switchPoint = set.variantSwitchPoint[variant * MAX_LODS + i];
    if (switchPoint < 0 || metric < switchPoint) break;
    lod = i;
  }
  return lod;
}

/**
 * Gathers a frame's instances into the draws.
 * @param visible instances that may be seen, in order
 * @param metricPerInch the LOD metric of a thing one inch away
 */
export function gatherInstances(
  batches: PropBatches,
  set: PropSet,
  visible: Uint32Array,
  visibleCount: number,
  cameraX: number,
  cameraY: number,
  cameraZ: number,
  metricPerInch: number,
): void {
  const { args, ids, firstId, lodFirstDraw, instanceCount, drawKind } = batches;
  const { worldFromModel, fadeMaxDist, instanceVariant } = set;
  let dirtyFrom = ids.length;
  let dirtyTo = 0;
  let drawnInstances = 0;
  let orderedCount = 0;
  instanceCount.fill(0);
  for (let i = 0; i < visibleCount; i++) {
    const instance = visible[i];
    const m = instance * 12;
    const x = worldFromModel[m + 3] - cameraX;
    const y = worldFromModel[m + 7] - cameraY;
    const z = worldFromModel[m + 11] - cameraZ;
    const distance = Math.sqrt(x * x + y * y + z * z);
    if (fadeMaxDist[instance] > 0 && distance > fadeMaxDist[instance]) continue;
    drawnInstances++;
    const variant = instanceVariant[instance];
    const lod = chooseLod(set, variant, distance * metricPerInch);
    const row = variant * (MAX_LODS + 1) + lod;
    for (let draw = lodFirstDraw[row]; draw < lodFirstDraw[row + 1]; draw++) {
      if (drawKind[draw] === DRAW_ORDERED) {
        batches.orderedInstance[orderedCount] = instance;
        batches.orderedDraw[orderedCount++] = draw;
      }
      if (drawKind[draw] !== DRAW_UNORDERED) continue;
      const place = firstId[draw] + instanceCount[draw]++;
      if (ids[place] !== instance) {
        ids[place] = instance;
        if (place < dirtyFrom) dirtyFrom = place;
        if (place >= dirtyTo) dirtyTo = place + 1;
      }
    }
  }
  let drawnDraws = 0;
  let drawnIndices = 0;
  for (let draw = 0; draw < set.drawCount; draw++) {
    const count = instanceCount[draw];
    if (args[draw * DRAW_ARGS_WORDS + 1] !== count) {
      args[draw * DRAW_ARGS_WORDS + 1] = count;
      batches.areArgsDirty = true;
    }
    if (count === 0) continue;
    drawnDraws++;
    drawnIndices += count * set.drawIndexCount[draw];
  }
  batches.dirtyFrom = dirtyFrom;
  batches.dirtyTo = dirtyTo;
  batches.orderedCount = orderedCount;
  batches.drawnInstances = drawnInstances;
  batches.drawnDraws = drawnDraws;
  batches.drawnIndices = drawnIndices;
}
