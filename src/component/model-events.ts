/** What `<visleaf-model>` tells of. None of it bubbles; `detail` says more. */

import type { ModelInfo, ModelSummary, ModelViewer } from "../viewer/model/index.ts";
import type { Failure } from "./describe-failure.ts";

/** Of each event, its `detail`. */
export interface VisleafModelDetails {
  /** There is a viewer now, which no model was loaded into yet. */
  ready: ModelViewer;
  /** The model can be seen; its textures are on their way. */
  model: ModelInfo;
  /** Everything there is has been loaded. */
  load: ModelSummary;
  /**
   * Something could not be had or shown: what to say about it, and the error itself. Cancelled with
   * `preventDefault`, the element shows nothing of it.
   */
  error: Failure & { readonly error: Error };
}

export type VisleafModelEventMap = {
  [Name in keyof VisleafModelDetails]: CustomEvent<VisleafModelDetails[Name]>;
};
