/** Entities as a list that is searched: by class, name, and all that their keys say. */

import type { MapEntity } from "../../viewer/index.ts";

export interface EntityRow {
  /** Row of the map's entities. */
  readonly entity: number;
  readonly className: string;
  /** Empty: it has none. */
  readonly name: string;
  /** All keys and values, lower case: what is searched. */
  readonly text: string;
}

export const keyValue = (entity: MapEntity, key: string): string =>
  entity.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";

export function listEntityRows(entities: readonly MapEntity[]): EntityRow[] {
  return entities.map((entity, row) => ({
    entity: row,
    className: keyValue(entity, "classname"),
    name: keyValue(entity, "targetname"),
    text: entity.map(([key, value]) => `${key} ${value}`.toLowerCase()).join("\n"),
  }));
}

/**
 * Those that have every word, in the map's order. A word with a colon asks for a key: `model:door`; `broken:` for
 * what has an output without a target.
 * @param broken rows of such entities
 */
export function searchEntities(
  rows: readonly EntityRow[],
  query: string,
  broken: ReadonlySet<number>,
): EntityRow[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const tests = words.map((word) => {
    const colon = word.indexOf(":");
    if (word === "broken:") return ({ entity }: EntityRow) => broken.has(entity);
    if (colon <= 0) return ({ text }: EntityRow) => text.includes(word);
    const key = word.slice(0, colon);
    const value = word.slice(colon + 1);
    return ({ text }: EntityRow) =>
      text
        .split("\n")
        .some((line) => line.startsWith(`${key} `) && line.slice(key.length + 1).includes(value));
  });
  return rows.filter((row) => tests.every((test) => test(row)));
}

/** Where an entity is: its `origin`; null: it says nothing of it. */
export function originOf(entity: MapEntity): readonly [number, number, number] | null {
  const numbers = keyValue(entity, "origin").trim().split(/\s+/).map(Number);
  const [x, y, z] = numbers;
  return numbers.length >= 3 && [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}

/** From where one sees a place: some steps back from it and above, looking at it. */
export function poseBefore(
  [x, y, z]: readonly [number, number, number],
  yaw: number,
  distance = 160,
) {
  const turn = (yaw * Math.PI) / 180;
  const rise = distance * 0.4;
  return {
    x: x - Math.cos(turn) * distance,
    y: y - Math.sin(turn) * distance,
    z: z + rise,
    pitch: (Math.atan2(rise, distance) * 180) / Math.PI,
    yaw,
  };
}
