/** Builds table rows of a map file's lumps, with the contents of some lumps as child rows. */

import type { LumpReport } from "../../content/report/read-lump-report.ts";

export interface LumpRow {
  /** Index in the lump directory. Child rows have their lump's slot. */
  readonly slot: number;
  readonly name: string;
  /** Size in the file. */
  readonly bytes: number;
  /** Share of the file, 0 to 1. */
  readonly share: number;
  /** Size after decompression. */
  readonly unpacked: number;
  readonly packing: string;
  /** Lump version, or `null` if the lump has no version. */
  readonly version: number | null;
  readonly records: number | null;
  readonly problem?: string;
  readonly children: readonly LumpRow[];
  /** Number of child rows beyond `MAX_CHILDREN`. */
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

/** Number of pakfile entries listed, largest first. The record list has all of them. */
const MAX_CHILDREN = 40;
const METHODS: Readonly<Record<number, string>> = { 0: "", 8: "deflate", 14: "LZMA" };

/** Returns a row for each slot, including empty ones. */
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

/** Returns the child rows of a lump, largest first. */
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

/**
 * Returns sorted rows; children are sorted below their parent. Empty values come last in both
 * directions.
 */
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
