import { nameOf } from "../../facts/entity-facts.ts";
import { REFERENCES } from "../../facts/references.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

export const deadReferences: Rule = {
  name: "dead-references",
  why: "What hangs on, goes to or asks an entity that is not there hangs, goes and asks nowhere.",
  check({ entities, names }) {
    const faults: Fault[] = [];
    for (const one of entities) {
      for (const { key, classes } of REFERENCES) {
        if (classes !== null && !classes.test(one.classname)) continue;
        // A parent may be followed by the attachment of its model.
        const wanted = (one.get(key) ?? "").split(",")[0].trim();
        if (wanted === "" || /^[!@]|^player|&\d{4}/i.test(wanted) || names.finds(wanted)) continue;
        const message = `${nameOf(one)} names "${wanted}" as its ${key}, and no entity is called so.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "warning", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};
