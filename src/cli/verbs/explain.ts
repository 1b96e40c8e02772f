/** `visleaf explain`: explains the code of an error or warning. */

import type { CatalogueRow, ErrorKind } from "../../core/error-catalogue.ts";
import { ERROR_CATALOGUE, findErrorRows } from "../../core/error-catalogue.ts";
import { CliError, UsageError } from "../errors.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

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
function listErrorsAsLines(rows: readonly CatalogueRow[]): string[] {
  const width = Math.max(...rows.map(({ code }) => code.length));
  return TITLES.flatMap(([kind, title]) => [
    `${title}:`,
    ...rows
      .filter((row, i, all) => row.kind === kind && !isCase(row, all[i - 1]))
      .map(({ code, means }) => `  ${code.padEnd(width)}  ${means}`),
  ]);
}

/** Returns all text of some rows. */
function explainRows(rows: readonly CatalogueRow[]): string[] {
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

export const explainVerb: Verb = {
  help: `visleaf explain [CODE] [options]

Explains an error or a warning and says what to do. CODE is a code such as truncated, the name of an
error, or a whole message in quotes. Without CODE, lists all codes.

  --json   print one JSON array instead of text: [{kind, code, means, remedy, more, example}]

  visleaf explain missing-material`,

  async run(args) {
    const { values, positionals } = parseOptions("explain", args, {
      json: { type: "boolean", default: false },
    });
    if (positionals.length > 1) {
      throw new UsageError(`wants one code, got ${positionals.length}`, "explain");
    }
    const [text] = positionals;
    const rows = text === undefined ? ERROR_CATALOGUE : findErrorRows(text);
    if (rows.length === 0) throw new CliError(`no error has the code "${text}"`);
    if (values.json) printJson(rows);
    else printLines(text === undefined ? listErrorsAsLines(rows) : explainRows(rows));
  },
};
