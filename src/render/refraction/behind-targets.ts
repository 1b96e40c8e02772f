/** What surfaces that refract read, of all targets that they are drawn into. */

import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import { createWaterViews } from "../water/water-mirrors.ts";
import { type Behind, createBehind, createNothingBehind } from "./behind.ts";

export interface BehindTargets extends Owner {
  readonly scene: Behind;
  /** null: there is no inset. */
  readonly inset: Behind | null;
  /** For views whose target they draw into is never copied: the 3D skybox. */
  readonly nothing: GPUBindGroup;
  /** For what water is to the camera. */
  readonly createWaterViews: typeof createWaterViews;
}

/** @throws GpuError `limit`; nothing is left behind then */
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
