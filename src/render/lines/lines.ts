/** Lines that are drawn over a frame, as the frame sees them. What makes them is fetched with the first. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { View } from "../views/view.ts";

/** What lines know of a `CameraView`. */
export interface LineCamera {
  readonly block: { readonly bindGroup: GPUBindGroup };
  readonly view: Pick<
    View,
    | "visible"
    | "bitsVersion"
    | "leaf"
    | "cluster"
    | "x"
    | "y"
    | "z"
    | "clipFromWorld"
    | "width"
    | "height"
  >;
}

export interface Lines extends Owner {
  /** Whether any is shown. */
  readonly isShown: boolean;
  /** Asks for what they are drawn with. */
  readonly prepare: () => void;
  /** @param camera whose picture it is drawn into: its group of the frame, and which clusters it sees */
  readonly draw: (pass: GPURenderPassEncoder, camera: LineCamera) => void;
}

export type MakeLines = (context: RenderContext) => Lines;
