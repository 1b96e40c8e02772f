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
import type { Failure } from "./describe-failure.ts";

/** Of each event, its `detail`. */
export interface VisleafMapDetails {
  /** There is a viewer now, which no map was loaded into yet. */
  ready: Viewer;
  /** `fraction`: 0 to 1 over the whole load. */
  progress: ViewerEvents["progress"] & { readonly fraction: number };
  /** The map can be seen; more of it is on its way. */
  scene: MapInfo;
  /** Everything there is has been loaded. */
  load: LoadSummary;
  /**
   * Something could not be had or shown: what to say about it, and the error itself. Cancelled with
   * `preventDefault`, the element shows nothing of it.
   */
  error: Failure & { readonly error: Error };
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
