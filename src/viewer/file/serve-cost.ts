/** Counts what a map's places cost where its file is read: fetched when it is first asked, and kept open for its places. */

import {
  aimCamera,
  buildFloorHeat,
  type CannotTell,
  type CostMap,
  countClusterCosts,
  createCostCounter,
  createVisibleRows,
  drawHeatMap,
  type FloorHeat,
  findStandingPlaces,
  type HeatMap,
  measurePlace,
  openCostMap,
  type PlaceCost,
  rankPlaces,
  rebuildPortals,
} from "../../analysis/cost/index.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import type { CameraPose } from "../../map/types.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

/** Places in the list. */
const TOP = 20;

export interface AskedCost {
  readonly map: MapSource;
  /** Where to look besides what the map was packed with. */
  readonly content: readonly ContentSpec[];
}

export interface DearPlace {
  readonly camera: CameraPose;
  readonly triangles: number;
  readonly props: number;
  readonly translucentSurfaces: number;
  readonly batches: number;
}

export interface CostReport {
  readonly clusters: number;
  readonly stoodIn: number;
  readonly worst: readonly DearPlace[];
  /** null where nobody can stand. */
  readonly heat: HeatMap | null;
  /** The same on the floors themselves. */
  readonly floors: FloorHeat;
  /** 3 a step of the grid that the heat is painted by, row by row from the south: an eye there; NaN: nobody stands. */
  readonly eyes: Float32Array;
  readonly columns: number;
  /** Static props that were not counted: their models were not found. */
  readonly missingProps: number;
  /** Not where looking for floors was given up: of some places nothing is known but their middles. */
  readonly isWhole: boolean;
}

export interface AskedPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

let opened: {
  readonly map: CostMap;
  readonly portals: ReturnType<typeof rebuildPortals>;
} | null = null;

type OnProgress = (done: number, total: number) => void;

/** Rejects with FormatError, or where the map can no longer be had. */
export async function serveCost(
  { map: posted, content }: AskedCost,
  onProgress: OnProgress,
): Promise<CostReport> {
  const file = await openMapSource(posted);
  const sources = content.map((spec) => openSource(spec));
  const map = await openCostMap({
    name: file.name ?? posted.name,
    bytes: await file.bytes.read(0, file.bytes.byteLength),
    sources: file.content === null ? sources : [file.content, ...sources],
  });
  const standing = await findStandingPlaces(map, (done) => onProgress(done, 2));
  const costs = await countClusterCosts(map, standing, (done) => onProgress(1 + done, 2));
  opened = { map, portals: rebuildPortals(map.bsp) };
  const rows = createVisibleRows(map);
  const counter = createCostCounter(map);
  const worst = rankPlaces(costs, "triangles", TOP).map((cost): DearPlace => {
    const { triangles, props, translucentSurfaces, batches } = cost;
    const camera = aimCamera(map, rows, counter, cost);
    return { camera, triangles, props, translucentSurfaces, batches };
  });
  const dearest = new Map(costs.map(({ cluster, triangles }) => [cluster, triangles]));
  const { columns, count, cell, cluster, eye } = standing;
  const eyes = new Float32Array(columns * standing.rows * 3).fill(Number.NaN);
  const most = new Float64Array(columns * standing.rows).fill(-1);
  for (let place = 0; place < count; place++) {
    const cost = dearest.get(cluster[place]) ?? -1;
    if (cell[place] < 0 || cost <= most[cell[place]]) continue;
    most[cell[place]] = cost;
    eyes.set(eye.subarray(place * 3, place * 3 + 3), cell[place] * 3);
  }
  const marks = worst.map(({ camera }) => camera);
  return {
    clusters: map.pvs?.clusterCount ?? 0,
    stoodIn: costs.filter(({ places }) => places > 0).length,
    worst,
    floors: buildFloorHeat(standing, costs, "triangles"),
    heat: drawHeatMap(standing, costs, "triangles", marks),
    eyes,
    columns,
    missingProps: map.props === null ? map.statedProps : 0,
    isWhole: standing.isWhole,
  };
}

/** After `serveCost`. */
export async function serveCostPlace(
  { x, y, z }: AskedPlace,
  onProgress: OnProgress,
): Promise<PlaceCost | CannotTell> {
  if (opened === null) throw new Error("no costs were counted");
  const { map, portals } = opened;
  return measurePlace(map, portals, [x, y, z], (_, done) => onProgress(done, 1));
}
