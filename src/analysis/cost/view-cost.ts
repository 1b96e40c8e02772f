/** Counts what the engine draws with a set of clusters in view, in all directions. */

import { PASS_ALPHA_TEST, PASS_NONE, PASS_OPAQUE } from "../../map/material.ts";
import type { PropSet } from "../../map/props.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT } from "../../map/world.ts";
import { verticalFov } from "../../math/projection.ts";
import { isStandInMaterial } from "../../scene/stand-in/stand-in-model.ts";
import { isAnyClusterVisible } from "../../visibility/cull.ts";
import { chooseLod, fadeEndMetric } from "../../visibility/prop-lod.ts";
import type { CostMap } from "./open-cost-map.ts";

/**
 * Assumptions for choosing LODs: the engine's default field of view, and the rows of the picture.
 */
const FOV = 90;
const PICTURE_ROWS = 1080;
/** LOD metric of a prop one inch away. */
const METRIC_PER_INCH = (100 * Math.tan(verticalFov(FOV) / 2)) / PICTURE_ROWS;

/** Counts of what is drawn. Triangles, unless stated otherwise. */
export interface ViewCost {
  world: number;
  displacements: number;
  brushEntities: number;
  props: number;
  /** Number of props drawn. */
  propCount: number;
  /**
   * Translucent part of the above: surfaces (runs of world triangles, and meshes of props), and
   * their triangles.
   */
  translucentSurfaces: number;
  translucent: number;
  /** Draw calls: materials of the world, and meshes of props per model, skin and LOD. */
  batches: number;
}

export const triangleSum = (cost: ViewCost): number =>
  cost.world + cost.displacements + cost.brushEntities + cost.props;

export interface CostCounter {
  /** @param visible bit set of clusters */
  count(visible: Uint32Array, x: number, y: number, z: number): ViewCost;
  isChunkSeen(chunk: number, visible: Uint32Array): boolean;
  isPropSeen(instance: number, visible: Uint32Array): boolean;
  /** Returns the triangles drawn of a prop for an eye position. */
  propTriangles(instance: number, x: number, y: number, z: number): number;
}

/** Returns a test whether an instance shows its own model, not a placeholder. */
export function findOwnModels(set: PropSet): (instance: number) => boolean {
  const { materials, drawMaterial, variantFirstDraw, variantDrawCount, instanceVariant } = set;
  return (instance) => {
    const variant = instanceVariant[instance];
    const material = drawMaterial[variantFirstDraw[variant]];
    return variantDrawCount[variant] === 0 || !isStandInMaterial(materials.name[material]);
  };
}

/** Creates a counter for a map. It reuses its buffers between counts. */
export function createCostCounter({ world, props }: CostMap): CostCounter {
  const { chunks, triangles, isTranslucent } = world;
  const materialStamp = new Uint32Array(65536);
  const drawStamp = new Uint32Array(props?.drawCount ?? 0);
  const isCounted = props === null ? () => false : findOwnModels(props);
  let stamp = 0;

  const propRows = props && {
    count: props.instanceCount,
    firstCluster: props.instanceFirstCluster,
    clusterCount: props.instanceClusterCount,
    clusters: props.clusters,
  };
  const isChunkSeen = (chunk: number, visible: Uint32Array): boolean =>
    isAnyClusterVisible(chunks, chunk, visible);
  const isPropSeen = (instance: number, visible: Uint32Array): boolean =>
    propRows !== null && isAnyClusterVisible(propRows, instance, visible);

  function countProps(cost: ViewCost, set: PropSet, visible: Uint32Array, eye: Eye): void {
    for (let instance = 0; instance < set.instanceCount; instance++) {
      if (!isCounted(instance) || !isPropSeen(instance, visible)) continue;
      const lod = lodAt(set, instance, eye);
      if (lod < 0) continue;
      cost.propCount++;
      const variant = set.instanceVariant[instance];
      const first = set.variantFirstDraw[variant];
      for (let draw = first; draw < first + set.variantDrawCount[variant]; draw++) {
        const pass = set.materials.pass[set.drawMaterial[draw]];
        if (set.drawLod[draw] !== lod || pass === PASS_NONE) continue;
        cost.props += set.drawIndexCount[draw] / 3;
        if (pass !== PASS_OPAQUE && pass !== PASS_ALPHA_TEST) {
          cost.translucent += set.drawIndexCount[draw] / 3;
          cost.translucentSurfaces++;
        }
        if (drawStamp[draw] === stamp) continue;
        drawStamp[draw] = stamp;
        cost.batches++;
      }
    }
  }

  return {
    isChunkSeen,
    isPropSeen,
    count(visible, x, y, z) {
      const cost = emptyCost();
      stamp++;
      for (let chunk = 0; chunk < chunks.count; chunk++) {
        if (triangles[chunk] === 0 || !isChunkSeen(chunk, visible)) continue;
        const kind = chunks.kind[chunk];
        if (kind === CHUNK_DISPLACEMENT) cost.displacements += triangles[chunk];
        else if (kind === CHUNK_BRUSH_MODEL) cost.brushEntities += triangles[chunk];
        else cost.world += triangles[chunk];
        if (isTranslucent[chunk] === 1) {
          cost.translucent += triangles[chunk];
          cost.translucentSurfaces++;
        }
        if (materialStamp[chunks.material[chunk]] === stamp) continue;
        materialStamp[chunks.material[chunk]] = stamp;
        cost.batches++;
      }
      if (props !== null) countProps(cost, props, visible, { x, y, z });
      return cost;
    },
    propTriangles(instance, x, y, z) {
      const lod = props === null ? -1 : lodAt(props, instance, { x, y, z });
      if (props === null || lod < 0 || !isCounted(instance)) return 0;
      let sum = 0;
      const variant = props.instanceVariant[instance];
      const first = props.variantFirstDraw[variant];
      for (let draw = first; draw < first + props.variantDrawCount[variant]; draw++) {
        if (props.drawLod[draw] !== lod) continue;
        if (props.materials.pass[props.drawMaterial[draw]] === PASS_NONE) continue;
        sum += props.drawIndexCount[draw] / 3;
      }
      return sum;
    },
  };
}

export function emptyCost(): ViewCost {
  return {
    world: 0,
    displacements: 0,
    brushEntities: 0,
    props: 0,
    propCount: 0,
    translucentSurfaces: 0,
    translucent: 0,
    batches: 0,
  };
}

interface Eye {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Returns the LOD of an instance at its distance, regardless of the view direction; -1 if it has
 * faded out.
 */
function lodAt(set: PropSet, instance: number, { x, y, z }: Eye): number {
  const box = instance * 6;
  const { instanceBox, worldFromModel } = set;
  const fadeMax = set.fadeMaxDist[instance];
  const endMetric = fadeEndMetric(set, instance);
  if (fadeMax > 0 || endMetric > 0) {
    const away = Math.hypot(
      (instanceBox[box] + instanceBox[box + 3]) / 2 - x,
      (instanceBox[box + 1] + instanceBox[box + 4]) / 2 - y,
      (instanceBox[box + 2] + instanceBox[box + 5]) / 2 - z,
    );
    if (fadeMax > 0 ? away > fadeMax : away * METRIC_PER_INCH >= endMetric) return -1;
  }
  const m = instance * 12;
  const away = Math.hypot(
    worldFromModel[m + 3] - x,
    worldFromModel[m + 7] - y,
    worldFromModel[m + 11] - z,
  );
  return chooseLod(set, set.instanceVariant[instance], away * METRIC_PER_INCH);
}
