/** Lists entities that another entity hides when the map starts. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "./render-properties.ts";

/** Spawn flag of point_template.cpp: the template entities stay in the map as well. */
const SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES = 1;
const TEMPLATES = 16;

/** A set of names, ignoring case. A name that ends in `*` matches all names with that prefix. */
export class NameSet {
  readonly #names = new Set<string>();
  readonly #prefixes: string[] = [];
  /** Sorted prefixes, without those that begin with another prefix; `null` if out of date. */
  #shortest: string[] | null = null;

  add(name: string | undefined): void {
    const key = (name ?? "").toLowerCase();
    if (key.endsWith("*")) {
      this.#prefixes.push(key.slice(0, -1));
      this.#shortest = null;
    } else if (key !== "") {
      this.#names.add(key);
    }
  }

  has(name: string): boolean {
    const key = name.toLowerCase();
    return this.#names.has(key) || this.#hasPrefixOf(key);
  }

  /**
   * Whether a prefix matches a key. No prefix begins with another, so only the last one that sorts
   * before the key can match.
   */
  #hasPrefixOf(key: string): boolean {
    this.#shortest ??= dropLonger(this.#prefixes.sort());
    const prefixes = this.#shortest;
    let low = 0;
    let high = prefixes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (prefixes[middle] <= key) low = middle + 1;
      else high = middle;
    }
    return low > 0 && key.startsWith(prefixes[low - 1]);
  }
}

/** Returns sorted names without those that begin with another of them. */
function dropLonger(sorted: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !name.startsWith(last)) kept.push(name);
  }
  return kept;
}

/**
 * Lists names of entities to leave out: `point_template` removes its entities until it spawns them,
 * and `func_areaportalwindow` draws its target and its background model itself
 * (func_areaportalwindow.cpp).
 */
export function listUnspawned(entities: readonly Entity[]): NameSet {
  const names = new NameSet();
  for (const entity of entities) {
    if (entity.get("classname")?.toLowerCase() === "func_areaportalwindow") {
      names.add(entity.get("target"));
      names.add(entity.get("backgroundbmodel"));
    }
    const flags = parseInteger(entity.get("spawnflags"));
    if ((flags & SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES) === 0) addTemplated(names, entity);
  }
  return names;
}

/** Lists names of entities that templates make, whether or not these also remove them. */
export function listTemplated(entities: readonly Entity[]): NameSet {
  const names = new NameSet();
  for (const entity of entities) addTemplated(names, entity);
  return names;
}

function addTemplated(names: NameSet, entity: Entity): void {
  if (entity.get("classname")?.toLowerCase() !== "point_template") return;
  for (let i = 1; i <= TEMPLATES; i++) {
    names.add(entity.get(`template${String(i).padStart(2, "0")}`));
  }
}
