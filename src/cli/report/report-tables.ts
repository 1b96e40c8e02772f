/** Builds the tables of a report. */

import { formatCount } from "../../content/report/format-bytes.ts";
import type { LimitUnit } from "../../formats/bsp/branch-limits.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import { formatShare } from "../format-summary.ts";
import { type Html, html } from "../html.ts";
import type { MapReport } from "./read-map-report.ts";

export interface ReportColumn {
  readonly title: string;
  readonly isNumber: boolean;
  /** Hidden on narrow screens. */
  readonly isMinor?: boolean;
}

export interface ReportCell {
  readonly shown: string | Html;
  readonly value: string | number;
}

const number = (title: string, isMinor = false): ReportColumn => ({
  title,
  isNumber: true,
  isMinor,
});
const text = (title: string): ReportColumn => ({ title, isNumber: false });
const counted = (value: number): ReportCell => ({ shown: formatCount(value), value });
const named = (value: string): ReportCell => ({ shown: value, value });
const shared = (value: number): ReportCell => ({ shown: formatShare(value), value });
/** Missing value, sorted below 0. */
const NONE: ReportCell = { shown: "–", value: -1 };

/** Builds a table that sorts by a click on a column head: `SORT_SCRIPT`. */
export function drawTable(
  label: string,
  columns: readonly ReportColumn[],
  rows: readonly ReportCell[][],
): Html {
  const cssClassOf = ({ isNumber, isMinor }: ReportColumn) =>
    `${isNumber ? "n" : "name"}${isMinor ? " minor" : ""}`;
  // Columns of meters have no title, and are sorted by the numbers beside them.
  const heads = columns.map((column) =>
    column.title === ""
      ? html`<td class="${cssClassOf(column)}"></td>`
      : html`<th scope="col" class="${cssClassOf(column)}"><button type="button">${column.title}</button></th>`,
  );
  const body = rows.map(
    (cells) =>
      html`<tr>${cells.map(
        ({ shown, value }, i) =>
          html`<td class="${cssClassOf(columns[i])}" data-v="${value}">${shown}</td>`,
      )}</tr>
`,
  );
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="sortable">
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>
`;
}

/** Builds the table of all slots with data. */
export function drawLumpTable({ summary, records }: MapReport): Html {
  const columns = [
    number("#"),
    text("lump"),
    number("bytes"),
    number("share"),
    number("unpacked", true),
    number("packed to", true),
    number("version", true),
    number("records"),
    number("of bytes", true),
    number("offset", true),
  ];
  const rows = summary.lumps
    .filter(({ length }) => length !== 0)
    .map((lump) => {
      const { index, title, length, byteLength, share, compressed, version, problem } = lump;
      const name = title.replace(/^LUMP_/, "");
      const counts = records[index];
      const shown = problem === undefined ? name : html`${name}<div class="fault">${problem}</div>`;
      return [
        counted(index),
        { shown, value: name },
        counted(length),
        shared(share),
        counted(byteLength),
        compressed ? shared(length / byteLength) : NONE,
        counted(version),
        counts === null ? NONE : counted(counts.records),
        counts === null || counts.recordBytes === 0 ? NONE : counted(counts.recordBytes),
        counted(lump.offset),
      ];
    });
  return drawTable("Lumps", columns, rows);
}

export function drawGameLumpTable({ gameLumps }: MapReport): Html {
  const columns = [text("game lump"), number("bytes"), number("unpacked"), number("version")];
  const rows = gameLumps.map(({ id, length, byteLength, version }) => [
    named(id),
    counted(length),
    counted(byteLength),
    counted(version),
  ]);
  return drawTable("Game lumps", columns, rows);
}

export const SHOWN_FILES = 25;
const METHODS: Readonly<Record<number, string>> = { 0: "stored", 8: "deflate", 14: "LZMA" };

/** Builds the table of the pakfile's largest files by packed size. */
export function drawFileTable({ files }: MapReport): Html {
  const columns = [text("file"), number("bytes"), number("unpacked"), text("packed by")];
  const largest = [...files]
    .sort((a, b) => b.compressedByteLength - a.compressedByteLength)
    .slice(0, SHOWN_FILES);
  const rows = largest.map(({ path, compressedByteLength, byteLength, method }) => [
    named(path),
    counted(compressedByteLength),
    counted(byteLength),
    named(METHODS[method] ?? `method ${method}`),
  ]);
  return drawTable("The pakfile's largest files", columns, rows);
}

const nameUse = (title: string, unit: LimitUnit): string =>
  `${title.replace(/^LUMP_/, "")}${unit === "records" ? "" : `, ${unit}`}`;

export function drawLimitTable({ summary }: MapReport): Html {
  const columns = [
    text("of what"),
    number("used"),
    number("limit"),
    number("share"),
    number("", true),
  ];
  const rows = summary.limits.map(({ lump, unit, used, limit, share }) => {
    const meter = html`<meter value="${Math.min(1, share)}" high="0.9" aria-hidden="true"></meter>`;
    return [
      named(nameUse(summary.lumps[LUMP[lump]].title, unit)),
      counted(used),
      counted(limit),
      shared(share),
      { shown: meter, value: share },
    ];
  });
  return drawTable("Limits of the engine", columns, rows);
}
