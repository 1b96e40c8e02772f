/** Draws of one view of a map, culled and recorded for that view. */

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
  /** Bind group of the view's uniforms. */
  readonly frame: GPUBindGroup;
  /** Draw sets, sorted by number. */
  readonly sets: readonly DrawSet[];
  readonly translucent: TranslucentList;
  /** Whether it was destroyed; its counts can no longer be read then. */
  readonly isFreed: boolean;
}

export interface SeenView {
  readonly view: View;
  readonly frame: GPUBindGroup;
  /** Decides what the view may ever see, or `null` for everything. */
  readonly filter: ClusterFilter | null;
}

/**
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createViewDraws(
  context: RenderContext,
  { view, frame, filter }: SeenView,
  pyramid: GPUBuffer,
  sources: readonly DrawSource[],
  tree: LeafTree,
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
