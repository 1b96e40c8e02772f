/** Runs `visleaf pak MAP extract`. */

import { lstat, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FormatError, MAX_NAMED, shorten } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { readEntry } from "../../formats/zip/read-entry.ts";
import type { ZipRecord } from "../../formats/zip/read-records.ts";
import { MAX_NAME_BYTES, refuseToReplace, writeAllWhole } from "../files/write-whole.ts";
import { say } from "../terminal.ts";
import { matchPaths, type OpenPak } from "./change-pak.ts";

export interface Extracted {
  readonly path: string;
  readonly byteLength: number;
}

/** Files that are written and synced together: syncing each alone takes ten times as long. */
const BATCH_FILES = 256;
const BATCH_BYTES = 32 << 20;

export interface ExtractOptions {
  readonly folder: string;
  /** Whether existing files in the folder are replaced. */
  readonly force: boolean;
  /** Limits of the unpacked bytes. */
  readonly limits: Limits;
}

/** Maximum bytes of a path below the folder: the engine's `MAX_PATH` is 260. */
const MAX_PATH_BYTES = 1024;
/** Number of entries left out that get a line each; further ones are only counted. */
const MAX_SAID = 20;

/**
 * Writes entries below a folder. Skips names that lead out of it or are too long, damaged entries,
 * and names that the file system refuses, each with a line on stderr.
 *
 * @returns the files written, and the first damage
 * @throws FormatError (ZIP, `too-large`), CliError
 */
export async function extractPak(
  { map, zip, records }: OpenPak,
  globs: readonly string[],
  { folder, force, limits }: ExtractOptions,
) {
  const ledger = new Ledger(limits);
  ledger.addInput(map.length);
  const written: Extracted[] = [];
  let damage: FormatError | null = null;
  let leftOut = 0;
  const leaveOut = (name: string, why: string): void => {
    if (++leftOut <= MAX_SAID) say(`${shorten(name, MAX_NAMED)} is left out: ${why}`);
  };
  const picked: ZipRecord[] = [];
  for (const record of pickFiles(matchPaths(records, globs))) {
    const fault = findNameFault(record.name);
    if (fault === null) picked.push(record);
    else leaveOut(record.name, fault);
  }
  if (!force) refuseToReplace(folder, await listReplaced(folder, picked));
  const files = new Set(picked.map(({ name }) => toFilePath(name)));
  let batch = new Map<string, Uint8Array>();
  let batchBytes = 0;
  const write = async (part: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    await writeAllWhole(folder, part, { force });
    for (const [path, bytes] of part) written.push({ path, byteLength: bytes.length });
  };
  const writeBatch = async (): Promise<void> => {
    try {
      await write(batch);
    } catch (error) {
      if (!isNameRefused(error)) throw error;
      // One refused name fails the whole batch: write its files one by one.
      for (const [path, bytes] of batch) {
        try {
          await write(new Map([[path, bytes]]));
        } catch (refused) {
          if (!isNameRefused(refused)) throw refused;
          leaveOut(path, (refused as Error).message);
        }
      }
    }
    batch = new Map();
    batchBytes = 0;
  };
  for (const record of picked) {
    const { name, byteLength } = record;
    const path = toFilePath(name);
    const above = findFileAbove(path, files);
    if (above !== null) {
      leaveOut(name, `${above} is a file of the archive`);
      continue;
    }
    ledger.take("unpackedBytes", byteLength, name, "ZIP");
    try {
      batch.set(path, readChecked(zip, record));
      batchBytes += byteLength;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      leaveOut(name, error.message);
      damage ??= error;
    }
    if (batch.size >= BATCH_FILES || batchBytes >= BATCH_BYTES) await writeBatch();
  }
  await writeBatch();
  if (leftOut > MAX_SAID) say(`${leftOut - MAX_SAID} more are left out`);
  return { written, damage };
}

/**
 * Returns the part of a path that is a file of the archive, where a folder is needed; null if none
 * is.
 */
function findFileAbove(path: string, files: ReadonlySet<string>): string | null {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const above = path.slice(0, at);
    if (files.has(above)) return above;
  }
  return null;
}

/**
 * True for errors of paths that cannot exist: a file where a folder is needed, or a name that the
 * file system refuses.
 */
function isNameRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENAMETOOLONG", "ENOTDIR", "EEXIST", "EISDIR", "EINVAL", "EILSEQ"].includes(code);
}

/** Returns why no file below the folder can have an entry's name; null if one can. */
function findNameFault(name: string): string | null {
  if (leavesRoot(name) || name.includes("\0")) return "it leads out of the folder";
  const path = toFilePath(name);
  const byteLength = Buffer.byteLength(path);
  if (path === "") return "its path is empty";
  if (byteLength > MAX_PATH_BYTES) {
    return `its path has ${byteLength} bytes, more than the ${MAX_PATH_BYTES} that are written`;
  }
  const isTooLong = path.split("/").some((segment) => Buffer.byteLength(segment) > MAX_NAME_BYTES);
  return isTooLong ? `a part of its path has more than ${MAX_NAME_BYTES} bytes` : null;
}

/** Returns the paths of existing files with other bytes, compared by size and CRC. */
async function listReplaced(folder: string, picked: readonly ZipRecord[]): Promise<string[]> {
  const replaced: string[] = [];
  for (const { name, byteLength, crc } of picked) {
    const path = toFilePath(name);
    const link = await lstat(join(folder, path)).catch(() => null);
    if (link === null) continue;
    const stats = await stat(join(folder, path)).catch(() => null);
    const isSame =
      stats?.isFile() &&
      stats.size === byteLength &&
      crc32(new Uint8Array(await readFile(join(folder, path)))) === crc;
    if (!isSame) replaced.push(path);
  }
  return replaced;
}

/**
 * Returns the file entries. If several have one path, the last wins, since readers use that one.
 */
function pickFiles(records: readonly ZipRecord[]): Iterable<ZipRecord> {
  const files = records.filter(({ name }) => !/[\\/]$/.test(name));
  return new Map(files.map((record) => [record.path, record])).values();
}

const toFilePath = (name: string): string =>
  name
    .split(/[\\/]+/)
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");

function readChecked(zip: Uint8Array, record: ZipRecord): Uint8Array {
  const bytes = readEntry(zip, record);
  const found = crc32(bytes);
  if (found === record.crc) return bytes;
  throw new FormatError({
    format: "ZIP",
    code: "mismatch",
    where: record.name,
    offset: record.headerOffset,
    expected: `bytes with the CRC ${record.crc.toString(16)}`,
    found: found.toString(16),
  });
}
