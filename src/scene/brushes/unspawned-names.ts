/** Names of entities that another entity takes out of sight when the map starts. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "./render-properties.ts";

/** Of point_template.cpp: what is spawned later stays where it is until then, too. */
const SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES = 1;
const TEMPLATES = 16;

/** Names, without regard to case; one that ends in `*` stands for all that begin so. */
export class NameSet {
  readonly #names = new Set<string>();
  readonly #prefixes = new Set<string>();
  readonly #prefixLengths = new Set<number>();

  add(name: string | undefined): void {
    const key = (name ?? "").toLowerCase();
    if (key.endsWith("*")) {
      this.#prefixes.add(key.slice(0, -1));
      this.#prefixLengths.add(key.length - 1);
    } else if (key !== "") {
      this.#names.add(key);
    }
  }

  has(name: string): boolean {
    const key = name.toLowerCase();
    if (this.#names.has(key)) return true;
    for (const length of this.#prefixLengths) {
      if (length <= key.length && this.#prefixes.has(key.slice(0, length))) return true;
    }
    return false;
  }
}

/**
 * Entities that a `point_template` makes later are removed until then, and a `func_areaportalwindow`
 * draws its target itself, only from afar (func_areaportalwindow.cpp): both are left out.
 */
export function listUnspawned(entities: readonly Entity[]): NameSet {
  const names = new NameSet();
  for (const entity of entities) {
    const className = entity.get("classname")?.toLowerCase();
    if (className === "func_areaportalwindow") names.add(entity.get("target"));
    if (className !== "point_template") continue;
    const flags = parseInteger(entity.get("spawnflags"));
    if ((flags & SF_POINTTEMPLATE_DONTREMOVETEMPLATEENTITIES) !== 0) continue;
    for (let i = 1; i <= TEMPLATES; i++) {
      names.add(entity.get(`template${String(i).padStart(2, "0")}`));
    }
  }
  return names;
}
