/** Selects a model for each body part. */

import type { Mdl } from "../types.ts";

/**
 * Returns the model that each body part shows: (body / base) % count, like `GetBodygroup` of
 * Valve's public `game/shared/animation.cpp`. Every number shows something: numbers that are too
 * large wrap around. Numbers below 0, for which the engine would compute negative rows, count as 0.
 * @param body value of an entity's key `body`
 * @returns a value a body part: row of `MdlBodyPart.models`; 0 if the part has none
 */
export function chooseModels({ bodyParts }: Pick<Mdl, "bodyParts">, body: number): Uint16Array {
  const number = Math.max(0, Math.trunc(body) || 0);
  return Uint16Array.from(bodyParts, ({ base, models }) =>
    // An intact file has no base below 1.
    models.length > 0 ? Math.floor(number / Math.max(1, base)) % models.length : 0,
  );
}
