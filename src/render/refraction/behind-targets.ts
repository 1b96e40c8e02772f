/** Copies of the picture that refracting surfaces read, for all targets they are drawn into. */

import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import { createWaterViews } from "../water/water-views.ts";
import { type Behind, createBehind, createNothingBehind } from "./behind.ts";

export interface BehindTargets extends Owner {
  readonly scene: Behind;
  /** `null` if there is no inset. */
  readonly inset: Behind | null;
  /** Bind group for views whose target is never copied: the 3D skybox. */
  readonly nothing: GPUBindGroup;
  /** Creates the views of water: mirrored pictures and fog under water. */
  readonly createWaterViews: typeof createWaterViews;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createBehindTargets(
  context: RenderContext,
  { scene, inset }: SizedTargets,
): BehindTargets {
  return buildFrom((keep, destroy) => ({
    scene: keep(createBehind(context, scene)),
    inset: inset === null ? null : keep(createBehind(context, inset.scene)),
    nothing: keep(createNothingBehind(context)).bindGroup,
    createWaterViews,
    destroy,
  }));
}

export { prepareBehind } from "./behind.ts";
