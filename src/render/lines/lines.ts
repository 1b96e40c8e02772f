/** Interface of lines drawn over a frame. The code that draws them is loaded on first use. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { View } from "../views/view.ts";

/** The part of a `CameraView` that lines use. */
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
  /** True if any line is shown. */
  readonly isShown: boolean;
  /** Increases whenever other lines are drawn for the same camera. */
  readonly changes: number;
  /** Requests the pipelines. */
  readonly prepare: () => void;
  /** @param camera camera of the picture: its frame bind group and visible clusters */
  readonly draw: (pass: GPURenderPassEncoder, camera: LineCamera) => void;
}

export type MakeLines = (context: RenderContext) => Lines;

/** Returns the number of all changes of a list that only grows. */
export function changesOf(parts: readonly { readonly changes: number }[]): number {
  let changes = parts.length;
  for (let i = 0; i < parts.length; i++) changes += parts[i].changes;
  return changes;
}
