/** Reads the keys of a VMF's entities. An invalid number is an error with the entity's line. */

import type { FormatError } from "../../core/errors.ts";
import type { VmfEntity } from "../../formats/vmf/types.ts";
import { vmfFault } from "./vmf-fault.ts";

/** Part of an entity that is needed to read its keys. */
export type EntityKeys = Pick<VmfEntity, "line" | "get">;

/** Returns an entity's class in lower case, because classes are case-insensitive. */
export function classOf(entity: EntityKeys): string {
  return (entity.get("classname") ?? "").trim().toLowerCase();
}

export function entityError(entity: EntityKeys, expected: string, found: string): FormatError {
  const where = entity.get("classname") ?? "entity";
  return vmfFault("bad-value", where, entity.line, expected, found);
}

/** Reads a number, or returns `otherwise` if the key is missing or empty. Throws FormatError. */
export function readKeyNumber(entity: EntityKeys, key: string, otherwise: number): number {
  const text = entity.get(key)?.trim();
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value)) throw entityError(entity, `a number as "${key}"`, `"${text}"`);
  return value;
}

/** Reads a number like `readKeyNumber` and truncates it, like the real compiler's integers. */
export function readKeyInteger(entity: EntityKeys, key: string, otherwise: number): number {
  return Math.trunc(readKeyNumber(entity, key, otherwise));
}

/**
 * Reads `count` numbers separated by spaces; zeros if the key is missing or empty. Throws
 * FormatError.
 */
export function readKeyNumbers(entity: EntityKeys, key: string, count: number): number[] {
  const text = entity.get(key)?.trim();
  if (!text) return new Array<number>(count).fill(0);
  const numbers = text.split(/\s+/).map(Number);
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw entityError(entity, `${count} numbers as "${key}"`, `"${text}"`);
}

export function readKeyVector(entity: EntityKeys, key: string): [number, number, number] {
  const [x, y, z] = readKeyNumbers(entity, key, 3);
  return [x, y, z];
}

/**
 * Returns an entity's key `origin` in inches. Missing or invalid numbers are 0, unlike those of
 * `readKeyVector`.
 */
export function readOrigin(entity: VmfEntity): [number, number, number] {
  const values = (entity.get("origin") ?? "").trim().split(/\s+/).map(Number);
  const at = (axis: number) => (Number.isFinite(values[axis]) ? values[axis] : 0);
  return [at(0), at(1), at(2)];
}
