/**
 * What a unit is in metres and feet. The field has two answers, which the Valve Developer Community's page "Dimensions"
 * names: of people and props a unit is an inch; of what is built, 16 units are a foot.
 */

export interface UnitRow {
  readonly name: "units" | "metres" | "feet" | "metres-built" | "feet-built";
  readonly title: string;
  /** Behind a number. */
  readonly sign: string;
  /** How many of them a unit is. */
  readonly perUnit: number;
  readonly digits: number;
}

/** Metres in an inch, and in a foot. */
const INCH = 0.0254;
const FOOT = 0.3048;
/** Units in a foot of what is built. */
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

/** The first for a name that is none. */
export function findUnit(name: string | null): UnitRow {
  return UNITS.find((unit) => unit.name === name) ?? UNITS[0];
}

/** @param inches units of the map, as it has them */
export function formatLength(inches: number, unit: UnitRow): string {
  return `${trim(inches * unit.perUnit, unit.digits)}${unit.sign}`;
}

export function formatArea(square: number, unit: UnitRow): string {
  const sign = unit.sign === "" ? " sq" : `${unit.sign}²`;
  return `${trim(square * unit.perUnit ** 2, unit.digits)}${sign}`;
}

/** Without zeros at its end, and never -0. */
function trim(value: number, digits: number): string {
  const text = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return text === "-0" ? "0" : text;
}
