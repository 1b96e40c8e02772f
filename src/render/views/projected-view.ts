/** What a camera with a projection of its own may write of a view. */

import type { mat4 } from "gl-matrix";

export interface ProjectedView {
  /** Where the eye is, as shading and order take it. */
  x: number;
  y: number;
  z: number;
  /** Of the picture, pixels. */
  readonly width: number;
  readonly height: number;
  readonly clipFromWorld: mat4;
  /** See `writeFrustum`. */
  readonly frustum: Float32Array;
  lodMetricPerInch: number;
  /** Bit set of the clusters that may be seen; null: all. */
  visible: Uint32Array | null;
  visibleClusters: number;
  readonly bits: Uint32Array;
  /** The cluster that `bits` are of; -1: of none. */
  bitsCluster: number;
  /** Goes up with every other set of bits. */
  bitsVersion: number;
}
