/** Computes the position, visibility and lighting point of each static prop. */

import type { Ledger } from "../../core/ledger.ts";
import {
  STATIC_PROP_FLAG_FADES,
  STATIC_PROP_IGNORE_NORMALS,
  STATIC_PROP_SCREEN_SPACE_FADE,
  STATIC_PROP_USE_LIGHTING_ORIGIN,
} from "../../formats/bsp/layouts/static-prop-flags.ts";
import type { StaticProps } from "../../formats/bsp/types.ts";
import type { PropSet } from "../../map/props.ts";
import type { LeafTree } from "../../map/tree.ts";
import { PROP_IGNORE_NORMALS } from "../../map/world-lights.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { findLeaf, makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { gammaToLinear } from "../materials/vmt-values.ts";
import { createNearestLeaf } from "./nearest-leaf.ts";
import type { PropModel } from "./prop-model.ts";

// Leaves that a prop stands in, and clusters from which it is visible.

const SPRP = "game lump sprp";

export interface PropLeafLists {
  /**
   * Returns the non-solid leaves of a prop: those that vbsp listed, or if none, those that its box
   * overlaps, or if all of these are solid, the nearest. Empty only if the map has no clusters.
   */
  listVisible(table: StaticProps, prop: number, box: Float32Array, at: number): Uint32Array;
  /** Appends the clusters of leaves, each once, in ascending order. */
  appendClusters(out: number[], leafs: Uint32Array): void;
}

/** Both functions charge the budget for what they list, and throw FormatError (too-large). */
function createLeafLists(tree: LeafTree, ledger: Ledger): PropLeafLists {
  const isOpen = (leaf: number) => tree.leafCluster[leaf] >= 0;
  const open = Uint32Array.from(tree.leafCluster, (_, leaf) => leaf).filter(isOpen);
  const reached = makeBoxLeafs(tree);
  const findNearest = createNearestLeaf(tree, open, ledger);

  return {
    listVisible(table, prop, box, at) {
      ledger.take("propLeafs", table.leafCount[prop], SPRP);
      const first = table.firstLeaf[prop];
      const listed = table.leaf.subarray(first, first + table.leafCount[prop]).filter(isOpen);
      if (listed.length > 0 || open.length === 0) return listed;
      const count = writeBoxLeafs(tree, box, at, reached);
      ledger.take("propLeafs", count, SPRP);
      const touched = reached.subarray(0, count).filter(isOpen);
      if (touched.length > 0) return touched;
      return Uint32Array.of(findNearest(...boxMiddle(box, at)));
    },

    appendClusters(out, leafs) {
      const clusters = leafs.map((leaf) => tree.leafCluster[leaf]).sort();
      const start = out.length;
      for (let i = 0; i < clusters.length; i++) {
        if (i === 0 || clusters[i] !== clusters[i - 1]) out.push(clusters[i]);
      }
      ledger.take("clusters", out.length - start, SPRP);
    },
  };
}

function boxMiddle(box: Float32Array, at: number): [number, number, number] {
  return [
    (box[at] + box[at + 3]) / 2,
    (box[at + 1] + box[at + 4]) / 2,
    (box[at + 2] + box[at + 5]) / 2,
  ];
}

export interface PropInstances
  extends Pick<
    PropSet,
    | "instanceCount"
    | "worldFromModel"
    | "instanceBox"
    | "instanceFirstCluster"
    | "instanceClusterCount"
    | "clusters"
    | "instanceLeaf"
    | "fadeMinDist"
    | "fadeMaxDist"
    | "instanceColor"
  > {
  /** Point of each instance (3 numbers) where ambient light is sampled and lamps are searched. */
  readonly lightingPoint: Float32Array;
  /** `PropLight.flags`. */
  readonly lightFlags: Uint32Array;
}

/** Positions and reach of rows that are parented to others. */
export interface PlacedProps {
  /** World matrix (12 numbers) that replaces the table's; `null` to keep the table's. */
  readonly worldOf: (prop: number) => Float32Array | null;
  /** Box (6 numbers, world space) of everywhere the prop gets; `null` if it does not move. */
  readonly reachOf: (prop: number) => Float32Array | null;
}

