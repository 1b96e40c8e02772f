/** Maps of tests, opened and counted. */

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
  const map = await openBytes(compileWithVis(vmf, fast).bytes);
  const standing = await findStandingPlaces(map);
  return { map, standing, costs: await countClusterCosts(map, standing) };
}

/**
 * Two rooms of 256 x 256 x 128, the second from x = 272 on, whose back wall is ten panels. In the wall between them
 * is a door of 64 x 96, which what is given may fill.
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

/** What fills the door of `makeDoor`. */
export const doorBlock = (): VmfSolid => makeBox([256, 96, 0], [272, 160, 96]);
