/** Places the models of brush entities that are hidden at the start, but that an input may show. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { isHiddenClass, isShown, type ModelPlacement, matrixOf, modelOf } from "./brush-models.ts";
import { isPlain, readModulation } from "./render-properties.ts";
import { listUnspawned } from "./unspawned-names.ts";

/**
 * Lists the models of named entities that are hidden at the start. Models that are placed already
 * are left out, and those over the budget, with a warning.
 */
export function placeHiddenModels(
  bsp: BspWorld,
  placed: readonly ModelPlacement[],
  diagnostics: Diagnostics,
  ledger: Ledger,
): ModelPlacement[] {
  const placements: ModelPlacement[] = [];
  const models = new Set(placed.map(({ model }) => model));
  const unspawned = listUnspawned(bsp.entities);
  let leftOut = 0;
  for (const [row, entity] of bsp.entities.entries()) {
    const model = modelOf(bsp, entity);
    if (models.has(model) || !entity.get("targetname")) continue;
    const className = (entity.get("classname") ?? "").toLowerCase();
    if (isHiddenClass(className, entity.get("visible")) || isShown(entity, unspawned)) continue;
    const modulation = readModulation(entity);
    if (modulation === null) continue;
    if (!ledger.tryTake("surfaces", bsp.models.faceCount[model] + 1)) {
      leftOut++;
      continue;
    }
    models.add(model);
    placements.push({
      model,
      matrix: matrixOf(entity, entity),
      entity: row,
      modulation: isPlain(modulation) ? null : modulation,
      isHidden: true,
    });
  }
  if (leftOut > 0) {
    diagnostics.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${leftOut} hidden brush entities are left out: they have too many faces.`,
    );
  }
  return placements;
}
