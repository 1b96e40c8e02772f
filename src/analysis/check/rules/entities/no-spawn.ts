import { UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Spawn classes of all known games. Each game has its own names. */
const SPAWN =
  /^info_player|(?<!^world)spawn|^info_deathmatch|^info_combine|^info_survivor|^gmod_player_start|^dys_/;

/**
 * The map has no spawn entity of any known game. (warning)
 * Mend: Add an `info_player_start`, or the game's own class. A background map needs none.
 */
export const noSpawn: Rule = {
  name: "no-spawn",
  why: "A game has nowhere to put a player.",
  check(facts) {
    if (facts.entities.length === 0)
      throw new UntoldError("the map has no entities that can be read");
    if (facts.entities.some(({ classname }) => SPAWN.test(classname))) return [];
    const message = "The map has no spawn entity.";
    return [{ severity: "warning", message }];
  },
};
