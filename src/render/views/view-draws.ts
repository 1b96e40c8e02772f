/** What one view draws of a map: culled for it and recorded for it. */

import { buildFrom, buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { LeafTree } from "../../map/tree.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ClusterFilter, DrawSet, DrawSource } from "../draws/draw-set.ts";
import { createTranslucentList, type TranslucentList } from "../translucent/translucent-list.ts";
import type { View } from "./view.ts";
import { createViewVisibility, type ViewVisibility } from "./view-visibility.ts";

export interface ViewDraws extends Owner {
  readonly view: View;
  readonly visibility: ViewVisibility;
  /** Bind group of the view's block. */
  readonly frame: GPUBindGroup;
  /** By number. */
  readonly sets: readonly DrawSet[];
  readonly translucent: TranslucentList;
  /** Whether it was destroyed: what was counted of it can no longer be read. */
  readonly isFreed: boolean;
}

/**
 * @param filter of what the view may ever see; null: everything
 * @throws GpuError `limit`; nothing is left behind then
 */
export function createViewDraws(
  context: RenderContext,
  view: View,
  frame: GPUBindGroup,
  pyramid: GPUBuffer,
  sources: readonly DrawSource[],
  tree: LeafTree,
  filter: ClusterFilter | null,
): ViewDraws {
  return buildFrom((keep, destroy) => {
    let isFreed = false;
    const visibility = keep(
      buildOwner(context.gpu, (group) => createViewVisibility(group, context.cull, view, pyramid)),
    );
    const sets = sources.map((source) =>
      keep(source.createDrawSet(context, frame, filter, sources)),
    );
    const translucent = keep(createTranslucentList(context, tree, sets, frame));
    return {
      view,
      visibility,
      frame,
      sets,
      translucent,
      get isFreed() {
        return isFreed;
      },
      destroy() {
        isFreed = true;
        destroy();
      },
    };
  });
}
