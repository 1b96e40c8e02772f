/** Writes docs/errors.md from the catalogue of errors. */

import type { CatalogueRow, ErrorKind } from "../../../src/core/catalogue/error-catalogue.ts";

const HEAD = `# Errors and warnings

Look up an error or a warning by its code, the word in brackets at its end: what it means, and what to do.
\`visleaf explain CODE\` prints one of them, and \`visleaf explain "MESSAGE"\` finds the row of a whole message. Rows with a
message in place of a code are special cases of the code above them.

This page is generated from \`src/core/catalogue\` by \`npm run docs\`.
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

const isCase = (row: CatalogueRow, before: CatalogueRow | undefined): boolean =>
  before?.kind === row.kind && before.code === row.code;

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Keeps the part of a message that its case is about. */
const shorten = (text: string) => {
  const plain = text.replace(/^https:\/\/\S+ /, "").replace(/ \[[\w-]+\]$/, "");
  return plain.length > 70 ? `${plain.slice(0, 68).replace(/\s\S*$/, "")} …` : plain;
};

export function listErrorsAsPage(rows: readonly CatalogueRow[]): string {
  const sections = SECTIONS.map(([kind, title, text]) => {
    const lines = rows
      .filter((row) => row.kind === kind)
      .map((row, i, all) => {
        const { code, means, remedy, more = [], example } = row;
        const name = isCase(row, all[i - 1]) ? shorten(example) : `\`${code}\``;
        return `| ${cell(name)} | ${cell(means)} | ${cell([remedy, ...more].join(" "))} |`;
      });
    const head = "| code | meaning | what to do |\n|---|---|---|";
    return `## ${title}\n\n${text}\n\n${head}\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}
