/** The heat of a map's places as squares on its floors: what the picture from above is, in the map itself. */

import type { ClusterCost } from "./cluster-costs.ts";
import { heatColor } from "./heat-map.ts";
import type { CostMeasure } from "./rank-places.ts";
import type { StandingPlaces } from "./standing-places.ts";

/** A row a cluster that is stood in. World space, inches. */
export interface FloorHeat {
  readonly count: number;
  /** sRGB, 0xrrggbb. */
  readonly color: Uint32Array;
  readonly cluster: Int32Array;
  /** `count + 1`: a row's run of `squares`. */
  readonly firstSquare: Uint32Array;
  /** 3 a square: the middle of it, on the floor. */
  readonly squares: Float32Array;
  /** Edge of all squares. */
  readonly edge: number;
}

/** Places apart from the grid have no square. */
export function buildFloorHeat(
  { count, cluster, cell, eye, floor, step }: StandingPlaces,
  costs: readonly ClusterCost[],
  measure: CostMeasure,
): FloorHeat {
  const stoodIn = costs.filter(({ places }) => places > 0);
  const rowOf = new Map(stoodIn.map((cost, row) => [cost.cluster, row]));
  const values = stoodIn.map((cost) => cost[measure]);
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const firstSquare = new Uint32Array(stoodIn.length + 1);
  const placeRow = Int32Array.from(cluster, (own, place) =>
    place < count && cell[place] >= 0 ? (rowOf.get(own) ?? -1) : -1,
  );
  for (const row of placeRow) if (row >= 0) firstSquare[row + 1]++;
  for (let row = 0; row < stoodIn.length; row++) firstSquare[row + 1] += firstSquare[row];
  const squares = new Float32Array(firstSquare[stoodIn.length] * 3);
  const next = firstSquare.slice();
  for (let place = 0; place < placeRow.length; place++) {
    const row = placeRow[place];
    if (row < 0) continue;
    squares.set([eye[place * 3], eye[place * 3 + 1], floor[place]], next[row]++ * 3);
  }
  return {
    count: stoodIn.length,
    color: Uint32Array.from(values, (value) => {
      const [r, g, b] = heatColor(high > low ? (value - low) / (high - low) : 0);
      return (r << 16) | (g << 8) | b;
    }),
    cluster: Int32Array.from(stoodIn, (cost) => cost.cluster),
    ...{ firstSquare, squares, edge: step },
  };
}
