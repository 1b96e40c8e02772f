/**
 * Measures the rendering cost of a map's places in the worker. Loaded with the first request, and
 * kept open for single places.
 */

import {
  aimCamera,
  buildFloorHeat,
  type CannotTell,
  type CostMap,
  type CostMoment,
  countClusterCosts,
  createCostCounter,
  createVisibleRows,
  drawHeatMap,
  type FloorHeat,
  findStandingPlaces,
  type HeatMap,
  mapAtMoment,
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

/** Length of the list of worst places. */
const TOP = 20;

export interface AskedCost {
  readonly map: MapSource;
  /** Content besides the map's own files. */
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
  /** `null` if there is nowhere to stand. */
  readonly heat: HeatMap | null;
  /** The same values on the floors. */
  readonly floors: FloorHeat;
  /**
   * Eye position at each cell of the heat map's grid (3 numbers), row by row from the south; NaN if
   * there is nowhere to stand.
   */
  readonly eyes: Float32Array;
  readonly columns: number;
  /** Number of static props not counted, because their models are missing. */
  readonly missingProps: number;
  /**
   * False if the search for floors was stopped; some places are then known only by their centres.
   */
  readonly isWhole: boolean;
}

export interface AskedPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** State of the map; left out for its start. */
  readonly moment?: CostMoment;
}

let opened: {
  readonly map: CostMap;
  readonly portals: ReturnType<typeof rebuildPortals>;
} | null = null;

type OnProgress = (done: number, total: number) => void;

/** Rejects with FormatError, or if the map cannot be read any more. */
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

/** Measures one place; requires `serveCost` first. */
export async function serveCostPlace(
  { x, y, z, moment }: AskedPlace,
  onProgress: OnProgress,
): Promise<PlaceCost | CannotTell> {
  if (opened === null) throw new Error("no costs were counted");
  const { map, portals } = opened;
  const shown = moment === undefined ? map : mapAtMoment(map, moment);
  return measurePlace(shown, portals, [x, y, z], (_, done) => onProgress(done, 1));
}
