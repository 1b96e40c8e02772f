/** Writes docs/errors.md from the catalogue of errors. */

import type { CatalogueRow, ErrorKind } from "../../../src/core/error-catalogue.ts";

const HEAD = `# Errors and warnings

Look up an error or a warning by its code, the word in brackets at its end: what it means, and *what to do*.

\`visleaf explain "MESSAGE"\` and the page say more about special cases, such as an archive without a map, another game's map, or a server's
answer. \`npm run docs\` writes this page from \`src/core/error-catalogue.ts\`.
`;

const SECTIONS: readonly (readonly [kind: ErrorKind, title: string, text: string])[] = [
  ["file", "Bad files", "The `code` of a `FormatError`. The command ends with exit code 2."],
  ["warning", "Warnings", "Something was left out or replaced; the rest is shown."],
  [
    "page",
    "The page and the element",
    "The `code` of failures in the page and `<visleaf-map>`, besides bad files.",
  ],
  [
    "named",
    "Errors by name",
    "The `name` of errors that the library throws and the command prints.",
  ],
];

/** Rows that follow a row of the same code are its special cases, which the page leaves out. */
const isCase = (row: CatalogueRow, before: CatalogueRow | undefined): boolean =>
  before?.kind === row.kind && before.code === row.code;

export function listErrorsAsPage(rows: readonly CatalogueRow[]): string {
  const sections = SECTIONS.map(([kind, title, text]) => {
    const lines = rows
      .filter((row) => row.kind === kind)
      .filter((row, i, all) => !isCase(row, all[i - 1]))
      .map(({ code, means, remedy, more = [] }) => {
        return `* \`${code}\`: ${means} *${[remedy, ...more].join(" ")}*`;
      });
    return `## ${title}\n\n${text}\n\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}
