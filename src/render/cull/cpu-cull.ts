/** Culls a view on the CPU: see `CpuCulling` and `CpuOrdering`. */

import type { RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";

export function cullOnCpu({ view, sets, translucent }: ViewDraws, settings: RenderSettings): void {
  for (const { isOn, onCpu } of sets) if (isOn(settings)) onCpu.cull(view, settings);
  if (settings.translucent) translucent.orderOnCpu(view, settings);
}

/** Frees the memory of CPU culling until it is used again. */
export function forgetOnCpu({ sets, translucent }: ViewDraws): void {
  for (const { onCpu } of sets) onCpu.forget();
  translucent.forgetOnCpu();
}
