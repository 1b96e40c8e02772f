/** Types of the page's comparison of two map versions. */

import type { Camera, MapSource } from "../../viewer/index.ts";

export interface CompareDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  readonly present: "canvas" | "readback";
  readonly go: (pose: Partial<Camera>) => void;
  readonly onFault: (error: unknown) => void;
}

/** A comparison of two maps that share one camera. */
export interface Comparison {
  /** Switches between the two pictures. */
  flip(): void;
  close(): void;
}
