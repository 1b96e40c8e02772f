/** Every class that is simulated. A new class is a row in one of these lists. */

import type { EntityClass } from "../entity-class.ts";
import { BRUSHES } from "./brushes.ts";
import { BUTTONS } from "./buttons.ts";
import { DOORS } from "./doors.ts";
import { FILTERS } from "./filters.ts";
import { LIGHTS } from "./lights.ts";
import { LOGIC } from "./logic.ts";
import { MATH } from "./math.ts";

export const CLASSES: readonly EntityClass[] = [
  ...[...LOGIC, ...MATH, ...FILTERS, ...DOORS, ...BUTTONS, ...BRUSHES, ...LIGHTS],
];
