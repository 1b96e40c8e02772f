/**
 * Every code that visleaf ends or warns with, in plain words. No part of what opens a map imports this:
 * it is for those who ask (`visleaf explain`, docs/errors.md).
 */

import { DEVICE_ERRORS } from "./device-errors.ts";
import type { ErrorRow } from "./error-row.ts";
import { FORMAT_ERRORS } from "./format-errors.ts";
import { NAMED_ERRORS } from "./named-errors.ts";
import { WARNINGS } from "./warnings.ts";

export type ErrorKind = "file" | "warning" | "page" | "named";

export interface CatalogueRow extends ErrorRow {
  readonly kind: ErrorKind;
  readonly code: string;
}

const TABLES: Readonly<Record<ErrorKind, Readonly<Record<string, ErrorRow>>>> = {
  file: FORMAT_ERRORS,
  warning: WARNINGS,
  page: DEVICE_ERRORS,
  named: NAMED_ERRORS,
};

/** All rows, by kind. */
export const ERROR_CATALOGUE: readonly CatalogueRow[] = Object.entries(TABLES).flatMap(
  ([kind, table]) =>
    Object.entries(table).map(([code, row]) => ({ kind: kind as ErrorKind, code, ...row })),
);

/** The rows of a code, or of a whole message that has one in brackets at its end; in any case. */
export function findErrorRows(text: string): CatalogueRow[] {
  const bracketed = /\[([\w-]+)\]\s*$/.exec(text)?.[1];
  const wanted = (bracketed ?? text).trim().toLowerCase();
  return ERROR_CATALOGUE.filter(({ code }) => code.toLowerCase() === wanted);
}
