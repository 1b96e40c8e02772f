/** `visleaf pak MAP extract` */

import { lstat, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { readEntry } from "../../formats/zip/read-entry.ts";
import type { ZipRecord } from "../../formats/zip/read-records.ts";
import { refuseToReplace, writeAllWhole } from "../files/write-whole.ts";
import { say } from "../terminal.ts";
import { matchPaths } from "./match-paths.ts";
import type { OpenPak } from "./open-pak.ts";

export interface Extracted {
  readonly path: string;
  readonly byteLength: number;
}

/** Files that are written, and synced to the disk, together: a sync of each alone takes ten times as long. */
const BATCH_FILES = 256;
const BATCH_BYTES = 32 << 20;

export interface ExtractOptions {
  readonly folder: string;
  /** Whether files that exist in the folder are replaced. */
  readonly force: boolean;
  /** Limits of what is unpacked. */
  readonly limits: Limits;
}

/**
 * Writes entries below a folder. Names that lead out of it are left out, and so are damaged entries,
 * each with a line on stderr.
 *
 * @returns what was written, and the first damage
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
  const picked = [...pickFiles(matchPaths(records, globs))];
  if (!force) refuseToReplace(folder, await listReplaced(folder, picked));
  let batch = new Map<string, Uint8Array>();
  let batchBytes = 0;
  const writeBatch = async (): Promise<void> => {
    await writeAllWhole(folder, batch, { force });
    for (const [path, bytes] of batch) written.push({ path, byteLength: bytes.length });
    batch = new Map();
    batchBytes = 0;
  };
  for (const record of picked) {
    const { name, byteLength } = record;
    const fault = faultOfName(name);
    if (fault !== null) {
      say(`${shorten(name)} is left out: ${fault}`);
      continue;
    }
    ledger.take("unpackedBytes", byteLength, name, "ZIP");
    try {
      batch.set(toFilePath(name), readChecked(zip, record));
      batchBytes += byteLength;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      say(`${shorten(name)} is left out: ${error.message}`);
      damage ??= error;
    }
    if (batch.size >= BATCH_FILES || batchBytes >= BATCH_BYTES) await writeBatch();
  }
  await writeBatch();
  return { written, damage };
}

/** Returns the paths of entries whose files exist with other bytes, told by size and CRC. */
async function listReplaced(folder: string, picked: readonly ZipRecord[]): Promise<string[]> {
  const replaced: string[] = [];
  for (const { name, byteLength, crc } of picked) {
    if (faultOfName(name) !== null) continue;
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

/** Bytes of a name in a folder that every file system takes. */
const MAX_NAME_BYTES = 255;

/** Returns why an entry's name cannot be a file's below the folder; null if it can. */
function faultOfName(name: string): string | null {
  if (leavesRoot(name) || name.includes("\0")) return "it leads out of the folder";
  const isTooLong = name
    .split(/[\\/]/)
    .some((segment) => Buffer.byteLength(segment) > MAX_NAME_BYTES);
  return isTooLong ? `a part of its name has more than ${MAX_NAME_BYTES} bytes` : null;
}

const MAX_SHOWN = 200;

const shorten = (name: string): string =>
  name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}… (${name.length} letters)` : name;

/** No folders; of entries with one path the last, which is the one that is read. */
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
