/** Describes a model under the pointer. */

import type { PropHit } from "../../viewer/surface-rays.ts";

/** Returns one sentence for each fact, without full stops. */
export function describeModel({ model, skin, prop, fade, lod, lodCount }: PropHit): string[] {
  const levels = lodCount > 1 ? `LOD ${lod} of 0 to ${lodCount - 1}` : "no levels of detail";
  const seen =
    fade === null ? "never fades" : `fades from ${fade.map(Math.round).join(" to ")} units`;
  return [
    model,
    `${prop === null ? "entity" : `static prop ${prop}`}, skin ${skin}`,
    `${levels}, ${seen}`,
  ];
}
