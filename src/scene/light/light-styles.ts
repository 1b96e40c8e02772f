/** Brightness of the light styles when the map starts. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightStyles } from "../../map/types.ts";

/** From here on styles are switchable lights, numbered by vrad. */
const FIRST_SWITCHABLE_STYLE = 32;
const STYLE_COUNT = 256;
const SPAWNFLAG_INITIALLY_DARK = 1;

/** Every style fully lit, but for the switchable lights that start dark. */
export function buildLightStyles(bsp: BspWorld): LightStyles {
  const styles = new Float32Array(STYLE_COUNT).fill(1);
  for (const entity of bsp.entities) {
    if (!(entity.get("classname") ?? "").toLowerCase().startsWith("light")) continue;
    const style = Number.parseInt(entity.get("style") ?? "", 10);
    const flags = Number.parseInt(entity.get("spawnflags") ?? "0", 10);
    if (style >= FIRST_SWITCHABLE_STYLE && style < STYLE_COUNT - 1) {
      if ((flags & SPAWNFLAG_INITIALLY_DARK) !== 0) styles[style] = 0;
    }
  }
  return styles;
}
