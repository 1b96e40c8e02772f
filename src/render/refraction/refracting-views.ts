/** Whether views have something that refracts, and whether what it reads can be made. */

import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { isInView } from "./refracting-bounds.ts";

type BehindModule = typeof import("./behind-targets.ts");

/** By whether there are several samples a pixel. */
const fetchedOf = oncePerDevice(() => new Map<boolean, LazyPipeline<BehindModule>>());

/** What makes what refracting surfaces read; null until it is fetched and compiled: asks for it. */
export function behindModule(gpu: Gpu, samples: number): BehindModule | null {
  const fetched = fetchedOf(gpu);
  const isMultisampled = samples > 1;
  let module = fetched.get(isMultisampled);
  if (module === undefined) {
    module = pipelineQueueOf(gpu).lazy(async () => {
      const made = await import("./behind-targets.ts");
      await made.prepareBehind(gpu, isMultisampled);
      return made;
    });
    fetched.set(isMultisampled, module);
  }
  return module();
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
