/** Compares two maps on disk. */

import { basename } from "node:path";
import { describeFile, describeParts } from "../../analysis/diff/describe-diff.ts";
import { diffVersions } from "../../analysis/diff/diff-maps.ts";
import { openVersion } from "../../analysis/diff/open-version.ts";
import type { LimitPair, MapDiff } from "../../analysis/diff/types.ts";
import type { Limits } from "../../core/limits.ts";
import { inFile } from "../compile/bad-source.ts";
import { openMapPath } from "../files/map-file.ts";
import { formatTable } from "../format-summary.ts";

export interface DiffedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DiffedFiles {
  readonly diff: MapDiff;
  readonly files: readonly [a: DiffedFile, b: DiffedFile];
}

/** Compares two maps, which may also lie in archives, as for `shot`. */
export async function diffFiles(
  pathA: string,
  pathB: string,
  limits: Limits,
): Promise<DiffedFiles> {
  // Two builds of a map often share a file name and lie in different folders.
  const isOneName = basename(pathA) === basename(pathB);
  const read = async (path: string): Promise<DiffedFile> => {
    const { bytes } = await inFile(path, () => openMapPath(path));
    const name = isOneName ? path : basename(path);
    return { path, name, bytes: await bytes.read(0, bytes.byteLength) };
  };
  const [a, b] = [await read(pathA), await read(pathB)];
  const open = ({ path, name, bytes }: DiffedFile) =>
    inFile(path, () => openVersion(name, bytes, limits));
  const diff = await diffVersions(await open(a), await open(b));
  return { diff, files: [a, b] };
}

/** Rows printed of a table; the JSON and the page have all of them. */
const SHOWN_ROWS = 12;
const WIDEST_CELL = 72;

export function formatDiff(diff: MapDiff): string[] {
  const parts = describeParts(diff, SHOWN_ROWS);
  const width = Math.max(...parts.map(({ title }) => title.length));
  const lines = [`${diff.a} → ${diff.b}: ${diff.isSame ? "no difference" : "not the same"}`, ""];
  for (const { title, line } of parts) lines.push(`${title.padEnd(width)}  ${line}`);
  lines.push("", ...describeFile(diff), ...formatLimits(diff));
  for (const { title, line, rows, rowCount } of parts) {
    if (rows.length === 0) continue;
    lines.push("", `${title}: ${line}`);
    const shown = rows.slice(0, SHOWN_ROWS).map((row) => {
      const cells = Object.entries(row).map(([name, value]) => [name, shorten(value)]);
      return Object.fromEntries(cells);
    });
    lines.push(...formatTable(shown, "  "));
    if (rowCount > SHOWN_ROWS) lines.push(`  and ${rowCount - SHOWN_ROWS} more`);
  }
  if (diff.places.length > 0) {
    lines.push("", `Places to look at: ${diff.places.length + diff.morePlaces}`);
    for (const { camera, words } of diff.places.slice(0, SHOWN_ROWS)) {
      const { x, y, z, pitch, yaw } = camera;
      const numbers = [x, y, z, pitch, yaw].map((n) => Math.round(n)).join(",");
      lines.push(`  --camera ${numbers}  ${shorten(words[0])}`);
    }
  }
  return lines;
}

/** Formats the limits of which the versions use different amounts, fullest first. */
function formatLimits({ file: { limits } }: MapDiff): string[] {
  const share = ({ b, limitB }: LimitPair): number => (limitB === null ? 0 : b / limitB);
  const rows = limits
    .filter(({ a, b }) => a !== b)
    .sort((one, other) => share(other) - share(one))
    .slice(0, SHOWN_ROWS)
    .map((pair) => ({
      limit: pair.name,
      before: pair.a,
      after: pair.b,
      "engine takes": pair.limitB ?? "not public",
      used: pair.limitB === null ? "" : `${(share(pair) * 100).toFixed(1)} %`,
    }));
  return rows.length === 0 ? [] : ["", "Limits", ...formatTable(rows, "  ")];
}

function shorten<T extends string | number>(value: T): T | string {
  if (typeof value !== "string" || value.length <= WIDEST_CELL) return value;
  return `${value.slice(0, WIDEST_CELL - 1)}…`;
}
