/** The part of a view that a camera with its projection function may write. */

import type { mat4 } from "gl-matrix";

export interface ProjectedView {
  /** Position of the eye for shading and sorting. */
  x: number;
  y: number;
  z: number;
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly clipFromWorld: mat4;
  /** See `writeFrustum`. */
  readonly frustum: Float32Array;
  lodMetricPerInch: number;
  /** Bit set of visible clusters, or `null` if all are visible. */
  visible: Uint32Array | null;
  visibleClusters: number;
  readonly bits: Uint32Array;
  /** Cluster for which `bits` were decoded, or -1 if none. */
  bitsCluster: number;
  /** Increases whenever `bits` change. */
  bitsVersion: number;
}