export interface ShownProps {
  readonly table: StaticProps;
  /** Rows of the table, an instance each. */
  readonly props: Uint32Array;
  /** Model of each of these rows. */
  readonly models: readonly PropModel[];
  /** Parented props; `null` if there are none. */
  readonly placed: PlacedProps | null;
}

/**
 * Places props. Throws FormatError (too-large) if they are in too many leaves, or visible from too
 * many clusters.
 */
export function buildPropInstances(
  { table, props, models, placed }: ShownProps,
  tree: LeafTree,
  ledger: Ledger,
): PropInstances {
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
    lightFlags: new Uint32Array(count),
  };
  const clusters: number[] = [];
  const leafLists = createLeafLists(tree, ledger);
  for (let i = 0; i < count; i++) {
    const prop = props[i];
    const model = models[i];
    const world = placed?.worldOf(prop);
    if (world) instances.worldFromModel.set(world, i * 12);
    else writePlacement(instances.worldFromModel, i * 12, table, prop);
    writeTransformedBox(
      instances.instanceBox,
      i * 6,
      instances.worldFromModel,
      i * 12,
      model.box.subarray(0, 3),
      model.box.subarray(3, 6),
    );
    const reach = placed?.reachOf(prop);
    if (reach) instances.instanceBox.set(reach, i * 6);
    writeLightingPoint(instances, i, table, prop, model);
    if ((table.flags[prop] & STATIC_PROP_IGNORE_NORMALS) !== 0) {
      instances.lightFlags[i] = PROP_IGNORE_NORMALS;
    }
    writeFade(instances, i, table, prop);
    for (let k = 0; k < 4; k++) {
      const value = table.diffuseModulation[prop * 4 + k] / 255;
      instances.instanceColor[i * 4 + k] = k < 3 ? gammaToLinear(value) : value;
    }

    const leafs = leafLists.listVisible(table, prop, instances.instanceBox, i * 6);
    instances.instanceFirstCluster[i] = clusters.length;
    leafLists.appendClusters(clusters, leafs);
    instances.instanceClusterCount[i] = clusters.length - instances.instanceFirstCluster[i];
    instances.instanceLeaf[i] = pickLeaf(tree, leafs, instances.instanceBox, i * 6);
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

/**
 * Writes the lighting origin if the prop has one, else the model's illumination position in world
 * space.
 */
function writeLightingPoint(
  { lightingPoint: out, worldFromModel }: Pick<PropInstances, "lightingPoint" | "worldFromModel">,
  instance: number,
  table: StaticProps,
  prop: number,
  model: PropModel,
): void {
  const offset = instance * 3;
  if ((table.flags[prop] & STATIC_PROP_USE_LIGHTING_ORIGIN) !== 0) {
    out.set(table.lightingOrigin.subarray(prop * 3, prop * 3 + 3), offset);
    return;
  }
  const [x, y, z] = model.lightPoint;
  for (let row = 0; row < 3; row++) {
    const m = instance * 12 + row * 4;
    out[offset + row] =
      worldFromModel[m] * x +
      worldFromModel[m + 1] * y +
      worldFromModel[m + 2] * z +
      worldFromModel[m + 3];
  }
}

/**
 * Writes fade distances in inches. A fade by screen size has no distance and is skipped. Without a
 * start distance (below 0: the wiki's `fademindist`), a prop vanishes at once.
 */
function writeFade(
  instances: Pick<PropInstances, "fadeMinDist" | "fadeMaxDist">,
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
  const min = table.fadeMinDist[prop];
  instances.fadeMinDist[instance] = min >= 0 ? Math.min(min, max) : max;
}

/** Returns the leaf of the box's centre if it is in the list, else the first of the list. */
function pickLeaf(tree: LeafTree, leafs: Uint32Array, box: Float32Array, at: number): number {
  const middle = findLeaf(tree, ...boxMiddle(box, at));
  return leafs.length === 0 || leafs.includes(middle) ? middle : leafs[0];
}
