/** What a comparison of two versions is to the page. */

import type { Camera, MapSource } from "../../viewer/index.ts";

export interface CompareDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  readonly present: "canvas" | "readback";
  readonly go: (pose: Partial<Camera>) => void;
  readonly onFault: (error: unknown) => void;
}

/** Two maps in one flight. */
export interface Comparison {
  /** The other one's picture in place of this one's. */
  flip(): void;
  close(): void;
}
