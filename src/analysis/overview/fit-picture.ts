/**
 * Position and scale of an overview: `pos_x` and `pos_y` are the world position of its upper left
 * corner, and `scale` is inches per pixel of a 1024-pixel picture. The game's
 * `CMapOverview::WorldToMap` uses them so (SDK, MapOverview.cpp), and reads the first two as
 * integers.
 */

/** Picture edge in pixels to which a scale refers: OVERVIEW_MAP_SIZE. */
export const OVERVIEW_SIZE = 1024;
/** Scales are rounded up to 1 / this. */
const SCALE_STEPS = 10;
const LEAST_SCALE = 1 / SCALE_STEPS;
/** Share of the picture that is kept free at each edge. */
const RIM = 1 / 64;

export interface OverviewFrame {
  readonly posX: number;
  readonly posY: number;
  readonly scale: number;
}

/** mins and maxs, inches. */
export interface FlatBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Fits a square around a box. Rounds the scale up if none is given. */
export function fitPicture(
  { minX, minY, maxX, maxY }: FlatBox,
  stated: { readonly scale?: number; readonly pos?: readonly [number, number] } = {},
): OverviewFrame {
  const edge = Math.max(maxX - minX, maxY - minY) / (1 - 2 * RIM);
  const needed = Math.ceil((edge / OVERVIEW_SIZE) * SCALE_STEPS - 1e-6) / SCALE_STEPS;
  const scale = stated.scale ?? Math.max(needed, LEAST_SCALE);
  const half = (scale * OVERVIEW_SIZE) / 2;
  const [posX, posY] = stated.pos ?? [
    Math.round((minX + maxX) / 2 - half),
    Math.round((minY + maxY) / 2 + half),
  ];
  return { posX, posY, scale };
}
