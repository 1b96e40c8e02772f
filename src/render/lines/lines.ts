/** Lines that are drawn over a frame, as the frame sees them. What makes them is fetched with the first. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";

export interface Lines extends Owner {
  /** Whether any is shown. */
  readonly isShown: boolean;
  /** Asks for what they are drawn with. */
  readonly prepare: () => void;
  /** @param frame group of the view */
  readonly draw: (pass: GPURenderPassEncoder, frame: GPUBindGroup) => void;
}

export type MakeLines = (context: RenderContext) => Lines;
