/**
 * Counts a map's costs, with progress, for the printed report and for comparisons of two compiles.
 */

import {
  aimCamera,
  type CostMap,
  type CostMeasure,
  type CountedMap,
  comparePortals,
  countClusterCosts,
  createCostCounter,
  createVisibleRows,
  findStandingPlaces,
  isCannotTell,
  measurePlace,
  openCostMap,
  rankPlaces,
  rebuildPortals,
} from "../../analysis/cost/index.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Limits } from "../../core/limits.ts";
import type { CameraPose } from "../../map/types.ts";
import { inFile } from "../compile/bad-source.ts";
import type { CompileProgress } from "../compile/compile-progress.ts";
import { readMapWith } from "../files/map-file.ts";

/** Counts a map's costs from all of its clusters. */
export async function countMap(
  path: string,
  content: readonly ContentSource[],
  limits: Limits,
  progress: CompileProgress,
): Promise<CountedMap> {
  progress.progress("open", 0);
  const file = await readMapWith(path, content);
  const map = await inFile(path, () => openCostMap(file, { limits }));
  const standing = await findStandingPlaces(map, (done) => progress.progress("floors", done));
  const report = (done: number) => progress.progress("clusters", done);
  return { map, standing, costs: await countClusterCosts(map, standing, report) };
}

export interface RankedPlace {
  readonly rank: number;
  readonly cluster: number;
  readonly camera: CameraPose;
  readonly triangles: number;
  readonly world: number;
  readonly displacements: number;
  readonly brushEntities: number;
  readonly props: number;
  readonly propCount: number;
  readonly translucentSurfaces: number;
  readonly translucent: number;
  readonly batches: number;
  readonly sees: number;
}

export function listWorst(
  { map, costs }: CountedMap,
  measure: CostMeasure,
  top: number,
  isAll: boolean,
): RankedPlace[] {
  const rows = createVisibleRows(map);
  const counter = createCostCounter(map);
  return rankPlaces(costs, measure, top, isAll).map((cost, i) => {
    const { x, y, z, places, walked, ...counts } = cost;
    return { rank: i + 1, camera: aimCamera(map, rows, counter, cost), ...counts };
  });
}

/** Summarizes the map's visibility for the head of the report. */
export function describeVisibility({ map, costs }: CountedMap) {
  const portals = rebuildPortals(map.bsp);
  const clusterCount = map.pvs?.clusterCount ?? 0;
  const meanSees = costs.reduce((sum, { sees }) => sum + sees, 0) / Math.max(costs.length, 1);
  const compared = isCannotTell(portals) ? null : comparePortals(portals, map.pvs);
  return {
    portals,
    visibility: {
      clusters: clusterCount,
      visited: costs.length,
      stoodIn: costs.filter(({ places }) => places > 0).length,
      walkedTo: costs.some(({ walked }) => walked !== null)
        ? costs.filter(({ walked }) => (walked ?? 0) > 0).length
        : null,
      meanSees,
      portals: compared?.portalCount ?? null,
      pairs: compared?.pairCount ?? null,
      unseenPairs: compared === null ? null : compared.unseenPairs.length / 2,
    },
  };
}

export async function measureAt(
  map: CostMap,
  portals: ReturnType<typeof rebuildPortals>,
  place: readonly [number, number, number],
  progress: CompileProgress,
) {
  return measurePlace(map, portals, place, (stage, done) => progress.progress(stage, done));
}
