import { listNamelessFaces, sayNameless } from "../../../../scene/materials/nameless-faces.ts";
import { placeOfFace } from "../../facts/face-facts.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * A lump lies past the end of the file, has a length that is no multiple of its record size, or
 * points outside another lump; or faces have no material name. (error)
 * Mend: Get or compile the map again; `visleaf repair` writes it without the broken parts.
 */
export const damagedLumps: Rule = {
  name: "damaged-lumps",
  why: "Damaged data is missing in the game, or the game does not load the map.",
  check: (facts) => [
    ...facts.damaged.map(
      ({ lump, message }): Fault => ({ severity: "error", message: `${lump}: ${message}` }),
    ),
    ...findNameless(facts),
  ],
};

/**
 * Finds faces whose material has no name. No content can supply such a file, so the map is at
 * fault.
 */
function findNameless({ bsp }: MapFacts): Fault[] {
  const { count, largest } = listNamelessFaces(bsp);
  if (count === 0) return [];
  return [{ severity: "error", message: `${sayNameless(count)}.`, ...placeOfFace(bsp, largest) }];
}
