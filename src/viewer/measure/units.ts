/**
 * Converts units to metres and feet. There are two conventions, which the Valve Developer
 * Community's page "Dimensions" names: for people and props a unit is an inch; for architecture 16
 * units are a foot.
 */

export interface UnitRow {
  readonly name: "units" | "metres" | "feet" | "metres-built" | "feet-built";
  readonly title: string;
  /** Suffix of a number. */
  readonly sign: string;
  /** Number of them per map unit. */
  readonly perUnit: number;
  readonly digits: number;
}

/** Metres per inch and per foot. */
const INCH = 0.0254;
const FOOT = 0.3048;
/** Map units per foot of architecture. */
const BUILT_FOOT = 16;

export const UNITS: readonly UnitRow[] = [
  { name: "units", title: "Hammer units", sign: "", perUnit: 1, digits: 1 },
  {
    name: "metres",
    title: "Metres, as people: 1 unit is 1 inch",
    sign: " m",
    perUnit: INCH,
    digits: 2,
  },
  { name: "feet", title: "Feet, as people: 12 units", sign: " ft", perUnit: 1 / 12, digits: 2 },
  {
    ...{ name: "metres-built", title: "Metres, as built: 16 units are 1 foot" },
    ...{ sign: " m", perUnit: FOOT / BUILT_FOOT, digits: 2 },
  },
  {
    ...{ name: "feet-built", title: "Feet, as built: 16 units" },
    ...{ sign: " ft", perUnit: 1 / BUILT_FOOT, digits: 2 },
  },
];

/** Returns the unit of a name, or the first unit if unknown. */
export function findUnit(name: string | null): UnitRow {
  return UNITS.find((unit) => unit.name === name) ?? UNITS[0];
}

/** @param inches length in map units */
export function formatLength(inches: number, unit: UnitRow): string {
  return `${trim(inches * unit.perUnit, unit.digits)}${unit.sign}`;
}

export function formatArea(square: number, unit: UnitRow): string {
  const sign = unit.sign === "" ? " sq" : `${unit.sign}²`;
  return `${trim(square * unit.perUnit ** 2, unit.digits)}${sign}`;
}

/** Formats without trailing zeros, and never as "-0". */
function trim(value: number, digits: number): string {
  const text = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return text === "-0" ? "0" : text;
}
