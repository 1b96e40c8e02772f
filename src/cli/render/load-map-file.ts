/** Loads a map into a renderer, with the texture budget of a high-quality viewer. */

import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import type { EntityPairs, LoadEvent, SimulatedParts } from "../../scene/open/events.ts";
import { openMap } from "../../scene/open/map-session.ts";
import { QUALITY_LIMITS } from "../../viewer/frame/quality.ts";
import { applyLoadEvent } from "../../viewer/load/apply-load-event.ts";
import { inFile } from "../compile/bad-source.ts";
import { loadOptionsFor, type MapFile } from "../files/map-file.ts";
import type { HeadlessRenderer } from "./headless-renderer.ts";

export interface LoadedMap {
  readonly scene: MapScene;
  readonly warnings: readonly Warning[];
  /** Keys and values of each entity. */
  readonly entities: readonly EntityPairs[];
  /** The parts of the map that a simulation reads. */
  readonly simulated: SimulatedParts;
}

export interface LoadChoices {
  readonly textureBudgetBytes?: number;
  readonly limits?: Limits;
  /** Converts a load event before it is applied. */
  readonly change?: (event: LoadEvent) => Parameters<typeof applyLoadEvent>[1];
}

export async function loadMapFile(
  { gpu, renderer }: HeadlessRenderer,
  map: MapFile,
  side: LightSideName,
  {
    textureBudgetBytes = QUALITY_LIMITS.high.textureBudgetBytes,
    limits = {},
    change = (event) => event,
  }: LoadChoices = {},
): Promise<LoadedMap> {
  let scene: MapScene | null = null;
  let warnings: readonly Warning[] = [];
  let entities: readonly EntityPairs[] = [];
  const session = openMap(map.bytes, map.sources, {
    ...loadOptionsFor(gpu, map.name, side),
    textureBudgetBytes,
    limits,
  });
  await inFile(map.path, async () => {
    for await (const event of session.load()) {
      await applyLoadEvent(renderer, change(event));
      if (event.type === "scene") {
        scene = event.scene;
        entities = event.entities;
      }
      if (event.type === "done") warnings = event.warnings;
    }
  });
  if (scene === null) throw new Error("a load without a scene");
  return { scene, warnings, entities, simulated: session.simulated() };
}
