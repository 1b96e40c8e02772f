/** Rules about outputs whose target, input or name does not exist. */

import {
  CLASSES_OF_ENTITIES,
  INPUTS_OF_CLASSES,
  OUTPUTS_OF_CLASSES,
} from "../../facts/entity-classes.ts";
import { nameOf } from "../../facts/entity-facts.ts";
import { type Fault, UntoldError } from "../../findings.ts";
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

// Inputs that an entity takes and outputs that it fires, by its class.

interface ClassRow {
  readonly bases: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Inputs and outputs of a class and its base classes, lower case. */
interface ClassNames {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
}

const rowsOf = (text: string) => text.trim().split("\n");

export class NameTable {
  readonly #classes = new Map<string, ClassRow>();
  readonly #entities = new Map<string, readonly string[]>();
  readonly #found = new Map<string, ClassNames>();

  constructor(
    classes = INPUTS_OF_CLASSES,
    entities = CLASSES_OF_ENTITIES,
    outputs = OUTPUTS_OF_CLASSES,
  ) {
    const fired = new Map(
      rowsOf(outputs.toLowerCase()).map((row) => row.split(":") as [string, string]),
    );
    for (const row of rowsOf(classes)) {
      const [head, inputs] = row.split(":");
      const [name, bases = ""] = head.split(" ");
      this.#classes.set(name, {
        bases: bases.split("|").filter((base) => base !== ""),
        inputs: inputs.toLowerCase().split(","),
        outputs: fired.get(name.toLowerCase())?.split(",") ?? [],
      });
    }
    for (const row of rowsOf(entities)) {
      const [name, list] = row.split(" ");
      this.#entities.set(name, list.split("|"));
    }
  }

  /** Returns the names of a class; `null` if the class is unknown. */
  of(classname: string): ClassNames | null {
    const entity = classname.toLowerCase();
    const classes = this.#entities.get(entity);
    if (classes === undefined) return null;
    const known = this.#found.get(entity);
    if (known !== undefined) return known;
    const inputs = new Set<string>();
    const outputs = new Set<string>();
    const seen = new Set<string>();
    const open = [...classes];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const row = this.#classes.get(name);
      for (const input of row?.inputs ?? []) inputs.add(input);
      for (const output of row?.outputs ?? []) outputs.add(output);
      open.push(...(row?.bases ?? []));
    }
    const found = { inputs, outputs };
    this.#found.set(entity, found);
    return found;
  }
}

let sdkNames: NameTable | null = null;

/**
 * Returns the table of Source SDK 2013. The first call builds it, which takes as long as checking a
 * small map.
 */
function openNameTable(): NameTable {
  sdkNames ??= new NameTable();
  return sdkNames;
}

/** Newest map version that the SDK's games open. */
const LAST_VERSION = 20;

/** @throws UntoldError if no public source lists the names of the map's game */
function checkVersion(version: number, names: string): void {
  if (version <= LAST_VERSION) return;
  throw new UntoldError(
    `no public source lists the ${names} of a game with version ${version} maps`,
  );
}

/**
 * An output fires an input that the target's class lacks, by the tables of Source SDK 2013's games.
 * Other classes and maps later than version 20 are skipped. A mod may add the input. (warning)
 * Mend: Correct the input's name.
 */
export const unknownInputs: Rule = {
  name: "unknown-inputs",
  why: "An entity ignores an input that its class does not have.",
  check({ entities, names, bsp }) {
    checkVersion(bsp.version, "inputs");
    const table = openNameTable();
    const faults: Fault[] = [];
    for (const one of entities) {
      const told = new Set<string>();
      for (const { name, target, input } of one.outputs) {
        const key = `${target} ${input}`.toLowerCase();
        if (told.has(key)) continue;
        const wanted = input.toLowerCase();
        const targets = names.list(target);
        const lacks = targets.filter(({ classname }) => {
          const known = table.of(classname);
          return known !== null && !known.inputs.has(wanted);
        });
        // If several entities share the name, one that takes the input is enough.
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

/**
 * An entity has an output that its class does not fire, by the tables of Source SDK 2013's games.
 * Other classes and maps later than version 20 are skipped. A mod may add the output. (note)
 * Mend: Correct the output's name.
 */
export const unknownOutputs: Rule = {
  name: "unknown-outputs",
  why: "An entity never fires an output that its class does not have.",
  check({ entities, bsp }) {
    checkVersion(bsp.version, "outputs");
    const table = openNameTable();
    const faults: Fault[] = [];
    for (const one of entities) {
      const known = table.of(one.classname);
      if (known === null) continue;
      const told = new Set<string>();
      for (const { name } of one.outputs) {
        const fired = name.toLowerCase();
        if (known.outputs.has(fired) || told.has(fired)) continue;
        told.add(fired);
        const message = `${nameOf(one)} never fires ${name}: its class has no such output in Source SDK 2013.`;
        const at = one.origin === null ? {} : { origin: one.origin };
        faults.push({ severity: "note", message, entity: one.row, ...at });
      }
    }
    return faults;
  },
};
