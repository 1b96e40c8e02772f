/** Culling by the CPU, a view at a time: see `CpuCulling` and `CpuOrdering`. */

import type { RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";

export function cullOnCpu({ view, sets, translucent }: ViewDraws, settings: RenderSettings): void {
  for (const { isOn, onCpu } of sets) if (isOn(settings)) onCpu.cull(view, settings);
  if (settings.translucent) translucent.orderOnCpu(view, settings);
}

/** Frees what it took, until it is asked for again. */
export function forgetOnCpu({ sets, translucent }: ViewDraws): void {
  for (const { onCpu } of sets) onCpu.forget();
  translucent.forgetOnCpu();
}
