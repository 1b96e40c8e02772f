/** The map from above, north up: of each column of its floors the dearest place, as heat. */

import type { ClusterCost } from "./cluster-costs.ts";
import type { CostMeasure } from "./rank-places.ts";
import type { StandingPlaces } from "./standing-places.ts";

/** Pixels: about how long the picture's longer edge is. */
const LONG_EDGE = 1024;
/** From none to most, in sRGB: blue, green, yellow, red, and white at the top. */
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
  /** Pixels of a step of the grid. */
  readonly scale: number;
  /** What the two ends of the ramp stand for. */
  readonly low: number;
  readonly high: number;
}

/** null where nobody can stand. @param marks places that get a white cross */
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

/** Of a share of the dearest, 0 to 1: sRGB bytes. */
export function heatColor(share: number): readonly [number, number, number] {
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
