/** What surfaces that refract read, of all targets that they are drawn into. */

import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { type Behind, createBehind, createNothingBehind } from "./behind.ts";
import { isInView } from "./refracting-bounds.ts";

export interface BehindTargets extends Owner {
  readonly scene: Behind;
  /** null: there is no inset. */
  readonly inset: Behind | null;
  /** For views whose target they draw into is never copied: the 3D skybox. */
  readonly nothing: GPUBindGroup;
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
    destroy,
  }));
}

/** Whether anything of a map refracts that the settings let be drawn. */
export function hasRefracting(map: MapDraws | null, settings: RenderSettings): boolean {
  if (map === null || !settings.translucent) return false;
  const { main, skybox } = map.cameras[0].draws;
  return hasAny(main, settings) || (skybox !== null && hasAny(skybox, settings));
}

function hasAny({ sets }: ViewDraws, settings: RenderSettings): boolean {
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].refracting !== null && sets[i].isOn(settings)) return true;
  }
  return false;
}

/** Whether a view may see any of it. */
export function seesRefracting({ sets, view }: ViewDraws, settings: RenderSettings): boolean {
  for (let i = 0; i < sets.length; i++) {
    const { refracting } = sets[i];
    if (refracting === null || !sets[i].isOn(settings)) continue;
    if (isInView(refracting.bounds, view)) return true;
  }
  return false;
}
