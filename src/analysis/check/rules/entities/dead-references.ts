import { nameOf } from "../../facts/entity-facts.ts";
import { REFERENCES } from "../../facts/references.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * A key that names an entity (`parentname`, `filtername`, `target` of a track, `NextKey` of a rope,
 * …) names none. (warning)
 * Mend: Correct the name, or delete the key.
 */
export const deadReferences: Rule = {
  name: "dead-references",
  why: "The parent, target or filter does not exist, so the entity does not work.",
  check({ entities, names }) {
    const faults: Fault[] = [];
    for (const one of entities) {
      for (const { key, classes } of REFERENCES) {
        if (classes !== null && !classes.test(one.classname)) continue;
        // A parent's name may be followed by an attachment of its model.
        const wanted = (one.get(key) ?? "").split(",")[0].trim();
        if (wanted === "" || /^[!@]|^player|&\d{4}/i.test(wanted) || names.finds(wanted)) continue;
        const message = `${nameOf(one)} names "${wanted}" as its ${key}, but no entity has that name.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "warning", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};
