/**
 * Fading by screen size: `ComputeScreenSize` and `ComputeScreenFade` of the Alien Swarm SDK's
 * `clientleafsystem.cpp`, for a camera that looks along +x from the origin.
 */

export interface ScreenFadeView {
  /** tan of half the vertical field of view. */
  readonly slope: number;
  /** Pixels. */
  readonly height: number;
}

export interface ScreenFadeProp {
  /** Mins, maxs, world space. */
  readonly box: readonly number[];
  readonly fadeScale: number;
}

/** Returns the height in pixels of the sphere around a box. */
export function screenSize({ slope, height }: ScreenFadeView, box: readonly number[]): number {
  const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const radius = Math.hypot(...[0, 1, 2].map((k) => box[k + 3] - middle[k]));
  const w = Math.max(middle[0], 0.001);
  const top = (middle[2] + radius) / slope / w;
  const bottom = (middle[2] - radius) / slope / w;
  return (height * Math.abs(top - bottom)) / 2;
}

/** Returns the opacity, 0 to 1. */
export function screenFade(
  view: ScreenFadeView,
  { box, fadeScale }: ScreenFadeProp,
  minWidth: number,
  maxWidth: number,
): number {
  if (minWidth <= 0 || fadeScale <= 0) return 1;
  const most = Math.max(maxWidth, minWidth);
  const width = (screenSize(view, box) / fadeScale) * 2;
  if (width <= minWidth) return 0;
  return width < most ? (width - minWidth) / (most - minWidth) : 1;
}
