/** `visleaf pak MAP add` and `remove` */

import { crc32 } from "../../formats/zip/crc32.ts";
import { editZip } from "../../formats/zip/edit-zip.ts";
import type { NewZipEntry } from "../../formats/zip/new-entry.ts";
import { CliError } from "../errors.ts";
import { readInput } from "../files/inputs.ts";
import { say } from "../terminal.ts";
import type { FileToAdd } from "./files-to-add.ts";
import { matchPaths } from "./match-paths.ts";
import { type OpenPak, withPakfile } from "./open-pak.ts";

/** Of archives for Xbox 360: what is read ahead, with an index of the entries by their numbers. */
const PRELOAD_SECTION = "__preload_section.pre";

export interface ChangedPak {
  /** The whole map. */
  readonly bytes: Uint8Array;
  readonly added: readonly { path: string; byteLength: number; packedByteLength: number }[];
  /** Of those, what took the place of others. */
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

/** @throws FormatError, CliError */
export async function addToPak(
  pak: OpenPak,
  files: readonly FileToAdd[],
  lzma: boolean,
): Promise<ChangedPak> {
  const add: NewZipEntry[] = [];
  for (const { file, path } of files) add.push(await makeEntry(path, await readInput(file), lzma));
  const paths = new Set(files.map(({ path }) => path));
  const replaced = pak.records.filter(({ path }) => paths.has(path));
  return {
    bytes: change(pak, paths, add),
    added: add.map(({ name, byteLength, data }) => {
      return { path: name, byteLength, packedByteLength: data.length };
    }),
    replaced: replaced.map(({ path }) => path),
    removed: [],
  };
}

/** @throws FormatError, CliError where a glob means nothing */
export function removeFromPak(pak: OpenPak, globs: readonly string[]): ChangedPak {
  const meant = matchPaths(pak.records, globs);
  const bytes = change(pak, new Set(meant.map(({ path }) => path)), []);
  return { bytes, added: [], replaced: [], removed: meant.map(({ name }) => name) };
}

function change(pak: OpenPak, takenOut: ReadonlySet<string>, add: readonly NewZipEntry[]) {
  if (pak.records.some(({ path }) => path === PRELOAD_SECTION)) {
    say(`${PRELOAD_SECTION} is kept as it is: what it says of the files before is not made anew`);
  }
  try {
    const zip = editZip(pak.zip, { removes: ({ path }) => takenOut.has(path), add });
    return withPakfile(pak.map, zip);
  } catch (error) {
    // More than the formats hold.
    if (error instanceof RangeError) throw new CliError(`it would be ${error.message}`);
    throw error;
  }
}

async function makeEntry(name: string, bytes: Uint8Array, lzma: boolean): Promise<NewZipEntry> {
  const plain = { name, byteLength: bytes.length, crc: crc32(bytes) };
  const packed = lzma ? (await import("./pack-lzma.ts")).packLzma(bytes) : null;
  return packed === null
    ? { ...plain, method: 0, data: bytes }
    : { ...plain, method: 14, data: packed };
}
