/** Things of a map that have a place and values: entities, props, overlays and cubemaps. All are matched alike. */

import type { Point } from "../types.ts";

export interface Thing {
  /** Class of an entity, model of a prop, material of an overlay; in lower case. */
  readonly kind: string;
  /** Targetname in lower case; empty if it has none. */
  readonly name: string;
  /** The editor's number; empty if none. */
  readonly id: string;
  /** null if it has no place. */
  readonly place: Point | null;
  /** Values as they are shown, by keys in lower case; a repeated key has several. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** True if `canonValue` returns each of its values unchanged, so that none needs parsing. */
  readonly isCanonical?: boolean;
}

/** Keys that give the place of a thing and nothing else. */
const PLACE_KEYS: ReadonlySet<string> = new Set(["origin", "angles", "place"]);

export const isPlaceKey = (key: string): boolean => PLACE_KEYS.has(key);

/** Decimals that count: compilers write the further ones differently. */
const DIGITS = 3;
const NUMBERS = /^[-+\d.eE\s]+$/;

/** Returns one text for values of the same meaning, such as "1.0 0" and "1 -0.000". */
export function canonValue(value: string): string {
  const text = value.trim();
  if (text === "" || !NUMBERS.test(text)) return text;
  const numbers = text.split(/\s+/).map(Number);
  if (!numbers.every(Number.isFinite)) return text;
  return numbers.map(canonNumber).join(" ");
}

/** Writes a number with at most `DIGITS` decimals, and minus zero as 0. */
export function canonNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toFixed(DIGITS));
  return String(rounded === 0 ? 0 : rounded);
}

/** Joins the values of a key in sorted order, for several outputs of one name fire by their delays. */
export const canonValues = (values: readonly string[]): string =>
  values.length === 1 ? canonValue(values[0]) : values.map(canonValue).sort().join("\n");

/**
 * Writes all that is compared of a thing as one text: things with the same text are the same. The place is part of
 * it, for brushes without an origin have no value that gives it.
 */
export function signThing(thing: Thing): string {
  const { kind, name, place, values } = thing;
  const at = place === null ? "" : signPlace(place);
  let sign = `${kind}\r${name}\r${at}`;
  for (const key of [...values.keys()].sort()) {
    sign += `\r${key}\t${comparedValues(thing, values.get(key)!)}`;
  }
  return sign;
}

/** Writes a place to a tenth of an inch. */
export const signPlace = ([x, y, z]: Point): string =>
  `${signNumber(x)} ${signNumber(y)} ${signNumber(z)}`;

/** `toFixed(1)`, which takes five times as long for whole numbers. */
const signNumber = (value: number): string =>
  Number.isSafeInteger(value) ? `${value}.0` : value.toFixed(1);

/** Returns one text for values of a key that mean the same. */
export const comparedValues = (thing: Thing, values: readonly string[]): string =>
  thing.isCanonical && values.length === 1 ? values[0] : canonValues(values);

/** Compares texts by their code units, the same in every locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
