/** State that a simulation gives the picture and the eye: fog, exposure, colours, fades, shaking. */

import type { Fog } from "../fog.ts";

/** A colour over the whole picture, as `env_fade` draws it. */
export interface ScreenFade {
  /** 3 numbers, stored (gamma) colour, 0 to 1. */
  readonly color: Float32Array;
  /** 0 to 1; 0 for no fade. */
  alpha: number;
  /** True if the picture is multiplied by the colour, false if the colour covers it. */
  isModulating: boolean;
}

/** Inputs of `env_tonemap_controller`. NaN for the map's own values; limits of 0 for the engine's. */
export interface ExposureInputs {
  min: number;
  max: number;
  rate: number;
  bloomScale: number;
}

/** Displacement of the eye by `env_shake`. */
export interface EyeShake {
  /** Inches in world space. */
  x: number;
  y: number;
  z: number;
  /** Degrees to the right. */
  roll: number;
}

/** Pose of the map's camera that shows the view instead of a player's eyes. Inches and degrees. */
export interface MapCameraPose {
  /** Row of its entity; −1 for none. */
  entity: number;
  x: number;
  y: number;
  z: number;
  pitch: number;
  yaw: number;
  roll: number;
}

/** Columns and objects are read in place when `version` has changed. */
export interface MomentView {
  /** Increases with every change of the fields below. */
  readonly version: number;
  /** Fog of the world; `undefined` for the map's own, `null` for none. */
  readonly fog: Fog | null | undefined;
  readonly exposure: ExposureInputs;
  /**
   * Returns the weight of a colour correction at its place, 0 to 1; NaN for the map's own.
   * @param entity row of the entity lump
   */
  readonly correctionWeight: (entity: number) => number;
  readonly fade: ScreenFade;
  readonly shake: EyeShake;
  readonly camera: MapCameraPose;
}
