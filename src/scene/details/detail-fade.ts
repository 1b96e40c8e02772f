/**
 * Computes the fade distances of detail props from engine defaults and the map's
 * `env_detail_controller`.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { DETAIL_FADE_MAX, DETAIL_FADE_WIDTH, type DetailFade } from "../../map/details.ts";

/**
 * Reads the fade. A controller gives the fade's width and end; the engine uses the smaller of these
 * and its own values. Source: `detailobjectsystem.cpp`, `env_detail_controller.cpp`.
 */
export function readDetailFade(entities: readonly Entity[]): DetailFade {
  let [width, end] = [DETAIL_FADE_WIDTH, DETAIL_FADE_MAX];
  for (const entity of entities) {
    if (entity.get("classname")?.toLowerCase() !== "env_detail_controller") continue;
    width = smaller(entity.get("fademindist"), DETAIL_FADE_WIDTH);
    end = smaller(entity.get("fademaxdist"), DETAIL_FADE_MAX);
  }
  return { start: Math.max(end - width, 0), end };
}

function smaller(text: string | undefined, own: number): number {
  const value = Number.parseFloat(text ?? "");
  return value >= 0 ? Math.min(value, own) : own;
}
