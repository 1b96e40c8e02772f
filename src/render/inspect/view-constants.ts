/** What shaders of views know of their list: only who links them needs it. */

import { VIEWS } from "./view-list.ts";

/** Rows that a legend has at most. */
export const INSPECT_STOPS = 40;

/** `VIEW_LUXEL_DENSITY`: its row. */
export const VIEW_CONSTANTS: Readonly<Record<string, number | string>> = {
  INSPECT_STOPS,
  ...Object.fromEntries(
    VIEWS.map(({ name }, row) => [`VIEW_${name.toUpperCase().replaceAll("-", "_")}`, `${row}u`]),
  ),
};
