import { nameOf } from "../../facts/entity-facts.ts";
import { openInputTable } from "../../facts/inputs.ts";
import { type Fault, UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** The newest version of maps that the SDK's games open. */
const LAST_VERSION = 20;

/**
 * An output fires an input that the target's class lacks, by the tables of Source SDK 2013's games.
 * Other classes and maps later than version 20 are skipped. A mod may add the input. (warning)
 * Mend: Correct the input's name.
 */
export const unknownInputs: Rule = {
  name: "unknown-inputs",
  why: "An entity ignores an input that its class does not have.",
  check({ entities, names, bsp }) {
    if (bsp.version > LAST_VERSION) {
      throw new UntoldError(`which inputs a game of version ${bsp.version} has is not public`);
    }
    const table = openInputTable();
    const faults: Fault[] = [];
    for (const one of entities) {
      const told = new Set<string>();
      for (const { name, target, input } of one.outputs) {
        const key = `${target} ${input}`.toLowerCase();
        if (told.has(key)) continue;
        const wanted = input.toLowerCase();
        const targets = names.list(target);
        const lacks = targets.filter(({ classname }) => {
          const known = table.inputsOf(classname);
          return known !== null && !known.has(wanted);
        });
        // Of several of one name it is enough that one takes it.
        if (lacks.length === 0 || lacks.length < targets.length) continue;
        told.add(key);
        const whom = `${nameOf(lacks[0])}, which has no such input in Source SDK 2013`;
        const message = `${nameOf(one)}: ${name} fires ${input} at ${whom}.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "warning", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};
