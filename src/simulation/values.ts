/**
 * Values that outputs pass to inputs: a kind and a number. A text is its number in the string pool;
 * an entity is its row, -1 for none. Vectors and colors are texts, as in the entity lump. Conversions
 * are those of `variant_t` (Source SDK 2013, cbase.cpp).
 */

import type { StringPool } from "./string-pool.ts";

export const VOID = 0;
export const FLOAT = 1;
export const INTEGER = 2;
export const BOOLEAN = 3;
export const TEXT = 4;
export const ENTITY = 5;

export type ValueKind =
  | typeof VOID
  | typeof FLOAT
  | typeof INTEGER
  | typeof BOOLEAN
  | typeof TEXT
  | typeof ENTITY;

/** Type of the parameter of an input. `any` accepts each kind unchanged. */
export type Takes = "void" | "float" | "integer" | "boolean" | "text" | "any";

/** C's `atof` and `atoi`: the number at the start of a text, 0 without one and for infinity. */
export function parseFloatOf(text: string): number {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? number : 0;
}
export const parseIntegerOf = (text: string): number => Number.parseInt(text, 10) | 0;

/** Returns a float as C's `%g` prints it, with six digits. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
  const [mantissa, exponent] = value.toExponential(5).split("e");
  const power = Number(exponent);
  if (power < -4 || power >= 6) {
    const digits = Math.abs(power).toString().padStart(2, "0");
    return `${Number(mantissa)}e${power < 0 ? "-" : "+"}${digits}`;
  }
  return String(Number(value.toPrecision(6)));
}

/** Returns a value as text. `nameOf` returns the name of an entity. */
export function formatValue(
  kind: ValueKind,
  number: number,
  strings: StringPool,
  nameOf: (entity: number) => string,
): string {
  switch (kind) {
    case VOID:
      return "";
    case FLOAT:
      return formatFloat(number);
    case INTEGER:
      return String(number);
    case BOOLEAN:
      return number === 0 ? "false" : "true";
    case TEXT:
      return strings.text(number);
    default:
      return number < 0 ? "<<null entity>>" : nameOf(number);
  }
}

/** Three numbers of a text like `"1 2 3"` or `"[1 2 3]"`; missing ones are 0. */
export function parseVectorOf(text: string): [number, number, number] {
  const parts = text.replace("[", " ").trim().split(/\s+/);
  return [parseFloatOf(parts[0] ?? ""), parseFloatOf(parts[1] ?? ""), parseFloatOf(parts[2] ?? "")];
}

/** A value that is converted in place. */
export interface Value {
  kind: ValueKind;
  value: number;
}

/**
 * Converts a value to what an input takes.
 * @returns false if the engine knows no such conversion; it then refuses the input
 */
export function convertValue(
  passed: Value,
  takes: Takes,
  strings: StringPool,
  nameOf: (entity: number) => string,
): boolean {
  const { kind, value } = passed;
  switch (takes) {
    case "any":
      return true;
    case "void":
      passed.kind = VOID;
      passed.value = 0;
      return true;
    case "text":
      if (kind === VOID) passed.value = 0;
      else if (kind === ENTITY) passed.value = value < 0 ? 0 : strings.intern(nameOf(value));
      else if (kind !== TEXT) return false;
      passed.kind = TEXT;
      return true;
    case "float":
      if (kind === TEXT) passed.value = parseFloatOf(strings.text(value));
      else if (kind !== FLOAT && kind !== INTEGER) return false;
      passed.kind = FLOAT;
      return true;
    case "integer":
      if (kind === TEXT) passed.value = parseIntegerOf(strings.text(value));
      else if (kind === FLOAT) passed.value = Math.trunc(value);
      else if (kind !== INTEGER) return false;
      passed.kind = INTEGER;
      return true;
    default:
      if (kind === TEXT) passed.value = parseIntegerOf(strings.text(value)) === 0 ? 0 : 1;
      else if (kind === VOID || kind === ENTITY) return false;
      else passed.value = value === 0 ? 0 : 1;
      passed.kind = BOOLEAN;
      return true;
  }
}
