import type { Mdl } from "../types.ts";

/**
 * The model that each body part shows: (body / base) % count, as `GetBodygroup` of Valve's public
 * `game/shared/animation.cpp` has it. Every number shows something: what is left over of a base wraps
 * round, and a number below 0, which the engine divides to rows before the first, is 0.
 * @param body of an entity: its key `body`
 * @returns a value a body part: row of `MdlBodyPart.models`; 0 where the part has none
 */
export function chooseModels({ bodyParts }: Pick<Mdl, "bodyParts">, body: number): Uint16Array {
  const number = Math.max(0, Math.trunc(body) || 0);
  return Uint16Array.from(bodyParts, ({ base, models }) =>
    // No base below 1 is of a sound file.
    models.length > 0 ? Math.floor(number / Math.max(1, base)) % models.length : 0,
  );
}
