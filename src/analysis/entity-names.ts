/** Looks up entities by the names that outputs and keys use. */

import { type EntityOutput, parseOutput } from "../formats/bsp/read/parse-output.ts";
import type { Entity } from "../formats/bsp/types.ts";

/** Most entities found for one name. */
const MAX_FOUND = 64;

export class EntityNames {
  /** Rows by targetname, lower case. */
  readonly #rows = new Map<string, number[]>();
  readonly #classes = new Map<string, number[]>();
  /** Names and classes, sorted, for prefix patterns that end in a star. */
  readonly #names: readonly string[];
  readonly #classNames: readonly string[];

  constructor(entities: readonly Pick<Entity, "get">[]) {
    for (const [row, entity] of entities.entries()) {
      add(this.#rows, entity.get("targetname"), row);
      add(this.#classes, entity.get("classname"), row);
    }
    this.#names = [...this.#rows.keys()].sort();
    this.#classNames = [...this.#classes.keys()].sort();
  }

  /** Returns all rows of a name. */
  rowsOf(name: string): readonly number[] {
    return this.#rows.get(name.toLowerCase()) ?? [];
  }

  /** Rows of each name. */
  groups(): Iterable<readonly number[]> {
    return this.#rows.values();
  }

  /** Finds entities by name only, as keys such as `target` do. */
  find(name: string): readonly number[] {
    return list(name.trim().toLowerCase(), this.#rows, this.#names);
  }

  /**
   * Finds the targets of an output, by name or else by class (`CEventQueue::ServiceEvents`,
   * cbase.cpp). `null` if the target is known only at run time, such as `!activator`.
   */
  findTarget(name: string, self: number): readonly number[] | null {
    const called = name.trim().toLowerCase();
    if (called === "!self") return [self];
    if (called.startsWith("!") || called.startsWith("@")) return null;
    const named = this.find(called);
    return named.length > 0 ? named : list(called, this.#classes, this.#classNames);
  }
}

function add(rows: Map<string, number[]>, key: string | undefined, row: number): void {
  if (key === undefined || key === "") return;
  const name = key.toLowerCase();
  const known = rows.get(name);
  if (known === undefined) rows.set(name, [row]);
  else known.push(row);
}

function list(
  name: string,
  rows: ReadonlyMap<string, readonly number[]>,
  sorted: readonly string[],
): readonly number[] {
  if (!name.endsWith("*")) return (rows.get(name) ?? []).slice(0, MAX_FOUND);
  const start = name.slice(0, -1);
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < start) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let i = low; i < sorted.length && sorted[i].startsWith(start); i++) {
    for (const row of rows.get(sorted[i]) ?? []) {
      if (found.length === MAX_FOUND) return found;
      found.push(row);
    }
  }
  return found;
}

/** Lists outputs that have a target and can come true. */
export function listOutputs(entity: Entity): EntityOutput[] {
  return entity.pairs
    .flatMap(([key, value]) => parseOutput(key, value) ?? [])
    .filter(({ target, delay }) => target !== "" && delay >= 0);
}
