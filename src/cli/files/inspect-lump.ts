/** `visleaf inspect MAP --lump NAME`: all rows of a lump. */

import type { Limits } from "../../core/limits.ts";
import type { LumpContents } from "../../formats/bsp/tables/open-lump.ts";
import { CliError } from "../errors.ts";
import { formatSummary, formatTable } from "../format-summary.ts";
import { printJsonPieces, printLines } from "../terminal.ts";

/** Rows of a table that text shows; JSON has all. */
const SHOWN_ROWS = 20;

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

/** As one JSON object; rows by themselves, for a lump of lightmaps has millions. */
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
      ...row(i),
    }));
    if (shown.length > 0) yield* formatTable(shown, "  ");
    if (count > SHOWN_ROWS) yield `  and ${count - SHOWN_ROWS} more, all of them with --json`;
  }
}
