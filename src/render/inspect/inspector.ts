/** Interface of the inspector, whose code is loaded on first use. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RenderSettings } from "../types.ts";

export interface Inspector extends Owner {
  /**
   * Call each frame; applies the requested view to the map.
   * @returns settings that the view replaces, or `null` if none
   */
  readonly follow: (asked: RenderSettings) => Partial<RenderSettings> | null;
  /** Requests all pipelines that the view needs. */
  readonly prepare: () => void;
  /** True if something is drawn over the picture. */
  readonly isOver: boolean;
  readonly drawOver: (pass: GPURenderPassEncoder) => void;
}
