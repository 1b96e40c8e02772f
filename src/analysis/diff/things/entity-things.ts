/** Conversion of entities to things that can be matched. */

import type { Entity } from "../../../formats/bsp/types.ts";
import type { MapVersion } from "../open-version.ts";
import type { Point } from "../types.ts";
import type { Thing } from "./thing.ts";

/**
 * Keys with numbers that compilers or the editor assign, which do not count as differences. The
 * numbers of models and of styles of named lights do not count either.
 */
const NUMBERED: ReadonlySet<string> = new Set([
  ...["hammerid", "mapversion", "portalnumber", "overlayid", "occludernumber"],
]);
/** First light style assigned to named lights. Lower ones are patterns (`bspfile.h`). */
const FIRST_NAMED_STYLE = 32;

/** Returns the row of the brush model that an entity shows; -1 if it shows none. */
export function modelRowOf(entity: Entity): number {
  const model = /^\*(\d{1,9})$/.exec(entity.get("model")?.trim() ?? "");
  return model === null ? -1 : Number(model[1]);
}

export function listEntityThings({ bsp }: MapVersion): Thing[] {
  return bsp.entities.map((entity) => {
    const values = new Map<string, string[]>();
    for (const [key, value] of entity.pairs) {
      const name = key.toLowerCase();
      if (NUMBERED.has(name) || name === "classname" || name === "targetname") continue;
      const said = name === "model" && /^\*\d+$/.test(value) ? "(its brushes)" : value;
      if (name === "style" && Number(said) >= FIRST_NAMED_STYLE) continue;
      const list = values.get(name);
      if (list === undefined) values.set(name, [said]);
      else list.push(said);
    }
    return {
      kind: entity.get("classname")?.toLowerCase() ?? "(no class)",
      name: entity.get("targetname")?.toLowerCase() ?? "",
      id: entity.get("hammerid") ?? "",
      place: placeOf(bsp.models, entity),
      values,
    };
  });
}

/** Returns the entity's origin, or the middle of a brush model without origin. */
function placeOf(models: MapVersion["bsp"]["models"], entity: Entity): Point | null {
  const origin = (entity.get("origin") ?? "").trim().split(/\s+/).map(Number);
  const hasOrigin = origin.length === 3 && origin.every(Number.isFinite);
  const row = modelRowOf(entity);
  if (row <= 0 || row >= models.count) return hasOrigin ? (origin as unknown as Point) : null;
  const middle = (axis: number) =>
    (models.mins[row * 3 + axis] + models.maxs[row * 3 + axis]) / 2 +
    (hasOrigin ? origin[axis] : 0);
  return [middle(0), middle(1), middle(2)];
}
