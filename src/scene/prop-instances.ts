/** Where each static prop stands, what sees it, and what it is lit by. */

import type { Diagnostics } from "../core/diagnostics.ts";
import type { Bsp, StaticProps } from "../formats/bsp/types.ts";
import type { LeafTree } from "../map/tree.ts";
import { writeMatrix3x4 } from "../math/angles.ts";
import { writeTransformedBox } from "../math/matrix3x4.ts";
import { findLeaf, writeBoxLeafs } from "../visibility/leaf-walk.ts";
import type { PropModel } from "./prop-models.ts";
import { gammaToLinear } from "./vmt-values.ts";

/** Flags of a static prop, from `gamebspfile.h`. */
const STATIC_PROP_FLAG_FADES = 0x1;
const STATIC_PROP_USE_LIGHTING_ORIGIN = 0x2;
const STATIC_PROP_SCREEN_SPACE_FADE = 0x20;

export interface PropInstances {
  readonly instanceCount: number;
  readonly worldFromModel: Float32Array;
  readonly instanceBox: Float32Array;
  readonly instanceFirstCluster: Uint32Array;
  readonly instanceClusterCount: Uint32Array;
  readonly clusters: Uint32Array;
  readonly instanceLeaf: Uint32Array;
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  readonly instanceColor: Float32Array;
  /** 3 an instance: where its ambient light is taken. */
  readonly lightingPoint: Float32Array;
}

/**
 * Places props.
 * @param props rows of `bsp.staticProps`, an instance each
 * @param models the model of each of these rows
 */
export function buildPropInstances(
  bsp: Bsp,
  tree: LeafTree,
  props: Uint32Array,
  models: readonly PropModel[],
  diagnostics: Diagnostics,
): PropInstances {
  const table = bsp.staticProps as StaticProps;
  const count = props.length;
  const instances = {
    instanceCount: count,
    worldFromModel: new Float32Array(count * 12),
    instanceBox: new Float32Array(count * 6),
    instanceFirstCluster: new Uint32Array(count),
    instanceClusterCount: new Uint32Array(count),
    instanceLeaf: new Uint32Array(count),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: new Float32Array(count),
    instanceColor: new Float32Array(count * 4),
    lightingPoint: new Float32Array(count * 3),
  };
  const clusters: number[] = [];
  const boxLeafs = new Uint32Array(tree.leafCount);
  for (let i = 0; i < count; i++) {
    const prop = props[i];
    const model = models[i];
    writePlacement(instances.worldFromModel, i * 12, table, prop);
    writeTransformedBox(
      instances.instanceBox,
      i * 6,
      instances.worldFromModel,
      i * 12,
      model.box.subarray(0, 3),
      model.box.subarray(3, 6),
    );
    writeLightingPoint(instances.lightingPoint, i * 3, table, prop, model, instances, i);
    writeFade(instances, i, table, prop);
    for (let k = 0; k < 4; k++) {
      const value = table.diffuseModulation[prop * 4 + k] / 255;
      instances.instanceColor[i * 4 + k] = k < 3 ? gammaToLinear(value) : value;
    }

    let leafs = table.leaf.subarray(
      table.firstLeaf[prop],
      table.firstLeaf[prop] + table.leafCount[prop],
    );
    if (!leafs.some((leaf) => tree.leafCluster[leaf] >= 0)) {
      leafs = boxLeafs.subarray(0, writeBoxLeafs(tree, instances.instanceBox, i * 6, boxLeafs));
    }
    instances.instanceFirstCluster[i] = clusters.length;
    appendClusters(clusters, leafs, tree);
    instances.instanceClusterCount[i] = clusters.length - instances.instanceFirstCluster[i];
    instances.instanceLeaf[i] = pickLeaf(tree, leafs, instances.instanceBox, i * 6);
    if (instances.instanceClusterCount[i] === 0 && bsp.visibility !== null) {
      diagnostics.warn(
        "damaged-section",
        "sprp",
        `Static prop ${prop} (${model.name}) stands in no leaf that can be seen: it is always drawn.`,
      );
    }
  }
  return { ...instances, clusters: Uint32Array.from(clusters) };
}

function writePlacement(out: Float32Array, offset: number, table: StaticProps, prop: number): void {
  const { angles, origin } = table;
  const at = prop * 3;
  writeMatrix3x4(
    out,
    offset,
    angles[at],
    angles[at + 1],
    angles[at + 2],
    origin[at],
    origin[at + 1],
    origin[at + 2],
    table.uniformScale[prop],
  );
}

/** The lighting origin if the prop has one, else the model's illumination position in the world. */
function writeLightingPoint(
  out: Float32Array,
  offset: number,
  table: StaticProps,
  prop: number,
  model: PropModel,
  { worldFromModel }: { readonly worldFromModel: Float32Array },
  instance: number,
): void {
  if ((table.flags[prop] & STATIC_PROP_USE_LIGHTING_ORIGIN) !== 0) {
    out.set(table.lightingOrigin.subarray(prop * 3, prop * 3 + 3), offset);
    return;
  }
  const [x, y, z] = model.mdl.illumPosition;
  for (let row = 0; row < 3; row++) {
    const m = instance * 12 + row * 4;
    out[offset + row] =
      worldFromModel[m] * x +
      worldFromModel[m + 1] * y +
      worldFromModel[m + 2] * z +
      worldFromModel[m + 3];
  }
}

/** Distances in inches; a fade by the size on screen has none and is left out. */
function writeFade(
  instances: { readonly fadeMinDist: Float32Array; readonly fadeMaxDist: Float32Array },
  instance: number,
  table: StaticProps,
  prop: number,
): void {
  const flags = table.flags[prop];
  const max = table.fadeMaxDist[prop];
  if ((flags & STATIC_PROP_FLAG_FADES) === 0 || (flags & STATIC_PROP_SCREEN_SPACE_FADE) !== 0) {
    return;
  }
  if (!(max > 0)) return;
  instances.fadeMaxDist[instance] = max;
  instances.fadeMinDist[instance] = Math.min(Math.max(table.fadeMinDist[prop], 0), max);
}

/** Appends the clusters of leaves, each once, in ascending order. */
function appendClusters(out: number[], leafs: Uint32Array, tree: LeafTree): void {
  const own = new Set<number>();
  for (const leaf of leafs) if (tree.leafCluster[leaf] >= 0) own.add(tree.leafCluster[leaf]);
  out.push(...[...own].sort((a, b) => a - b));
}

/** The leaf of the box's middle if the prop touches it, else the first that it touches. */
function pickLeaf(tree: LeafTree, leafs: Uint32Array, box: Float32Array, at: number): number {
  const middle = findLeaf(
    tree,
    (box[at] + box[at + 3]) / 2,
    (box[at + 1] + box[at + 4]) / 2,
    (box[at + 2] + box[at + 5]) / 2,
  );
  if (tree.leafCluster[middle] >= 0) return middle;
  return leafs.find((leaf) => tree.leafCluster[leaf] >= 0) ?? middle;
}
