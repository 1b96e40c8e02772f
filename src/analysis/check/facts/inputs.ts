/** Which inputs an entity takes, by its class. */

import { CLASSES_OF_ENTITIES, INPUTS_OF_CLASSES } from "./entity-classes.ts";

interface ClassRow {
  readonly bases: readonly string[];
  readonly inputs: ReadonlySet<string>;
}

const rowsOf = (text: string) => text.trim().split("\n");

export class InputTable {
  readonly #classes = new Map<string, ClassRow>();
  readonly #entities = new Map<string, readonly string[]>();
  readonly #all = new Map<string, ReadonlySet<string>>();

  constructor(classes = INPUTS_OF_CLASSES, entities = CLASSES_OF_ENTITIES) {
    for (const row of rowsOf(classes)) {
      const [head, inputs] = row.split(":");
      const [name, bases = ""] = head.split(" ");
      this.#classes.set(name, {
        bases: bases.split("|").filter((base) => base !== ""),
        inputs: new Set(inputs.toLowerCase().split(",")),
      });
    }
    for (const row of rowsOf(entities)) {
      const [name, classes] = row.split(" ");
      this.#entities.set(name, classes.split("|"));
    }
  }

  /** Lower case, those of all classes that it is derived from; null: the class is not known. */
  inputsOf(classname: string): ReadonlySet<string> | null {
    const classes = this.#entities.get(classname.toLowerCase());
    if (classes === undefined) return null;
    const known = this.#all.get(classname.toLowerCase());
    if (known !== undefined) return known;
    const all = new Set<string>();
    const seen = new Set<string>();
    const open = [...classes];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const row = this.#classes.get(name);
      for (const input of row?.inputs ?? []) all.add(input);
      open.push(...(row?.bases ?? []));
    }
    this.#all.set(classname.toLowerCase(), all);
    return all;
  }
}

let sdkInputs: InputTable | null = null;

/** Returns the table of Source SDK 2013. The first call builds it, which takes as long as checking a small map. */
export function openInputTable(): InputTable {
  sdkInputs ??= new InputTable();
  return sdkInputs;
}
