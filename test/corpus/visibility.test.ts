import { beforeAll, describe, expect, it } from "vitest";
import { createBitSet, hasBit } from "../../src/core/bit-set.ts";
import type { LeafTree } from "../../src/map/types.ts";
import type { SceneParts } from "../../src/scene/world/map-scene.ts";
import { findLeaf } from "../../src/visibility/leaf-walk.ts";
import { decodePvsRow } from "../../src/visibility/pvs.ts";
import { hasCorpus } from "../support/corpus.ts";
import { openCorpusMaps } from "../support/open-corpus-maps.ts";

/**
 * Returns planes from the root to each leaf, 4 numbers each, turned so that the leaf is in front of
 * all.
 */
function listPlanesAround(tree: LeafTree): Float32Array[] {
  const planes: Float32Array[] = [];
  const visit = (node: number, path: number[]): void => {
    if (node < 0) {
      planes[-1 - node] = Float32Array.from(path);
      return;
    }
    const [x, y, z, d] = tree.nodePlane.subarray(node * 4, node * 4 + 4);
    visit(tree.nodeChildren[node * 2], [...path, x, y, z, d]);
    visit(tree.nodeChildren[node * 2 + 1], [...path, -x, -y, -z, -d]);
  };
  if (tree.nodeCount > 0) visit(0, []);
  return planes;
}

/**
 * Returns a point at least a little inside all planes, found by stepping off the worst one, or
 * `null` if the volume is thin.
 */
function findPointInside(planes: Float32Array, start: number[]): number[] | null {
  const p = [...start];
  for (let step = 0; step < 2000; step++) {
    let worst = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let i = 0; i < planes.length; i += 4) {
      const d = planes[i] * p[0] + planes[i + 1] * p[1] + planes[i + 2] * p[2] - planes[i + 3];
      if (d < worst) {
        worst = d;
        at = i;
      }
    }
    if (worst > 0.25) return p;
    for (let axis = 0; axis < 3; axis++) p[axis] += planes[at + axis] * (0.5 - worst);
  }
  return null;
}

const boxCentre = (tree: LeafTree, leaf: number) =>
  [0, 1, 2].map((axis) => (tree.leafBox[leaf * 6 + axis] + tree.leafBox[leaf * 6 + 3 + axis]) / 2);

/** True for leaves with a real stored box; vbsp leaves some empty ones behind. */
const hasVolume = (tree: LeafTree, leaf: number) =>
  [0, 1, 2].every((axis) => tree.leafBox[leaf * 6 + 3 + axis] > tree.leafBox[leaf * 6 + axis]);

describe.skipIf(!hasCorpus)("visibility of real maps", () => {
  let maps: SceneParts[] = [];

  beforeAll(() => {
    maps = openCorpusMaps();
    expect(maps.length).toBeGreaterThanOrEqual(20);
  });

  it("finds each leaf from a point inside its volume, within the leaf's stored box", () => {
    let found = 0;
    let thin = 0;
    for (const { name, tree } of maps) {
      for (const [leaf, planes] of listPlanesAround(tree).entries()) {
        if (planes === undefined || tree.leafCluster[leaf] < 0 || !hasVolume(tree, leaf)) continue;
        const point = findPointInside(planes, boxCentre(tree, leaf));
        if (point === null) {
          thin++;
          continue;
        }
        const [x, y, z] = point;
        expect(findLeaf(tree, x, y, z), `${name} leaf ${leaf}`).toBe(leaf);
        // vbsp stored the box, rounded outwards to whole inches, independent of the tree's planes.
        for (let axis = 0; axis < 3; axis++) {
          expect(point[axis], `${name} leaf ${leaf}`).toBeGreaterThan(
            tree.leafBox[leaf * 6 + axis] - 1.5,
          );
          expect(point[axis], `${name} leaf ${leaf}`).toBeLessThan(
            tree.leafBox[leaf * 6 + 3 + axis] + 1.5,
          );
        }
        found++;
      }
    }
    console.log(`leaves found from inside: ${found}, too thin to stand in: ${thin}`);
    expect(found).toBeGreaterThan(10_000);
    expect(thin).toBeLessThan(found / 50);
  });

  it("has every cluster see itself, and symmetric rows", () => {
    let clusters = 0;
    let blind = 0;
    let pairs = 0;
    let oneWay = 0;
    for (const { pvs } of maps) {
      if (pvs === null) continue;
      const rows = Array.from({ length: pvs.clusterCount }, (_, cluster) => {
        const row = createBitSet(pvs.clusterCount);
        decodePvsRow(pvs, cluster, row);
        return row;
      });
      for (let a = 0; a < rows.length; a++) {
        clusters++;
        if (!hasBit(rows[a], a)) blind++;
        for (let b = 0; b < a; b++) {
          const there = hasBit(rows[a], b);
          const back = hasBit(rows[b], a);
          if (there || back) pairs++;
          if (there !== back) oneWay++;
        }
      }
    }
    console.log(
      `clusters: ${clusters}, that do not see themselves: ${blind}; visible pairs: ${pairs}, seen from one side only: ${oneWay}`,
    );
    expect(blind).toBe(0);
    expect(oneWay / pairs).toBeLessThan(0.01);
  });
});
