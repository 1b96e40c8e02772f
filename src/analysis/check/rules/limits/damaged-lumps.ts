import { listNamelessFaces, sayNameless } from "../../../../scene/materials/nameless-faces.ts";
import { placeOfFace } from "../../facts/face-place.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

export const damagedLumps: Rule = {
  name: "damaged-lumps",
  why: "What a broken part of the file held is not in the game, or the game does not load the map.",
  check: (facts) => [
    ...facts.damaged.map(
      ({ lump, message }): Fault => ({ severity: "error", message: `${lump}: ${message}` }),
    ),
    ...findNameless(facts),
  ],
};

/** No content has a file of no name: what is at fault is the map. */
function findNameless({ bsp }: MapFacts): Fault[] {
  const { count, largest } = listNamelessFaces(bsp);
  if (count === 0) return [];
  return [{ severity: "error", message: `${sayNameless(count)}.`, ...placeOfFace(bsp, largest) }];
}
