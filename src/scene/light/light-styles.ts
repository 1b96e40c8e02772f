/** Brightness of the light styles when the map starts, and which of them may change. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightStyles } from "../../map/types.ts";
import { STYLE_COUNT } from "../../map/world.ts";

/** First style of switchable lights, which vbsp numbers. */
export const FIRST_SWITCHABLE_STYLE = 32;
const SPAWNFLAG_INITIALLY_DARK = 1;

/**
 * Returns all styles fully lit, except switchable lights that start dark. If lights share a style
 * the last one wins, because the engine spawns them in map order (`CLight::Spawn` of
 * `game/server/lights.cpp`).
 */
export function buildLightStyles(bsp: Pick<BspWorld, "entities">): LightStyles {
  const styles = new Float32Array(STYLE_COUNT).fill(1);
  for (const entity of bsp.entities) {
    if (!(entity.get("classname") ?? "").toLowerCase().startsWith("light")) continue;
    const style = Number.parseInt(entity.get("style") ?? "", 10);
    const flags = Number.parseInt(entity.get("spawnflags") ?? "0", 10);
    if (style >= FIRST_SWITCHABLE_STYLE && style < STYLE_COUNT - 1) {
      styles[style] = (flags & SPAWNFLAG_INITIALLY_DARK) === 0 ? 1 : 0;
    }
  }
  return styles;
}
