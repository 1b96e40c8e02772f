/** The catalogue of errors as docs/errors.md, and as lines for a terminal. */

import type { CatalogueRow, ErrorKind } from "../../core/catalogue/error-catalogue.ts";

const HEAD = `# What errors mean

Every code that visleaf ends or warns with: what it means, what to do, and a line as it is printed.
\`visleaf explain CODE\` says the same of one, \`visleaf explain MESSAGE\` what fits a message; the page and
\`<visleaf-map>\` say it, too. A row without a code is of some messages of the one above it. The tables are \`src/core/catalogue\`; this page is
\`npm run -s errors\`.
`;

const SECTIONS: readonly (readonly [kind: ErrorKind, title: string, text: string])[] = [
  [
    "file",
    "Bad files",
    "The `code` of a `FormatError`: the one error that bad input ends in, exit code 2 of the command.",
  ],
  [
    "warning",
    "Warnings",
    "The `code` of a warning: something was left out or stood in for, and the rest is shown.",
  ],
  [
    "page",
    "The page and the element",
    "The `code` of what the page and `<visleaf-map>` say where nothing is shown, besides those of bad files.",
  ],
  ["named", "Errors by name", "The `name` of what the library throws and the command ends with."],
];

/** Cases of a code stand behind its own row. */
const isCase = (row: CatalogueRow, before: CatalogueRow | undefined): boolean =>
  before?.kind === row.kind && before.code === row.code;

const remediesOf = ({ remedy, more = [] }: CatalogueRow): string => [remedy, ...more].join(" ");

const cell = (text: string) => text.replaceAll("|", "\\|");

export function listErrorsAsPage(rows: readonly CatalogueRow[]): string {
  const sections = SECTIONS.map(([kind, title, text]) => {
    const lines = rows
      .filter((row) => row.kind === kind)
      .map((row, i, all) => {
        const { code, means, example } = row;
        const name = isCase(row, all[i - 1]) ? "" : `\`${code}\``;
        return `| ${name} | ${cell(means)} | ${cell(remediesOf(row))} | \`${cell(example)}\` |`;
      });
    const head = "| code | what it means | what to do | an example |\n|---|---|---|---|";
    return `## ${title}\n\n${text}\n\n${head}\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}

/** A line a code. */
export function listErrorsAsLines(rows: readonly CatalogueRow[]): string[] {
  const width = Math.max(...rows.map(({ code }) => code.length));
  return SECTIONS.flatMap(([kind, title]) => [
    `${title}:`,
    ...rows
      .filter((row, i, all) => row.kind === kind && !isCase(row, all[i - 1]))
      .map(({ code, means }) => `  ${code.padEnd(width)}  ${means}`),
  ]);
}

/** All that is said of some codes. */
export function explainRows(rows: readonly CatalogueRow[]): string[] {
  const titles = new Map(SECTIONS.map(([kind, title]) => [kind, title]));
  return rows.flatMap((row, i) => [
    ...(i === 0 ? [] : [""]),
    ...(isCase(row, rows[i - 1]) ? [] : [`${row.code} (${titles.get(row.kind)})`]),
    `  ${row.means}`,
    `  ${row.remedy}`,
    ...(row.more ?? []).map((text) => `  ${text}`),
    `  such as: ${row.example}`,
  ]);
}
