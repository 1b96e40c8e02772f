/** Classes with their keys, inputs and outputs by lower-case name. */

import type { EntityClass, Input, KeyType } from "./entity-class.ts";
import type { StringPool } from "./string-pool.ts";
import { parseFloatOf, parseIntegerOf } from "./values.ts";

export interface KeySlot {
  readonly type: KeyType;
  /** Number of the state that the key sets. */
  readonly field: number;
  /** Reads a key that is no vector. */
  read(text: string, strings: StringPool): number;
}

export interface CompiledClass {
  readonly source: EntityClass;
  /** False for the class of all entities whose own class is not simulated. */
  readonly isKnown: boolean;
  readonly keys: ReadonlyMap<string, KeySlot>;
  readonly inputs: ReadonlyMap<string, Input>;
  readonly outputs: ReadonlySet<string>;
  /** State before keys are read. */
  readonly initial: Float64Array;
}

const READERS: Readonly<Record<KeyType, KeySlot["read"]>> = {
  float: parseFloatOf,
  integer: parseIntegerOf,
  boolean: (text) => (parseIntegerOf(text) === 0 ? 0 : 1),
  text: (text, strings) => strings.intern(text),
  vector: parseFloatOf,
};

export class ClassTable {
  /** Row 0 is the base class. */
  readonly rows: readonly CompiledClass[];
  readonly #rowByName = new Map<string, number>();

  constructor(base: EntityClass, classes: readonly EntityClass[]) {
    this.rows = [base, ...classes].map((source) => compile(base, source));
    for (const [i, { names }] of classes.entries()) {
      for (const name of names) {
        if (this.#rowByName.has(name)) throw new Error(`two classes are named ${name}`);
        this.#rowByName.set(name, i + 1);
      }
    }
  }

  /** Row of a class name in lower case; 0 if it is not simulated. */
  rowOf(name: string): number {
    return this.#rowByName.get(name) ?? 0;
  }
}

function compile(base: EntityClass, source: EntityClass): CompiledClass {
  const { fields = [], size = 0 } = source.state ?? {};
  const keys = new Map<string, KeySlot>();
  const initial = new Float64Array(size);
  let at = 0;
  for (const field of fields) {
    initial.fill(field.initial, at, at + field.size);
    for (const [i, name] of field.keys.entries()) {
      keys.set(name.toLowerCase(), { type: field.type, field: at + i, read: READERS[field.type] });
    }
    at += field.size;
  }
  const inputs = new Map<string, Input>();
  for (const [name, one] of Object.entries({ ...base.inputs, ...source.inputs })) {
    inputs.set(name.toLowerCase(), one);
  }
  const outputs = new Set([...(base.outputs ?? []), ...(source.outputs ?? [])].map(lower));
  return { source, isKnown: source !== base, keys, inputs, outputs, initial };
}

const lower = (name: string): string => name.toLowerCase();
