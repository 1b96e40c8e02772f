/** Numbers and lists as words in sentences. */

import { formatCount } from "../../../content/report/format-bytes.ts";

/** `3 faces`, `1 face`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Returns the first names of a list, and how many more there are. */
export function firstOf(names: readonly string[], most = 5): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
}

export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

/** `12 -34 64`: a place as `setpos` takes it, in whole inches. */
export const placeWords = (place: readonly number[]): string => place.map(Math.round).join(" ");
