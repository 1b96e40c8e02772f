/** The unit that was chosen last, in any visit. */

import { findUnit, type UnitRow } from "../../viewer/measure/index.ts";

const KEY = "visleaf measure unit";

/** Private windows may refuse both: then it is units each time. */
export function keepUnit({ name }: UnitRow): void {
  try {
    localStorage.setItem(KEY, name);
  } catch (error) {
    console.warn(error);
  }
}

export function keptUnit(): UnitRow {
  try {
    return findUnit(localStorage.getItem(KEY));
  } catch {
    return findUnit(null);
  }
}
