/** What `<visleaf-model>` tells of. None of it bubbles; `detail` says more. */

import type { Warning } from "../core/diagnostics.ts";
import type { ModelInfo, ModelSummary, ModelViewer } from "../viewer/model/index.ts";
import type { ElementDetails } from "./base/overlaid-element.ts";

/** Of each event, its `detail`. */
export interface VisleafModelDetails extends ElementDetails<ModelViewer> {
  /** The model can be seen; its textures are on their way. */
  model: ModelInfo;
  /** Everything there is has been loaded. */
  load: ModelSummary;
  /**
   * `sequence` names one that the model lacks, or a broken one: what played goes on, or it idles. Cancelled with
   * `preventDefault`, no line of it is in the console.
   */
  warning: Warning;
}

export type VisleafModelEventMap = {
  [Name in keyof VisleafModelDetails]: CustomEvent<VisleafModelDetails[Name]>;
};
