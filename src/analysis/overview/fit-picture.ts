/**
 * Where an overview lies: `pos_x` and `pos_y`, the world's place of its upper left corner, and `scale`, inches a pixel
 * of a picture of 1024. So the game's own `CMapOverview::WorldToMap` takes them (SDK, MapOverview.cpp), and reads the
 * first two as whole numbers.
 */

/** Pixels along the edge of a picture that a scale is of: OVERVIEW_MAP_SIZE. */
export const OVERVIEW_SIZE = 1024;
/** What a scale is rounded up to. */
const SCALE_STEPS = 10;
const LEAST_SCALE = 1 / SCALE_STEPS;
/** Of the picture: what is left free at each edge at least. */
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

/** A square around a box, of a round scale if none is stated. */
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
