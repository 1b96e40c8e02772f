/** Names of entities that another entity takes out of sight when the map starts. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "./render-properties.ts";

/** Of point_template.cpp: what is spawned later stays where it is until then, too. */
const SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES = 1;
const TEMPLATES = 16;

/** Names, without regard to case; one that ends in `*` stands for all that begin so. */
export class NameSet {
  readonly #names = new Set<string>();
  readonly #prefixes: string[] = [];
  /** Sorted, without those that begin with another; null: to be made anew. */
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

  /** Of prefixes none of which begins with another, only the last one before the name can be its. */
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

/** Of sorted names, those that do not begin with another of them. */
function dropLonger(sorted: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !name.startsWith(last)) kept.push(name);
  }
  return kept;
}

/**
 * Entities that a `point_template` makes later are removed until then, and a `func_areaportalwindow`
 * draws its target, and what is behind that, itself (func_areaportalwindow.cpp): all are left out.
 */
export function listUnspawned(entities: readonly Entity[]): NameSet {
  const names = new NameSet();
  for (const entity of entities) {
    const className = entity.get("classname")?.toLowerCase();
    if (className === "func_areaportalwindow") {
      names.add(entity.get("target"));
      names.add(entity.get("backgroundbmodel"));
    }
    if (className !== "point_template") continue;
    const flags = parseInteger(entity.get("spawnflags"));
    if ((flags & SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES) !== 0) continue;
    for (let i = 1; i <= TEMPLATES; i++) {
      names.add(entity.get(`template${String(i).padStart(2, "0")}`));
    }
  }
  return names;
}
