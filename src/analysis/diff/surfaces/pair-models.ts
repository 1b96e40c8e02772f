/** Which brush model of one version is which of the other: those of the entities that were matched. */

import type { MapVersion } from "../open-version.ts";
import { modelRowOf } from "../things/entity-things.ts";
import type { MatchedThings } from "../things/match-things.ts";

export interface ModelPair {
  /** Rows of the models; -1: that version has none. */
  readonly a: number;
  readonly b: number;
  /** "world", or the class and name of its entity. */
  readonly owner: string;
  /** 3 numbers: what is added to A's points so that they lie where B's do, where all of it was moved. */
  readonly shift: readonly [x: number, y: number, z: number];
  /** 3 numbers: from the model's space to the map's, of B; of A where B has none. */
  readonly origin: readonly [x: number, y: number, z: number];
}

/** Inches that the three sides of a moved box may differ by. */
const SAME_SIZE = 1 / 8;
const NOWHERE = [0, 0, 0] as const;

/** The world first, then those of entities in both, then what one version has alone. */
export function pairModels(a: MapVersion, b: MapVersion, entities: MatchedThings): ModelPair[] {
  const pairs: ModelPair[] = [{ a: 0, b: 0, owner: "world", shift: NOWHERE, origin: NOWHERE }];
  const usedA = new Set([0]);
  const usedB = new Set([0]);
  const rowIn = (version: MapVersion, entity: number, used: Set<number>): number => {
    const row = modelRowOf(version.bsp.entities[entity]);
    if (row < 0 || row >= version.bsp.models.count || used.has(row)) return -1;
    used.add(row);
    return row;
  };
  const add = (entityA: number, entityB: number): void => {
    const rowA = entityA < 0 ? -1 : rowIn(a, entityA, usedA);
    const rowB = entityB < 0 ? -1 : rowIn(b, entityB, usedB);
    if (rowA < 0 && rowB < 0) return;
    const [version, entity] = entityB < 0 ? [a, entityA] : [b, entityB];
    const shift = rowA < 0 || rowB < 0 ? NOWHERE : shiftOf(a, rowA, b, rowB);
    pairs.push({
      ...{ a: rowA, b: rowB, shift },
      owner: ownerOf(version, entity),
      origin: originOf(version, entity),
    });
  };
  for (const [entityA, entityB] of entities.pairs) add(entityA, entityB);
  for (const entity of entities.removed) add(entity, -1);
  for (const entity of entities.added) add(-1, entity);
  return pairs;
}

function ownerOf({ bsp }: MapVersion, entity: number): string {
  const { [entity]: found } = bsp.entities;
  const name = found.get("targetname") ?? "";
  return `${found.get("classname") ?? "(no class)"}${name === "" ? "" : ` ${name}`}`;
}

function originOf({ bsp }: MapVersion, entity: number): [number, number, number] {
  const numbers = (bsp.entities[entity].get("origin") ?? "").trim().split(/\s+/).map(Number);
  const isPoint = numbers.length === 3 && numbers.every(Number.isFinite);
  return isPoint ? (numbers as [number, number, number]) : [0, 0, 0];
}

/** Brushes without an origin of their own are written where they stand: moved, all of their points are others. */
function shiftOf(a: MapVersion, rowA: number, b: MapVersion, rowB: number): ModelPair["shift"] {
  const of = (column: "mins" | "maxs", axis: number) =>
    b.bsp.models[column][rowB * 3 + axis] - a.bsp.models[column][rowA * 3 + axis];
  const axes = [0, 1, 2].map((axis) => [of("mins", axis), of("maxs", axis)] as const);
  const isMoved = axes.every(([low, high]) => Math.abs(low - high) <= SAME_SIZE);
  return isMoved ? [axes[0][0], axes[1][0], axes[2][0]] : NOWHERE;
}
