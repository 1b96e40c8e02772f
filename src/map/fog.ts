/** Fog as an entity describes it, in the space of the view that it is for. */

export interface Fog {
  /** Whether there is any; without, only `farZ` counts. */
  readonly isOn: boolean;
  /** 3 each, gamma 0..1. */
  readonly color: Float32Array;
  /** Towards the other side, where `isBlended`. */
  readonly color2: Float32Array;
  /** 3, unit length: looking there, the fog is of the first colour; zeros: of both, everywhere. */
  readonly direction: Float32Array;
  readonly isBlended: boolean;
  /** Inches: where it begins, and where it would hide everything. */
  readonly start: number;
  readonly end: number;
  /** How much of a surface it hides at most, before that is squared: 0 to 1. */
  readonly maxDensity: number;
  /** By the distance from the eye, not by the depth. */
  readonly isRadial: boolean;
  /** Inches: what lies deeper is not drawn; 0: everything is. */
  readonly farZ: number;
}
