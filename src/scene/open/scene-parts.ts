/** Builds the parts of a scene that no light changes, with the code that only some maps need. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import { SURF_BUMPLIGHT, SURF_WARP } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { buildSceneParts, type SceneParts } from "../world/map-scene.ts";
import type { ParsedWorld } from "./read-map.ts";

/** Module for the windows of area portals; `null` if the map has none. */
export type AreaWindowCode = typeof import("../brushes/area-windows.ts") | null;

export interface OpenedParts {
  /** Without `packBlends`, which needs content. */
  readonly parts: SceneParts;
  readonly windows: AreaWindowCode;
}

/** Throws FormatError if the map would cost more than it may (too-large). */
export async function openSceneParts(
  name: string,
  { bsp, sides }: ParsedWorld,
  diagnostics: Diagnostics,
  ledger: Ledger,
): Promise<OpenedParts> {
  const windows = await fetchAreaWindows(bsp);
  const parts: SceneParts = {
    ...buildSceneParts(name, bsp, diagnostics, ledger, windows?.placeAreaWindows),
    sides,
    lightWater: await fetchWaterLight(bsp),
    writeDirected: await fetchDirectedBlocks(bsp),
  };
  return { parts, windows };
}

export async function fetchAreaWindows({ entities }: BspWorld): Promise<AreaWindowCode> {
  const isWindow = (name = "") => name.toLowerCase() === "func_areaportalwindow";
  if (!entities.some((entity) => isWindow(entity.get("classname")))) return null;
  return import("../brushes/area-windows.ts");
}

async function fetchWaterLight({ texInfos }: BspWorld): Promise<SceneParts["lightWater"]> {
  if (!texInfos.flags.some((flags) => (flags & SURF_WARP) !== 0)) return null;
  return (await import("../stand-in/water-light.ts")).lightWater;
}

async function fetchDirectedBlocks({ texInfos }: BspWorld): Promise<SceneParts["writeDirected"]> {
  if (!texInfos.flags.some((flags) => (flags & SURF_BUMPLIGHT) !== 0)) return null;
  return (await import("../lightmaps/directed-blocks.ts")).writeDirectedBlocks;
}
