/** Runs `visleaf inspect MAP --lump NAME`: prints all rows of a lump. */

import type { Limits } from "../../core/limits.ts";
import type { LumpContents } from "../../formats/bsp/tables/open-lump.ts";
import { CliError } from "../errors.ts";
import { formatCell, formatSummary, formatTable } from "../format-summary.ts";
import { printJsonPieces, printLines } from "../terminal.ts";

/** Rows of a table in text output; JSON has all. */
const SHOWN_ROWS = 20;
/** Limits of text output: numbers and other items in a list, and characters in a cell. */
const SHOWN_NUMBERS = 24;
const SHOWN_ITEMS = 6;
const SHOWN_LETTERS = 160;

export async function inspectLump(bytes: Uint8Array, name: string, limits: Limits, json: boolean) {
  const { openLump } = await import("../../formats/bsp/tables/open-lump.ts");
  const { explainBadMagic } = await import("../../formats/foreign-file.ts");
  let lump: LumpContents | null;
  try {
    lump = openLump(bytes, name, limits);
  } catch (error) {
    throw explainBadMagic(error, bytes);
  }
  if (lump === null) throw new CliError(`no lump of a map is called ${name}`);
  if (json) printJsonPieces(piecesOf(lump));
  else printLines([...describe(lump)]);
}

/** Yields one JSON object in pieces, row by row, since a lump of lightmaps has millions of rows. */
function* piecesOf({ tables, ...entry }: LumpContents): Generator<string> {
  yield `${JSON.stringify({ format: "BSP", ...entry }).slice(0, -1)},"tables":[`;
  for (const [i, table] of tables.entries()) {
    const { name, count, recordBytes } = table;
    const head = JSON.stringify({ name, count, recordBytes }).slice(0, -1);
    yield `${i === 0 ? "" : ","}${head},"rows":[`;
    for (let row = 0; row < count; row++) {
      yield `${row === 0 ? "" : ","}${JSON.stringify(table.row(row))}`;
    }
    yield "]}";
  }
  yield "]}";
}

function* describe({ tables, ...entry }: LumpContents): Generator<string> {
  yield* formatSummary(entry);
  if (tables.length === 0 && entry.length > 0)
    yield "tables: none, its bytes are not known to be records";
  for (const { name, count, recordBytes, row } of tables) {
    yield `${name}: ${count}${recordBytes === 0 ? "" : ` of ${recordBytes} bytes`}`;
    const shown = Array.from({ length: Math.min(count, SHOWN_ROWS) }, (_, i) => ({
      row: i,
      ...Object.fromEntries(
        Object.entries(row(i)).map(([field, value]) => [field, shorten(value)]),
      ),
    }));
    if (shown.length > 0) yield* formatTable(shown, "  ");
    if (count > SHOWN_ROWS) yield `  and ${count - SHOWN_ROWS} more, all of them with --json`;
  }
}

/** Shortens long lists, with their length; JSON has them whole. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return cutText(value);
  if (value === null || typeof value !== "object") return value;
  return cutText(formatCell(cutLists(value)));
}

const cutText = (text: string): string =>
  text.length <= SHOWN_LETTERS ? text : `${text.slice(0, SHOWN_LETTERS - 1)}…`;

function cutLists(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutLists(item)]));
  }
  const most = typeof value[0] === "object" ? SHOWN_ITEMS : SHOWN_NUMBERS;
  if (value.length <= most) return value.map(cutLists);
  // The length comes first, because cells are cut at their end.
  return [`(${value.length})`, ...value.slice(0, most).map(cutLists), "…"];
}
