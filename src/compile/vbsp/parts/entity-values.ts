/** Values of an entity's keys, checked: a number that is none is an error with the entity's line. */

import type { FormatError } from "../../../core/errors.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import { vmfFault } from "../vmf-fault.ts";

/** What of an entity is needed to read its keys. */
export type EntityKeys = Pick<VmfEntity, "line" | "get">;

/** An entity's class, in lower case: classes are case-blind. */
export function classOf(entity: EntityKeys): string {
  return (entity.get("classname") ?? "").trim().toLowerCase();
}

export function entityError(entity: EntityKeys, expected: string, found: string): FormatError {
  const where = entity.get("classname") ?? "entity";
  return vmfFault("bad-value", where, entity.line, expected, found);
}

/** A key's number; the other where the key is missing or empty. Throws FormatError. */
export function readNumber(entity: EntityKeys, key: string, otherwise: number): number {
  const text = entity.get(key)?.trim();
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value)) throw entityError(entity, `a number as "${key}"`, `"${text}"`);
  return value;
}

/** As `readNumber`; what is behind the point is cut off, as the real compiler's integers are. */
export function readInteger(entity: EntityKeys, key: string, otherwise: number): number {
  return Math.trunc(readNumber(entity, key, otherwise));
}

/**
 * So many numbers of a key, parted by spaces; zeros where the key is missing or empty.
 * Throws FormatError.
 */
export function readNumbers(entity: EntityKeys, key: string, count: number): number[] {
  const text = entity.get(key)?.trim();
  if (!text) return new Array<number>(count).fill(0);
  const numbers = text.split(/\s+/).map(Number);
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw entityError(entity, `${count} numbers as "${key}"`, `"${text}"`);
}

export function readVector(entity: EntityKeys, key: string): [number, number, number] {
  const [x, y, z] = readNumbers(entity, key, 3);
  return [x, y, z];
}
