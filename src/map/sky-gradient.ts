/** Gradient drawn for skybox sides that are missing. */

export type LinearColor = readonly [r: number, g: number, b: number];

/** Linear light in the units of the map's lightmaps, where 1 is full. */
export interface SkyGradient {
  readonly zenith: LinearColor;
  readonly horizon: LinearColor;
  /** Haze below the horizon, slightly darker than the horizon. */
  readonly ground: LinearColor;
  /** Glow added around the sun. */
  readonly glow: LinearColor;
  /** Unit length. */
  readonly toSun: readonly [x: number, y: number, z: number];
}

/** Default sky: a calm evening. */
export const QUIET_SKY: SkyGradient = {
  zenith: [0.08, 0.14, 0.24],
  horizon: [0.33, 0.38, 0.43],
  ground: [0.25, 0.28, 0.31],
  glow: [0, 0, 0],
  toSun: [0, 0, 1],
};
