/** What the panel of marks needs of the page. */

import type { MapSource } from "../../viewer/index.ts";

export interface MarksDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  /** Moves the camera there. */
  readonly go: (pose: { x: number; y: number; z: number; pitch: number; yaw: number }) => void;
  /** The panel was opened: others that lie where it does close. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}
