/** Makes, opens and counts maps for the cost tests. */

import {
  type CostMap,
  type CountedMap,
  countClusterCosts,
  findStandingPlaces,
  openCostMap,
} from "../../../src/analysis/cost/index.ts";
import type { Vmf, VmfSolid } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compileWithVis } from "../compile-with-vis.ts";

export const openBytes = (bytes: Uint8Array): Promise<CostMap> =>
  openCostMap({ name: "made", bytes, sources: [] });

export async function countVmf(vmf: Vmf, fast = false): Promise<CountedMap> {
  const map = await openBytes((await compileWithVis(vmf, fast)).bytes);
  const standing = await findStandingPlaces(map);
  return { map, standing, costs: await countClusterCosts(map, standing) };
}

/**
 * Returns two rooms of 256 x 256 x 128, the second from x = 272 on with a back wall of ten panels.
 * The wall between them has a door of 64 x 96, which the given brushes may fill.
 */
export function makeDoor(
  fillStructure: readonly VmfSolid[] = [],
  fillDetail: readonly VmfSolid[] = [],
): Vmf {
  const panels = Array.from({ length: 10 }, (_, i) =>
    makeBox([520, i * 24, 0], [528, i * 24 + 12, 128]),
  );
  return makeVmf(
    [
      ...makeRoom([0, 0, 0], [528, 256, 128]),
      makeBox([256, 0, 0], [272, 96, 128]),
      makeBox([256, 160, 0], [272, 256, 128]),
      makeBox([256, 96, 96], [272, 160, 128]),
      ...fillStructure,
    ],
    [
      pointEntity("info_player_start", [128, 128, 16]),
      pointEntity("info_player_start", [400, 128, 16]),
      makeEntity({ classname: "func_detail" }, { solids: [...panels, ...fillDetail] }),
    ],
  );
}

/** Returns the brush that fills the door of `makeDoor`. */
export const doorBlock = (): VmfSolid => makeBox([256, 96, 0], [272, 160, 96]);
