import { nameOf } from "../../facts/entity-facts.ts";
import { REFERENCES } from "../../facts/references.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const ONE = REFERENCES.filter(({ takesMany }) => !takesMany);

/**
 * A key that names one entity (`parentname`, `filtername`, …) matches several. (note)
 * Mend: Give each entity its own name.
 */
export const sharedNames: Rule = {
  name: "shared-names",
  why: "The game uses the first entity that it finds.",
  check({ entities, names }) {
    const told = new Set<string>();
    const faults: Fault[] = [];
    for (const one of entities) {
      for (const { key, classes } of ONE) {
        // Some games choose at random among several teleport destinations.
        if ((classes !== null && !classes.test(one.classname)) || /teleport/.test(one.classname))
          continue;
        const wanted = (one.get(key) ?? "").split(",")[0].trim().toLowerCase();
        const found = names.of(wanted);
        if (wanted === "" || found.length < 2 || told.has(wanted)) continue;
        told.add(wanted);
        const message = `${nameOf(one)} names "${wanted}" as its ${key}, and ${countOf(found.length, "entity", "entities")} have that name.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "note", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};
