import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * An output's target is no entity's name, class or name prefix (`door*`). Skipped: `!activator` and
 * the like, names created at run time (templates, spawners, `AddOutput`), entities that games
 * create (`tf_gamerules`), empty targets. (warning)
 * Mend: Correct the name, or delete the output.
 */
export const deadOutputs: Rule = {
  name: "dead-outputs",
  why: "The output does nothing: a name was changed or misspelt.",
  check({ entities, names }) {
    const faults: Fault[] = [];
    for (const one of entities) {
      const told = new Set<string>();
      for (const { name, target, input } of one.outputs) {
        if (isAnswered(target) || names.finds(target)) continue;
        const key = `${name} ${target} ${input}`;
        if (told.has(key)) continue;
        told.add(key);
        const message = `${nameOf(one)}: ${name} fires ${input} at "${target}", and no entity has that name or class.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "warning", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};

/**
 * Whether a target needs no entity in the map: `!activator` and the like, the player, names filled
 * in later, an empty target, or the game rules, which a game creates itself if the map has none
 * (`CTFGameRules` of the SDK names them `tf_gamerules`).
 */
const isAnswered = (target: string): boolean =>
  target === "" || /^[!@*]|^player|&\d{4}|^worldspawn$|_gamerules$/i.test(target);
