/** A map file's lumps as rows of a table, what lies in some of them below those. */

import type { LumpReport } from "../../content/report/read-lump-report.ts";

export interface LumpRow {
  /** Of the directory; also of what lies in the slot's lump. */
  readonly slot: number;
  readonly name: string;
  /** In the file. */
  readonly bytes: number;
  /** Of the file, 0 to 1. */
  readonly share: number;
  /** Once unpacked. */
  readonly unpacked: number;
  readonly packing: string;
  /** null: it has none. */
  readonly version: number | null;
  readonly records: number | null;
  readonly problem?: string;
  readonly children: readonly LumpRow[];
  /** Further ones, which are too many to be listed. */
  readonly moreCount: number;
}

export type LumpColumn =
  | "slot"
  | "name"
  | "bytes"
  | "share"
  | "unpacked"
  | "packing"
  | "version"
  | "records";

export interface Sorting {
  readonly column: LumpColumn;
  readonly isDown: boolean;
}

/** The largest files of a pakfile: all of them are its records. */
const MAX_CHILDREN = 40;
const METHODS: Readonly<Record<number, string>> = { 0: "", 8: "deflate", 14: "LZMA" };

/** A row for each slot, empty ones too. */
export function listLumpRows(report: LumpReport): LumpRow[] {
  return report.lumps.map((lump) => {
    const { index, title, length, byteLength, share, compressed, version, problem } = lump;
    const children = childrenOf(report, index, title);
    const records =
      title === "LUMP_GAME_LUMP" || title === "LUMP_PAKFILE"
        ? children.length
        : report.records[index]?.records;
    return {
      slot: index,
      name: title.replace(/^LUMP_/, ""),
      bytes: Math.max(0, length),
      share,
      unpacked: byteLength,
      packing: compressed ? "LZMA" : "",
      version,
      records: length === 0 ? null : (records ?? null),
      ...(problem !== undefined && { problem }),
      children: children.slice(0, MAX_CHILDREN),
      moreCount: Math.max(0, children.length - MAX_CHILDREN),
    };
  });
}

/** The largest first. */
function childrenOf(report: LumpReport, slot: number, title: string): LumpRow[] {
  const child = (
    name: string,
    bytes: number,
    unpacked: number,
    packing: string,
    version?: number,
  ) => ({
    ...{ slot, name, bytes, unpacked, packing, share: bytes / report.byteLength },
    ...{ version: version ?? null, records: null, children: [], moreCount: 0 },
  });
  const rows =
    title === "LUMP_GAME_LUMP"
      ? report.gameLumps.map(({ id, length, byteLength, compressed, version }) =>
          child(id, length, byteLength, compressed ? "LZMA" : "", version),
        )
      : title === "LUMP_PAKFILE"
        ? report.files.map(({ path, compressedByteLength, byteLength, method }) =>
            child(path, compressedByteLength, byteLength, METHODS[method] ?? `method ${method}`),
          )
        : [];
  return rows.sort((a, b) => b.bytes - a.bytes);
}

/** A copy in another order, children in the same below their own. What has none comes last, either way. */
export function sortLumpRows(rows: readonly LumpRow[], { column, isDown }: Sorting): LumpRow[] {
  const turn = isDown ? -1 : 1;
  const compare = (a: LumpRow, b: LumpRow): number => {
    const [x, y] = [a[column], b[column]];
    if (x === y) return a.slot - b.slot;
    if (x === null || x === "") return 1;
    if (y === null || y === "") return -1;
    return x < y ? -turn : turn;
  };
  return [...rows]
    .sort(compare)
    .map((row) => ({ ...row, children: [...row.children].sort(compare) }));
}
