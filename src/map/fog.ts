/** Fog of an entity, in the space of the view that it applies to. */

export interface Fog {
  /** True if there is fog. If false, only `farZ` applies. */
  readonly isOn: boolean;
  /** 3 numbers, gamma-encoded, 0..1. */
  readonly color: Float32Array;
  /** Colour of the opposite direction if `isBlended`. */
  readonly color2: Float32Array;
  /** Unit direction in which the fog has the first colour; zeros for an even mix everywhere. */
  readonly direction: Float32Array;
  readonly isBlended: boolean;
  /** Distances in inches where the fog begins and where it would be opaque. */
  readonly start: number;
  readonly end: number;
  /** Maximum opacity before squaring, 0 to 1. */
  readonly maxDensity: number;
  /** True if the fog depends on the distance from the eye, false if on the depth. */
  readonly isRadial: boolean;
  /** Far clipping distance in inches; 0 if there is none. */
  readonly farZ: number;
}
