/** `visleaf pak MAP extract` */

import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { readEntry } from "../../formats/zip/read-entry.ts";
import type { ZipRecord } from "../../formats/zip/read-records.ts";
import { writeAllWhole } from "../files/write-whole.ts";
import { say } from "../terminal.ts";
import { matchPaths } from "./match-paths.ts";
import type { OpenPak } from "./open-pak.ts";

export interface Extracted {
  readonly path: string;
  readonly byteLength: number;
}

/**
 * Writes entries below a folder. Names that lead out of it are left out, and so are damaged entries,
 * each with a line on stderr.
 *
 * @param limits what unpacking may come to
 * @returns what was written, and the first damage
 * @throws FormatError (ZIP, `too-large`), CliError
 */
export async function extractPak(
  { map, zip, records }: OpenPak,
  globs: readonly string[],
  folder: string,
  limits: Limits,
) {
  const ledger = new Ledger(limits);
  ledger.addInput(map.length);
  const written: Extracted[] = [];
  let damage: FormatError | null = null;
  for (const record of pickFiles(matchPaths(records, globs))) {
    const { name, byteLength } = record;
    if (leavesRoot(name) || name.includes("\0")) {
      say(`${name} is left out: it leads out of the folder`);
      continue;
    }
    ledger.take("unpackedBytes", byteLength, name, "ZIP");
    try {
      const path = toFilePath(name);
      await writeAllWhole(folder, new Map([[path, readChecked(zip, record)]]));
      written.push({ path, byteLength });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      say(`${name} is left out: ${error.message}`);
      damage ??= error;
    }
  }
  return { written, damage };
}

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
