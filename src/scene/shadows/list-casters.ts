/** Lists props that may cast a dynamic shadow: those that are entities. */

import type { Entity } from "../../formats/bsp/types.ts";
import type { PropSet } from "../../map/props.ts";
import type { PropModel } from "../props/prop-model.ts";
import type { ShadowCasters } from "./shadow-casters.ts";

/**
 * @param entities entities of the table's rows from `firstEntity` on
 * @param shown row of the table of each instance, ascending
 * @param models model of each instance
 */
export function listCasters(
  entities: readonly Entity[],
  firstEntity: number,
  shown: Uint32Array,
  models: readonly PropModel[],
  { worldFromModel, instanceColor }: Pick<PropSet, "worldFromModel" | "instanceColor">,
): ShadowCasters {
  const before = shown.filter((prop) => prop < firstEntity).length;
  const end = shown.filter((prop) => prop < firstEntity + entities.length).length;
  const own = Array.from({ length: end - before }, (_, i) => before + i);
  return {
    entity: own.map((row) => entities[shown[row] - firstEntity]),
    model: own.map((row) => models[row]),
    worldFromModel: worldFromModel.slice(before * 12, end * 12),
    alpha: Float32Array.from(own, (row) => instanceColor[row * 4 + 3]),
  };
}
