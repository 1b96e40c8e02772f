/** Heat map of a map's places: a picture from above, and colored squares on the floors. */

import type { ClusterCost, CostMeasure } from "./cluster-costs.ts";
import type { StandingPlaces } from "./standing-places.ts";

// Picture from above, north up. Each pixel shows the most expensive place of its column.

/** Approximate length of the picture's longer edge in pixels. */
const LONG_EDGE = 1024;
/** Color ramp from least to most, in sRGB: blue, green, yellow, red, and white at the top. */
const RAMP = [
  [38, 60, 120],
  [40, 140, 130],
  [120, 190, 70],
  [250, 210, 60],
  [235, 90, 40],
  [200, 20, 40],
] as const;
const NOWHERE = [24, 24, 28] as const;
const MARK = [255, 255, 255] as const;

export interface HeatMap {
  readonly width: number;
  readonly height: number;
  /** RGBA8, rows from the top down. */
  readonly rgba: Uint8Array;
  /** Pixels per step of the grid. */
  readonly scale: number;
  /** Costs at the two ends of the ramp. */
  readonly low: number;
  readonly high: number;
}

/** Returns `null` if no player can stand anywhere. @param marks places that get a white cross */
export function drawHeatMap(
  { columns, rows, minX, minY, step, count, cell, cluster }: StandingPlaces,
  costs: readonly ClusterCost[],
  measure: CostMeasure,
  marks: readonly { readonly x: number; readonly y: number }[],
): HeatMap | null {
  if (count === 0) return null;
  const costOf = new Map(costs.map((cost) => [cost.cluster, cost[measure]]));
  const heat = new Float64Array(columns * rows).fill(-1);
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let place = 0; place < count; place++) {
    const cost = costOf.get(cluster[place]);
    if (cost === undefined || cell[place] < 0) continue;
    heat[cell[place]] = Math.max(heat[cell[place]], cost);
    low = Math.min(low, cost);
    high = Math.max(high, cost);
  }
  const scale = Math.max(1, Math.round(LONG_EDGE / Math.max(columns, rows)));
  const width = columns * scale;
  const height = rows * scale;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = rows - 1 - Math.floor(y / scale);
    for (let x = 0; x < width; x++) {
      const value = heat[row * columns + Math.floor(x / scale)];
      const color = value < 0 ? NOWHERE : heatColor(high > low ? (value - low) / (high - low) : 0);
      setPixel(rgba, y * width + x, color);
    }
  }
  const paint = (x: number, y: number) => {
    if (x >= 0 && x < width && y >= 0 && y < height) setPixel(rgba, y * width + x, MARK);
  };
  const arm = Math.max(4, scale);
  for (const { x, y } of marks) {
    const px = Math.floor(((x - minX) / step) * scale);
    const py = height - 1 - Math.floor(((y - minY) / step) * scale);
    for (let along = -arm; along <= arm; along++) {
      for (let beside = -1; beside <= 1; beside++) {
        paint(px + along, py + beside);
        paint(px + beside, py + along);
      }
    }
  }
  return { width, height, rgba, scale, low: low === Number.POSITIVE_INFINITY ? 0 : low, high };
}

/** Returns the sRGB color for a cost, 0 (lowest) to 1 (highest). */
function heatColor(share: number): readonly [number, number, number] {
  const at = share * (RAMP.length - 1);
  const row = Math.min(Math.floor(at), RAMP.length - 2);
  const mix = (channel: number) =>
    Math.round(RAMP[row][channel] + (RAMP[row + 1][channel] - RAMP[row][channel]) * (at - row));
  return [mix(0), mix(1), mix(2)];
}

function setPixel(rgba: Uint8Array, pixel: number, [r, g, b]: readonly [number, number, number]) {
  rgba[pixel * 4] = r;
  rgba[pixel * 4 + 1] = g;
  rgba[pixel * 4 + 2] = b;
  rgba[pixel * 4 + 3] = 255;
}

/** Heat of the floors, one row per cluster with places. World space, inches. */
export interface FloorHeat {
  readonly count: number;
  /** sRGB, 0xrrggbb. */
  readonly color: Uint32Array;
  readonly cluster: Int32Array;
  /** First square of each row; `count + 1` numbers. */
  readonly firstSquare: Uint32Array;
  /** Middle of each square on the floor, 3 numbers a square. */
  readonly squares: Float32Array;
  /** Edge of a square, inches. */
  readonly edge: number;
}

/** Builds the heat of the floors. Places outside the grid get no square. */
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
