/**
 * Every code that visleaf ends or warns with, in plain words. No part of what opens a map imports this:
 * it is for those who ask (`visleaf explain`, docs/errors.md), and for what is said of a failure.
 */

import { DEVICE_ERRORS } from "./device-errors.ts";
import type { ErrorCase, ErrorRow } from "./error-row.ts";
import { FORMAT_ERRORS } from "./format-errors.ts";
import { NAMED_ERRORS } from "./named-errors.ts";
import { WARNINGS } from "./warnings.ts";

export type ErrorKind = "file" | "warning" | "page" | "named";

/** Plain data: a case of a code is a row like its own. */
export interface CatalogueRow extends Omit<ErrorRow, "cases"> {
  readonly kind: ErrorKind;
  readonly code: string;
}

const TABLES: Readonly<Record<ErrorKind, Readonly<Record<string, ErrorRow>>>> = {
  file: FORMAT_ERRORS,
  warning: WARNINGS,
  page: DEVICE_ERRORS,
  named: NAMED_ERRORS,
};

/** What is said of a message: of the code's case that fits it, or of the code. */
export function explainMessage(kind: ErrorKind, code: string, message: string): CatalogueRow {
  const row = TABLES[kind][code];
  const found = row.cases?.find(({ match }) => match.test(message));
  return found === undefined ? plainRow(kind, code, row) : caseRow(kind, code, row, found, message);
}

const plainRow = (kind: ErrorKind, code: string, { cases: _, ...row }: ErrorRow): CatalogueRow => ({
  ...{ kind, code },
  ...row,
});

function caseRow(
  kind: ErrorKind,
  code: string,
  row: ErrorRow,
  { match, means = row.means, remedy = row.remedy, example }: ErrorCase,
  message: string,
): CatalogueRow {
  const parts = match.exec(message) ?? [];
  const fill = (text: string) => text.replace(/\$(\d)/g, (_, part) => parts[Number(part)] ?? "");
  return { kind, code, means: fill(means), remedy: fill(remedy), example };
}

/** All rows, by kind; behind each code's own those of its cases, of their examples. */
export const ERROR_CATALOGUE: readonly CatalogueRow[] = Object.entries(TABLES).flatMap(
  ([kind, table]) =>
    Object.entries(table).flatMap(([code, row]) => [
      plainRow(kind as ErrorKind, code, row),
      ...(row.cases ?? []).map((one) => caseRow(kind as ErrorKind, code, row, one, one.example)),
    ]),
);

/**
 * The rows of a code, in any case, or the one that is said of a whole message: of that which has a code in
 * brackets at its end, or is a sentence that is known.
 */
export function findErrorRows(text: string): CatalogueRow[] {
  const bracketed = /\[([\w-]+)\]\s*$/.exec(text)?.[1];
  const wanted = (bracketed ?? text).trim().toLowerCase();
  const rows = ERROR_CATALOGUE.filter(({ code }) => code.toLowerCase() === wanted);
  if (bracketed !== undefined) {
    const codes = [...new Map(rows.map((row) => [`${row.kind} ${row.code}`, row])).values()];
    return codes.map(({ kind, code }) => explainMessage(kind, code, text));
  }
  const isSentence = DEVICE_ERRORS.failed.cases.some(({ match }) => match.test(text));
  return rows.length === 0 && isSentence ? [explainMessage("page", "failed", text)] : rows;
}
