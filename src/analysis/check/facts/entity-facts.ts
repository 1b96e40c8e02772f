/** Entities of a map for the rules: lookup by name and by class, and the outputs they fire. */

import { type EntityOutput, parseOutput } from "../../../formats/bsp/read/parse-output.ts";
import type { Bsp, Entity } from "../../../formats/bsp/types.ts";
import { modelOf, parseVector } from "../../../scene/brushes/brush-models.ts";
import { EntityNames } from "../../entity-names.ts";
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

/** Entities by name, and names that entities get while the map runs. */
export class NamedEntities {
  readonly #entities: readonly EntityFacts[];
  readonly #names: EntityNames;
  /** Names given at run time, lower case. */
  readonly #later = new Set<string>();

  constructor(entities: readonly EntityFacts[]) {
    this.#entities = entities;
    this.#names = new EntityNames(entities);
    for (const one of entities) {
      for (const [key, value] of one.entity.pairs) {
        if (MADE_NAMES.test(key)) this.#later.add(value.toLowerCase());
      }
      for (const { input, parameter } of one.outputs) {
        const renamed = /^targetname[ :]+(\S+)/i.exec(parameter);
        if (input.toLowerCase() === "addoutput" && renamed) {
          this.#later.add(renamed[1].toLowerCase());
        }
      }
    }
  }

  of(name: string): readonly EntityFacts[] {
    return this.#names.rowsOf(name).map((row) => this.#entities[row]);
  }

  /** Groups of entities that share a name. */
  *shared(): Iterable<readonly EntityFacts[]> {
    for (const rows of this.#names.groups()) {
      if (rows.length > 1) yield rows.map((row) => this.#entities[row]);
    }
  }

  /** Whether a target matches an entity, by name, prefix pattern or class, as outputs do. */
  finds(target: string): boolean {
    const found = this.#names.findTarget(target, -1);
    if (found !== null && found.length > 0) return true;
    const wanted = target.toLowerCase();
    if (!wanted.endsWith("*")) return this.#later.has(wanted);
    const start = wanted.slice(0, -1);
    for (const name of this.#later) if (name.startsWith(start)) return true;
    return false;
  }

  /**
   * Lists the entities that an output's target names. Limited to some dozens, because a pattern may
   * match all.
   */
  list(target: string): readonly EntityFacts[] {
    return this.#names.find(target).map((row) => this.#entities[row]);
  }
}

/** Keys whose values name entities that are created while the map runs. */
const MADE_NAMES = /^(npctargetname|propname|projectilename|spawntargetname|vehiclename)$/i;
