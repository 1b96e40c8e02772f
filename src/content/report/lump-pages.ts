/** Pages of a lump's tables for a list: columns of text, some rows at a time. */

import type { LumpTable } from "../../formats/bsp/tables/lump-table.ts";
import type { LumpFile } from "./lump-file.ts";

export interface TableHead {
  /** Name of a row. */
  readonly name: string;
  readonly count: number;
  /** Bytes of a row in the file; 0 if rows differ in length. */
  readonly recordBytes: number;
  readonly columns: readonly string[];
}

/** Rows from which the columns are collected, since rows may differ. */
const ROWS_ASKED = 32;
/** Maximum length of a cell's text: long values are unreadable in a list. */
const MAX_LETTERS = 240;

/** Entity keys with a column of their own; all others share one column. */
const ENTITY_KEYS = ["classname", "targetname", "origin", "model"] as const;
const OTHER_KEYS = "other keys";

type Row = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [key: string, value: string])[];

/** Keeps the tables of the lump requested last. */
export class LumpPages {
  readonly #file: LumpFile;
  #slot = -1;
  #tables: Promise<readonly LumpTable[]> = Promise.resolve([]);

  constructor(file: LumpFile) {
    this.#file = file;
  }

  /**
   * Returns the heads of a lump's tables. Rejects with FormatError. @param slot in the directory
   */
  async heads(slot: number): Promise<TableHead[]> {
    return (await this.#open(slot)).map((table) => ({
      name: table.name,
      count: table.count,
      recordBytes: table.recordBytes,
      columns: listColumns(table),
    }));
  }

  /** Returns the cells of each row as text; fewer rows at the end of the table. */
  async rows(slot: number, at: number, first: number, count: number): Promise<string[][]> {
    const table = (await this.#open(slot))[at];
    if (table === undefined) return [];
    const columns = listColumns(table);
    const end = Math.min(table.count, first + count);
    const rows: string[][] = [];
    for (let row = first; row < end; row++) {
      const cells = cellsOf(table.row(row));
      rows.push(columns.map((column) => formatCell(cells[column])));
    }
    return rows;
  }

  #open(slot: number): Promise<readonly LumpTable[]> {
    if (this.#slot === slot) return this.#tables;
    this.#slot = slot;
    this.#tables = this.#file.readTables(slot);
    return this.#tables;
  }
}

function listColumns(table: LumpTable): string[] {
  const columns = new Set<string>();
  for (let row = 0; row < Math.min(table.count, ROWS_ASKED); row++) {
    for (const column of Object.keys(cellsOf(table.row(row)))) columns.add(column);
  }
  return [...columns];
}

/** Returns a row's cells: its fields, or for an entity its keys. */
function cellsOf(row: Row): Row {
  return Array.isArray(row.pairs) ? entityCells(row.pairs as unknown as Pairs) : row;
}

function entityCells(pairs: Pairs): Row {
  const cells: Record<string, unknown> = {};
  const isOwn = (key: string) => (ENTITY_KEYS as readonly string[]).includes(key.toLowerCase());
  for (const key of ENTITY_KEYS) {
    cells[key] = pairs.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";
  }
  const others = pairs.filter(([key]) => !isOwn(key));
  cells[OTHER_KEYS] = others.map(([key, value]) => `${key} "${value}"`).join(" ");
  return cells;
}

/** Formats a value: fractions with up to seven digits, lists separated by spaces, flags by bars. */
export function formatCell(value: unknown): string {
  const text = formatValue(value);
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS - 1)}…`;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "–";
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.every((each) => typeof each === "number")) return value.map(formatNumber).join(" ");
  if (value.every((each) => typeof each === "string")) return value.join(" | ");
  return JSON.stringify(value);
}

/** A 32-bit float has at most seven significant digits. */
const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
