/** Formats the catalogue of errors as lines for a terminal. */

import type { CatalogueRow, ErrorKind } from "../../core/error-catalogue.ts";

const TITLES: readonly (readonly [kind: ErrorKind, title: string])[] = [
  ["file", "Bad files"],
  ["warning", "Warnings"],
  ["page", "The page and the element"],
  ["named", "Errors by name"],
];

/** True if a row is a special case of the code before it. */
const isCase = (row: CatalogueRow, before: CatalogueRow | undefined): boolean =>
  before?.kind === row.kind && before.code === row.code;

/** Returns one line for each code. */
export function listErrorsAsLines(rows: readonly CatalogueRow[]): string[] {
  const width = Math.max(...rows.map(({ code }) => code.length));
  return TITLES.flatMap(([kind, title]) => [
    `${title}:`,
    ...rows
      .filter((row, i, all) => row.kind === kind && !isCase(row, all[i - 1]))
      .map(({ code, means }) => `  ${code.padEnd(width)}  ${means}`),
  ]);
}

/** Returns all text of some rows. */
export function explainRows(rows: readonly CatalogueRow[]): string[] {
  const titles = new Map(TITLES.map(([kind, title]) => [kind, title]));
  return rows.flatMap((row, i) => [
    ...(i === 0 ? [] : [""]),
    ...(isCase(row, rows[i - 1]) ? [] : [`${row.code} (${titles.get(row.kind)})`]),
    `  ${row.means}`,
    `  ${row.remedy}`,
    ...(row.more ?? []).map((text) => `  ${text}`),
    `  such as: ${row.example}`,
  ]);
}
