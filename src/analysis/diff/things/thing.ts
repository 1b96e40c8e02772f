/**
 * Things with a place and values: entities, props, overlays and cubemaps. All are matched the same
 * way.
 */

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
  /** Values in their displayed form, by keys in lower case. A repeated key has several. */
  readonly values: ThingValues;
}

/** The part of a map that is read. */
export type ThingValues = Pick<ReadonlyMap<string, readonly string[]>, "get" | "has" | "keys"> &
  Iterable<readonly [key: string, values: readonly string[]]>;

/** Keys that give the place of a thing and nothing else. */
const PLACE_KEYS: ReadonlySet<string> = new Set(["origin", "angles", "place"]);

export const isPlaceKey = (key: string): boolean => PLACE_KEYS.has(key);

/** Keys of many things, in the order in which they are listed. */
export class SharedKeys {
  readonly names: readonly string[];
  /** Positions of the keys, sorted by name. */
  readonly sorted: readonly number[];
  /** Positions of the keys that do not give the place. */
  readonly unplaced: readonly number[];

  constructor(names: readonly string[]) {
    this.names = names;
    const positions = [...names.keys()];
    this.sorted = [...positions].sort((x, y) => compareTexts(names[x], names[y]));
    this.unplaced = positions.filter((at) => !isPlaceKey(names[at]));
  }
}

/**
 * One value for each shared key, in less memory than a map. `canonValue` returns each value
 * unchanged.
 */
export class SharedKeyValues implements ThingValues {
  readonly shared: SharedKeys;
  /** Values in the order of the keys. */
  readonly texts: readonly string[];

  constructor(shared: SharedKeys, texts: readonly string[]) {
    this.shared = shared;
    this.texts = texts;
  }

  get(key: string): readonly string[] | undefined {
    const at = this.shared.names.indexOf(key);
    return at < 0 ? undefined : [this.texts[at]];
  }

  has(key: string): boolean {
    return this.shared.names.includes(key);
  }

  keys(): MapIterator<string> {
    return new Set(this.shared.names).keys();
  }

  *[Symbol.iterator](): Iterator<readonly [string, readonly string[]]> {
    const { names } = this.shared;
    for (let at = 0; at < names.length; at++) yield [names[at], [this.texts[at]]];
  }
}

/** Decimals that are compared. Compilers write further ones differently. */
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

/**
 * Joins the values of a key in sorted order, because several outputs with the same name fire by
 * their delays.
 */
export const canonValues = (values: readonly string[]): string =>
  values.length === 1 ? canonValue(values[0]) : values.map(canonValue).sort().join("\n");

/**
 * Returns a key of everything that is compared. Things with the same key are the same. The place is
 * part of it, because brushes without an origin have no value that gives it.
 */
export function signThing(thing: Thing): string {
  const { kind, name, place, values } = thing;
  const at = place === null ? "" : signPlace(place);
  let sign = `${kind}\r${name}\r${at}`;
  if (values instanceof SharedKeyValues) {
    const { names, sorted } = values.shared;
    for (const i of sorted) sign += `\r${names[i]}\t${values.texts[i]}`;
    return sign;
  }
  for (const key of [...values.keys()].sort()) {
    sign += `\r${key}\t${canonValues(values.get(key)!)}`;
  }
  return sign;
}

/** Writes a place to a tenth of an inch. */
export const signPlace = ([x, y, z]: Point): string =>
  `${signNumber(x)} ${signNumber(y)} ${signNumber(z)}`;

/** Returns the same as `toFixed(1)`, which takes five times as long for whole numbers. */
const signNumber = (value: number): string =>
  Number.isSafeInteger(value) ? `${value}.0` : value.toFixed(1);

/** Compares texts by their code units, the same in every locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
