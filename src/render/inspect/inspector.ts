/** What shows surfaces by a view, as the frame sees it; its code is fetched with the first. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RenderSettings } from "../types.ts";

export interface Inspector extends Owner {
  /**
   * Called for each frame: shows the map that there is by a view.
   * @returns what the frame has in place of its settings; null: nothing
   */
  readonly follow: (asked: RenderSettings) => Partial<RenderSettings> | null;
  /** Asks for all that surfaces are drawn with then. */
  readonly prepare: () => void;
  /** Whether anything is drawn over the picture. */
  readonly isOver: boolean;
  readonly drawOver: (pass: GPURenderPassEncoder) => void;
}
