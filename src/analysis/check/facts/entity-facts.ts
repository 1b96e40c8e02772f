/** Entities of a map for the rules: lookup by name and by class, and the outputs they fire. */

import { type EntityOutput, parseOutput } from "../../../formats/bsp/read/parse-output.ts";
import type { Bsp, Entity } from "../../../formats/bsp/types.ts";
import { modelOf, parseVector } from "../../../scene/brushes/brush-models.ts";
import type { Vec3 } from "../findings.ts";

export interface EntityFacts {
  /** Row of the lump. */
  readonly row: number;
  /** Lower case. */
  readonly classname: string;
  /** Name in its original spelling; empty if the entity has none. */
  readonly name: string;
  /**
   * World space, inches. The middle of the model for a brush entity without origin. `null` if the
   * entity has no place.
   */
  readonly origin: Vec3 | null;
  /** Row of the models; 0 if the entity has no brush model. */
  readonly model: number;
  readonly outputs: readonly EntityOutput[];
  readonly entity: Entity;
  get(key: string): string | undefined;
}

export function listEntities(bsp: Bsp): EntityFacts[] {
  return bsp.entities.map((entity, row) => {
    const model = modelOf(bsp, entity);
    const outputs = entity.pairs.flatMap(([key, value]) => parseOutput(key, value) ?? []);
    return {
      row,
      classname: (entity.get("classname") ?? "").toLowerCase(),
      name: entity.get("targetname") ?? "",
      origin: placeOf(bsp, entity, model),
      model,
      outputs,
      entity,
      get: (key) => entity.get(key),
    };
  });
}

function placeOf({ models }: Bsp, entity: Entity, model: number): Vec3 | null {
  const stated = entity.get("origin");
  const origin = stated === undefined ? null : parseVector(stated);
  if (model === 0) return origin;
  const middle = (axis: number) => {
    const at = model * 3 + axis;
    return (models.mins[at] + models.maxs[at]) / 2 + (origin?.[axis] ?? 0);
  };
  return [middle(0), middle(1), middle(2)];
}

/** Returns the words for an entity in a sentence: its class, and its name if it has one. */
export const nameOf = ({ classname, name }: Pick<EntityFacts, "classname" | "name">): string =>
  name === "" ? classname || "an entity without a class" : `${classname} "${name}"`;

/** Index of all entity names, lower case, including names given to entities while the map runs. */
export class NamedEntities {
  readonly #names = new Map<string, EntityFacts[]>();
  /** Names, classes and names given at run time, sorted for prefix patterns. */
  readonly #sorted: readonly string[];
  readonly #others = new Set<string>();

  constructor(entities: readonly EntityFacts[]) {
    for (const one of entities) {
      this.#others.add(one.classname);
      if (one.name !== "") {
        const key = one.name.toLowerCase();
        const list = this.#names.get(key);
        if (list === undefined) this.#names.set(key, [one]);
        else list.push(one);
      }
      for (const [key, value] of one.entity.pairs) {
        if (MADE_NAMES.test(key)) this.#others.add(value.toLowerCase());
      }
      for (const { input, parameter } of one.outputs) {
        const renamed = /^targetname[ :]+(\S+)/i.exec(parameter);
        if (input.toLowerCase() === "addoutput" && renamed)
          this.#others.add(renamed[1].toLowerCase());
      }
    }
    this.#sorted = [...this.#names.keys(), ...this.#others].sort();
  }

  of(name: string): readonly EntityFacts[] {
    return this.#names.get(name.toLowerCase()) ?? [];
  }

  /** Groups of entities that share a name. */
  *shared(): Iterable<readonly EntityFacts[]> {
    for (const list of this.#names.values()) if (list.length > 1) yield list;
  }

  /** Whether a target matches an entity, by name, prefix pattern or class, as outputs do. */
  finds(target: string): boolean {
    const wanted = target.toLowerCase();
    if (!wanted.endsWith("*")) return this.#names.has(wanted) || this.#others.has(wanted);
    const start = wanted.slice(0, -1);
    return this.#sorted[this.#firstFrom(start)]?.startsWith(start) ?? false;
  }

  /**
   * Lists the entities that an output's target names. Limited to some dozens, because a pattern may
   * match all.
   */
  list(target: string): readonly EntityFacts[] {
    const wanted = target.toLowerCase();
    if (!wanted.endsWith("*")) return this.of(wanted).slice(0, MOST_LISTED);
    const start = wanted.slice(0, -1);
    const found: EntityFacts[] = [];
    for (let i = this.#firstFrom(start); this.#sorted[i]?.startsWith(start); i++) {
      found.push(...this.list(this.#sorted[i]));
      if (found.length >= MOST_LISTED) break;
    }
    return found;
  }

  #firstFrom(start: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sorted[middle] < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const MOST_LISTED = 64;

/** Keys whose values name entities that are created while the map runs. */
const MADE_NAMES = /^(npctargetname|propname|projectilename|spawntargetname|vehiclename)$/i;
