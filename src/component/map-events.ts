/** What the element tells of. None of it bubbles; `detail` says more. */

import type {
  Camera,
  FrameStats,
  LeafInfo,
  LoadSummary,
  MapInfo,
  Viewer,
  ViewerEvents,
} from "../viewer/viewer.ts";
import type { ElementDetails } from "./base/overlaid-element.ts";

/** Of each event, its `detail`. */
export interface VisleafMapDetails extends ElementDetails<Viewer> {
  /** `fraction`: 0 to 1 over the whole load. */
  progress: ViewerEvents["progress"] & { readonly fraction: number };
  /** The map can be seen; more of it is on its way. */
  scene: MapInfo;
  /** Everything there is has been loaded. */
  load: LoadSummary;
  /** Before a frame whose camera differs from the one before. A copy. */
  camerachange: Camera;
  /** The camera has come into another leaf. */
  leafchange: LeafInfo;
  /** Twice a second while frames are drawn; the object is the viewer's, written anew each frame. */
  statschange: FrameStats;
}

export type VisleafMapEventMap = {
  [Name in keyof VisleafMapDetails]: CustomEvent<VisleafMapDetails[Name]>;
};
