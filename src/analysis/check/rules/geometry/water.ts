/** Rules about water that reflects wrongly. */

import { createBitSet, hasBit } from "../../../../core/bit-set.ts";
import { SURF_WARP } from "../../../../formats/bsp/layouts/surface-flags.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import { placeOfFace } from "../../facts/face-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Smallest difference in height, in inches. Smaller steps look level. */
const LEAST_STEP = 1;
const MOST_WATERS = 256;

/**
 * A body of water has another of a different height in its visible set. (note)
 * Mend: Use one height, cheap water materials, or a wall between them.
 */
export const waterLevels: Rule = {
  name: "water-levels",
  why: "The engine reflects at one water height at a time: the other surfaces show a wrong reflection.",
  check(facts) {
    facts.needs("LUMP_LEAFWATERDATA");
    const { leafs, leafWaters } = facts.bsp;
    const { pvs } = facts;
    if (pvs === null || leafWaters.count < 2 || leafWaters.count > MOST_WATERS) return [];
    const clusters = new Map<number, { cluster: number; leaf: number }[]>();
    for (let leaf = 0; leaf < leafs.count; leaf++) {
      const water = leafs.leafWaterData[leaf];
      const cluster = leafs.cluster[leaf];
      if (water < 0 || water >= leafWaters.count || cluster < 0) continue;
      const list = clusters.get(water) ?? [];
      list.push({ cluster, leaf });
      clusters.set(water, list);
    }
    const row = createBitSet(pvs.clusterCount);
    const seen = createBitSet(pvs.clusterCount);
    const waters = [...clusters.keys()];
    const heights = new Set<number>();
    let first = -1;
    for (const [i, one] of waters.entries()) {
      seen.fill(0);
      for (const { cluster } of clusters.get(one)!) {
        decodePvsRow(pvs, cluster, row);
        for (let word = 0; word < row.length; word++) seen[word] |= row[word];
      }
      for (const other of waters.slice(i + 1)) {
        const [a, b] = [leafWaters.surfaceZ[one], leafWaters.surfaceZ[other]];
        if (Math.abs(a - b) < LEAST_STEP) continue;
        const sees = clusters.get(other)!.find(({ cluster }) => hasBit(seen, cluster));
        if (sees === undefined) continue;
        heights.add(a).add(b);
        if (first < 0) first = sees.leaf;
      }
    }
    if (first < 0) return [];
    const middle = (axis: number) =>
      (leafs.mins[first * 3 + axis] + leafs.maxs[first * 3 + axis]) / 2;
    const surface = leafWaters.surfaceZ[leafs.leafWaterData[first]];
    const list = [...heights].sort((a, b) => b - a).join(", ");
    const message = `Water at ${heights.size} heights (z ${list}) is in sight of each other.`;
    const origin: Vec3 = [middle(0), middle(1), surface + 1];
    return [{ severity: "note", message, origin, radius: 64 }];
  },
};

/** Smallest z of the normal of a surface that counts as level. */
const LEVEL = 0.7;

/**
 * Faces with the surface material of a body of water stand upright. (note)
 * Mend: Extend the water into the walls around it; use another material for a waterfall.
 */
export const uprightWater: Rule = {
  name: "upright-water",
  why: "The engine reflects in level water only, and an upright face shows the side of the volume.",
  check({ bsp }) {
    const { faces, texInfos, texDatas, planes, leafWaters } = bsp;
    // Only the surface material counts. The bottom material has faces all around the volume, behind
    // the terrain.
    const surfaces = new Set<number>();
    for (const texInfo of leafWaters.surfaceTexInfo) surfaces.add(texInfos.texdata[texInfo] ?? -1);
    let count = 0;
    let largest = -1;
    for (let face = 0; face < faces.count; face++) {
      if (((texInfos.flags[faces.texinfo[face]] ?? 0) & SURF_WARP) === 0) continue;
      if (!surfaces.has(texInfos.texdata[faces.texinfo[face]])) continue;
      if (Math.abs(planes.normal[faces.plane[face] * 3 + 2]) >= LEVEL) continue;
      if (largest < 0 || faces.area[face] > faces.area[largest]) largest = face;
      count++;
    }
    if (largest < 0) return [];
    const name = texDatas.name[texInfos.texdata[faces.texinfo[largest]]];
    const stands = count === 1 ? "stands" : "stand";
    const message = `${countOf(count, "face")} of water (${name}) ${stands} upright.`;
    return [{ severity: "note", message, ...placeOfFace(bsp, largest) }];
  },
};
