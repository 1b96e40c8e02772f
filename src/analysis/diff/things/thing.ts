/** What stands in a map and has values: entities, props, overlays, cubemaps. All are matched alike. */

import type { Point } from "../types.ts";

export interface Thing {
  /** Class of an entity, model of a prop, material of an overlay; in lower case. */
  readonly kind: string;
  /** Empty: it has none. In lower case. */
  readonly name: string;
  /** The editor's number; empty: none. */
  readonly id: string;
  /** null: it stands nowhere. */
  readonly place: Point | null;
  /** As they are said to a person, by keys in lower case; repeated keys have several. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Keys that say where a thing is, and nothing else of it. */
const PLACE_KEYS: ReadonlySet<string> = new Set(["origin", "angles", "place"]);

export const isPlaceKey = (key: string): boolean => PLACE_KEYS.has(key);

/** Decimals that compilers may write otherwise and mean the same. */
const DIGITS = 3;
const NUMBERS = /^[-+\d.eE\s]+$/;

/** The same for values that mean the same: "1.0 0" and "1 -0.000". */
export function canonValue(value: string): string {
  const text = value.trim();
  if (text === "" || !NUMBERS.test(text)) return text;
  const numbers = text.split(/\s+/).map(Number);
  if (!numbers.every(Number.isFinite)) return text;
  return numbers.map(canonNumber).join(" ");
}

/** Without a minus zero. */
export function canonNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toFixed(DIGITS));
  return String(rounded === 0 ? 0 : rounded);
}

/** The values of a key, whatever their order: several outputs of one name fire by their delays. */
export const canonValues = (values: readonly string[]): string =>
  values.length === 1 ? canonValue(values[0]) : values.map(canonValue).sort().join("\n");

/**
 * All that is to be told of a thing, as one text; things with the same text are the same. Its place, too: brushes
 * without an origin of their own have no value that says it.
 */
export function signThing(thing: Thing): string {
  const known = SIGNS.get(thing);
  if (known !== undefined) return known;
  const { kind, name, place, values } = thing;
  const at = place?.map((n) => n.toFixed(1)).join(" ") ?? "";
  const keys = [...values.keys()].sort();
  const rows = keys.map((key) => `${key}\t${canonValues(values.get(key)!)}`);
  const sign = [kind, name, at, ...rows].join("\r");
  SIGNS.set(thing, sign);
  return sign;
}

/** Texts that `signThing` made: each thing is compared several times. */
const SIGNS = new WeakMap<Thing, string>();

/** Order by what does not depend on where in the file a thing stands. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
