/**
 * Entities that point_templates keep and make again: point_template.cpp and TemplateEntities.cpp of
 * Source SDK 2013. All of it is known when the map has loaded; only the number of instances changes.
 */

import type { Entity } from "../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../math/angles.ts";
import { multiply3x4 } from "../math/matrix3x4.ts";
import type { EntityTable } from "./entity-table.ts";
import { invertPlacement } from "./hierarchy.ts";
import type { StringPool } from "./string-pool.ts";

const KEEPS_ENTITIES = 1;
const PRESERVES_NAMES = 2;

const MOST_NAMES = 16;

/** Separates the parts of outputs in newer games. */
const ESCAPE = "\x1b";

/** A key value; the number of the instance is put after the first `length` letters, if any. */
interface TemplateKey {
  readonly key: string;
  readonly value: string;
  /** -1 if nothing is put in. */
  readonly length: number;
}

/** One entity that a template makes. */
export interface EntityTemplate {
  readonly lumpRow: number;
  readonly keys: readonly TemplateKey[];
  /** From the entity's space to the template's, as the map places both. */
  readonly matrix: Float32Array;
}

export class Templates {
  /** Templates by the row of their point_template. */
  readonly #groups = new Map<number, readonly EntityTemplate[]>();
  /** Number of the last instance. */
  instance = 0;

  /**
   * Finds what each point_template keeps.
   * @param find returns the rows that a name finds
   * @param remove takes an entity out of the map
   */
  constructor(
    map: readonly Entity[],
    entities: EntityTable,
    strings: StringPool,
    find: (name: string) => readonly number[],
    remove: (row: number) => void,
  ) {
    for (const [row, entity] of map.entries()) {
      if (strings.text(entities.className[row]) !== "point_template") continue;
      if (entities.isRemoved[row] !== 0) continue;
      const kept: number[] = [];
      for (let i = 1; i <= MOST_NAMES; i++) {
        const name = entity.get(`Template${String(i).padStart(2, "0")}`) ?? "";
        if (name !== "") kept.push(...find(name));
      }
      const flags = entities.spawnflags[row];
      const group = kept.map((one) => ({
        lumpRow: one,
        keys: map[one].pairs.map(([key, value]) => ({ key, value, length: -1 })),
        matrix: relativeMatrix(entities, row, one),
      }));
      this.#groups.set(row, (flags & PRESERVES_NAMES) === 0 ? group.map(fixNames(group)) : group);
      // The engine numbers an instance of each template when it precaches it.
      if (group.length > 0) this.instance++;
      if ((flags & KEEPS_ENTITIES) === 0) kept.forEach(remove);
    }
  }

  of(row: number): readonly EntityTemplate[] {
    return this.#groups.get(row) ?? [];
  }

  /** Returns the entity that a template makes in the current instance. */
  entityOf({ keys }: EntityTemplate): Entity {
    const suffix = `&${String(this.instance).padStart(4, "0")}`;
    const pairs = keys.map(({ key, value, length }) => {
      const text = length < 0 ? value : value.slice(0, length) + suffix + value.slice(length);
      return [key, text] as const;
    });
    return {
      pairs,
      get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
    };
  }
}

/**
 * Marks the names that entities of one template call each other by, so that each instance has its
 * own (`Templates_ReconnectIOForGroup`).
 */
function fixNames(group: readonly EntityTemplate[]) {
  const names = new Set(group.map(({ keys }) => nameOf(keys)).filter((name) => name !== ""));
  const called = new Set<string>();
  const lengthOf = ({ key, value }: TemplateKey): number => {
    if (key.toLowerCase() === "targetname") return -1;
    // An output begins with its target.
    const end = value.indexOf(value.includes(ESCAPE) ? ESCAPE : ",");
    const target = end < 0 ? value : value.slice(0, end);
    return names.has(target.toLowerCase()) ? target.length : -1;
  };
  for (const { keys } of group) {
    for (const one of keys) {
      const length = lengthOf(one);
      if (length > 0) called.add(one.value.slice(0, length).toLowerCase());
    }
  }
  return (template: EntityTemplate): EntityTemplate => ({
    ...template,
    keys: template.keys.map((one) => {
      const isOwn = one.key.toLowerCase() === "targetname" && called.has(one.value.toLowerCase());
      return { ...one, length: isOwn ? one.value.length : lengthOf(one) };
    }),
  });
}

const nameOf = (keys: readonly TemplateKey[]): string =>
  (keys.find(({ key }) => key.toLowerCase() === "targetname")?.value ?? "").toLowerCase();

function relativeMatrix(entities: EntityTable, template: number, row: number): Float32Array {
  const matrix = matrixOf(entities, row);
  const inverse = matrixOf(entities, template);
  invertPlacement(inverse);
  multiply3x4(matrix, 0, inverse, 0, matrix, 0);
  return matrix;
}

function matrixOf({ origin, angles }: EntityTable, row: number): Float32Array {
  const matrix = new Float32Array(12);
  const at = row * 3;
  writeMatrix3x4(
    ...([matrix, 0, angles[at], angles[at + 1], angles[at + 2]] as const),
    ...([origin[at], origin[at + 1], origin[at + 2]] as const),
  );
  return matrix;
}
