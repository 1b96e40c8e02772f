/**
 * Checks whether views show surfaces that read the picture behind them (refracting ones, and soft
 * translucent ones), and loads the code that copies that picture.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { isInView } from "./refracting-bounds.ts";

type BehindModule = typeof import("./behind-targets.ts");

/** Loaded modules by whether targets are multisampled. */
const fetchedOf = oncePerDevice(() => new Map<boolean, LazyPipeline<BehindModule>>());

/**
 * Returns the module that creates the copies, or `null` until it is loaded and compiled. Requests
 * it.
 */
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

/** Returns true if a map has surfaces that read the picture behind them, and the settings show them. */
export function hasBehindReaders(map: MapDraws | null, settings: RenderSettings): boolean {
  if (map === null || !settings.translucent) return false;
  const { main, skybox } = map.cameras[0].draws;
  return hasAny(main, settings) || (skybox !== null && hasAny(skybox, settings));
}

function hasAny({ sets, translucent }: ViewDraws, settings: RenderSettings): boolean {
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].refracting !== null && sets[i].isOn(settings)) return true;
  }
  const { parts } = translucent;
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].draws.soft !== null && parts[i].set.isOn(settings)) return true;
  }
  return false;
}

/** Returns true if a view may see any of them. */
export function seesBehindReaders(draws: ViewDraws, settings: RenderSettings): boolean {
  const { view, translucent } = draws;
  if (seesRefracting(draws, settings)) return true;
  const { parts } = translucent;
  for (let i = 0; i < parts.length; i++) {
    const { soft } = parts[i].draws;
    if (soft !== null && parts[i].set.isOn(settings) && isInView(soft, view)) return true;
  }
  return false;
}

/** Returns true if a view may see any refracting surface. */
export function seesRefracting({ sets, view }: ViewDraws, settings: RenderSettings): boolean {
  for (let i = 0; i < sets.length; i++) {
    const { refracting } = sets[i];
    if (refracting === null || !sets[i].isOn(settings)) continue;
    if (isInView(refracting.bounds, view)) return true;
  }
  return false;
}
