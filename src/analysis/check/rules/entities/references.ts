/** Rules about keys that name other entities. */

import { nameOf } from "../../facts/entity-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Keys with which an entity names another entity, with the classes that have the key. */
interface EntityReference {
  readonly key: string;
  readonly classes: RegExp | null;
  /** True if a name shared by several entities refers to all of them; false if only one is used. */
  readonly takesMany: boolean;
}

/**
 * Keys from the SDK's data tables, limited to those that have no use without the entity they name.
 */
const REFERENCES: readonly EntityReference[] = [
  { key: "parentname", classes: null, takesMany: false },
  { key: "filtername", classes: null, takesMany: false },
  { key: "damagefilter", classes: null, takesMany: false },
  {
    key: "target",
    classes:
      /^(path_track|path_corner|func_tracktrain|func_train|trigger_teleport|point_teleport)$/,
    takesMany: false,
  },
  { key: "nextkey", classes: /^(move_rope|keyframe_rope)$/, takesMany: false },
  { key: "lasertarget", classes: /^env_laser$/, takesMany: true },
  { key: "lightningstart", classes: /^env_beam$/, takesMany: true },
  { key: "lightningend", classes: /^env_beam$/, takesMany: true },
  { key: "measuretarget", classes: /^logic_measure_movement$/, takesMany: false },
  { key: "movetarget", classes: /^point_viewcontrol$/, takesMany: false },
];

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
