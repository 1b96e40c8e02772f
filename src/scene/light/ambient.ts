/**
 * Computes ambient light at a point from the six-sided cubes that vrad stores in every leaf, mixed
 * as the engine mixes them.
 *
 * Source: vrad's public `leaf_ambient_lighting.cpp`. A sample lies in its leaf's box at position /
 * 255 of the extent, and samples weigh 1 / (squared distance + 1). Unlike lightmaps, the cubes are
 * stored in units where 1 is full light, so c * 2^e is not divided by 255.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { BspWorld, LeafAmbient } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import type { LeafTree } from "../../map/tree.ts";
import { AMBIENT_CUBE_FLOATS, writeAmbientCube } from "../../visibility/ambient-cube.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createNearestLeaf } from "../props/nearest-leaf.ts";

export { AMBIENT_CUBE_FLOATS, writeAmbientCube };

/** Returns a side's ambient light, else the other side's; `null` if the map has none. */
export function pickAmbient(bsp: BspWorld, side: LightSideName | null): LeafAmbient | null {
  const [first, second] = side === "ldr" ? [bsp.ldr, bsp.hdr] : [bsp.hdr, bsp.ldr];
  return [first?.ambient, second?.ambient].find((a) => a && a.count > 0) ?? null;
}

/**
 * Returns an ambient cube (`AMBIENT_CUBE_FLOATS`) for each point (3 numbers, inches). Without
 * ambient light all values are 1, like the unlit world. Points beyond the sample budget get their
 * leaf's first sample, with a warning.
 */
export function buildAmbientCubes(
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  points: Float32Array,
  { ledger = new Ledger(), diagnostics }: { ledger?: Ledger; diagnostics?: Diagnostics } = {},
): Float32Array {
  const count = points.length / 3;
  const cubes = new Float32Array(count * AMBIENT_CUBE_FLOATS);
  const ambient = pickAmbient(bsp, side);
  if (ambient === null) return cubes.fill(1);
  const lit = { ambient, tree };
  const litLeafs = listLitLeafs(ambient, tree);
  if (litLeafs.length === 0) return cubes.fill(1);
  const findNearest = createNearestLeaf(tree, litLeafs, ledger);
  let shortened = 0;
  for (let i = 0; i < count; i++) {
    const point = points.subarray(i * 3, i * 3 + 3);
    const [x, y, z] = point;
    let leaf = findLeaf(tree, x, y, z);
    // The engine keeps one lit leaf for each leaf without light. A big solid leaf has many
    // neighbours, so the leaf nearest to the point is more accurate.
    if (!isLit(ambient, tree, leaf)) leaf = findNearest(x, y, z);
    const isWhole = ledger.tryTake("ambientSamples", ambient.sampleCount[leaf]);
    if (!isWhole) shortened++;
    const most = isWhole ? ambient.sampleCount[leaf] : 1;
    const cube = cubes.subarray(i * AMBIENT_CUBE_FLOATS, (i + 1) * AMBIENT_CUBE_FLOATS);
    writeAmbientCube(cube, lit, leaf, point, most);
  }
  if (shortened > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_LEAF_AMBIENT_LIGHTING",
      `${shortened} props are lit by one sample of their leaf: there are too many samples.`,
    );
  }
  return cubes;
}

/** Whether a leaf has ambient light. Older maps store a black cube for solid leaves. */
function isLit(ambient: LeafAmbient, tree: LeafTree, leaf: number): boolean {
  return ambient.sampleCount[leaf] > 0 && tree.leafCluster[leaf] >= 0;
}

function listLitLeafs(ambient: LeafAmbient, tree: LeafTree): Uint32Array {
  const leafs = new Uint32Array(tree.leafCluster.length);
  let count = 0;
  for (let leaf = 0; leaf < leafs.length; leaf++) {
    if (isLit(ambient, tree, leaf)) leafs[count++] = leaf;
  }
  return leafs.slice(0, count);
}
