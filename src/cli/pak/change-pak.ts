/** `visleaf pak MAP add` and `remove` */

import { readdir, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { FormatError } from "../../core/errors.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import { parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { replaceLumps } from "../../formats/bsp/write/replace-lumps.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import { editZip, makeEmptyZip } from "../../formats/zip/edit-zip.ts";
import type { NewZipEntry } from "../../formats/zip/new-entry.ts";
import { readZipRecords, type ZipRecord } from "../../formats/zip/read-records.ts";
import { CliError, UsageError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { readInput } from "../files/inputs.ts";
import { say } from "../terminal.ts";

// Which files are put into a pakfile, and by which paths.

export interface FileToAdd {
  readonly file: string;
  /** In the pakfile: lower case, as Valve's own tools store it, for the engine looks for such. */
  readonly path: string;
}

export interface PlaceOptions {
  readonly as?: string;
  readonly under?: string;
}

/**
 * Files by their names below `under`, or as they were typed; those of a folder by their paths in it.
 * @throws UsageError where it cannot be told where one is to be, or two would be in one place
 */
export async function listFilesToAdd(
  paths: readonly string[],
  { as, under }: PlaceOptions,
): Promise<FileToAdd[]> {
  const files: FileToAdd[] = [];
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory();
    if (as !== undefined && (isFolder || paths.length > 1)) {
      throw new UsageError("--as names one file", "pak");
    }
    if (isFolder) {
      for (const file of await listFolder(path)) {
        const place = relative(path, file).replaceAll(sep, "/");
        files.push({ file, path: toEntryPath(under === undefined ? place : `${under}/${place}`) });
      }
      continue;
    }
    const place = as ?? (under === undefined ? path : `${under}/${basename(path)}`);
    if (as === undefined && under === undefined && (isAbsolute(path) || leavesRoot(path))) {
      throw new UsageError(`${path} wants --as or --under, its place in the pakfile`, "pak");
    }
    files.push({ file: path, path: toEntryPath(place) });
  }
  checkPlaces(files);
  return files;
}

function toEntryPath(place: string): string {
  if (leavesRoot(place)) throw new UsageError(`${place} leads out of the pakfile`, "pak");
  return normalizePath(place);
}

function checkPlaces(files: readonly FileToAdd[]): void {
  const taken = new Map<string, string>();
  for (const { file, path } of files) {
    const other = taken.get(path);
    if (other !== undefined) {
      throw new UsageError(`${other} and ${file} would both be ${path}`, "pak");
    }
    taken.set(path, file);
  }
}

/** In the order of their names. Links to files are files; those to folders are not followed. */
async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.push(path);
  }
  return files;
}

// A map on disk with the archive in its LUMP_PAKFILE.

export interface OpenPak {
  /** The map as it lies on the disk. */
  readonly map: Uint8Array;
  /** The archive; where the map has none, one of no entries. */
  readonly zip: Uint8Array;
  readonly records: readonly ZipRecord[];
}

/** @throws FormatError (BSP, ZIP) for a bad map or archive */
export async function openPak(path: string): Promise<OpenPak> {
  const map = await withFileBytes(path, (file) => file.read(0, file.byteLength));
  try {
    const zip = findZip(map);
    return { map, zip, records: readZipRecords(zip).records };
  } catch (error) {
    throw explainBadMagic(error, map);
  }
}

function findZip(map: Uint8Array): Uint8Array {
  const key = findMapKey(map);
  const bytes = key === null ? map : decipherMap(map, 0, key);
  const header = parseBspHeader(bytes);
  const slot = LUMP.LUMP_PAKFILE;
  const [offset, length] = [header.offset[slot], header.length[slot]];
  if (length === 0) return makeEmptyZip();
  if (offset < 0 || length < 0 || offset + length > bytes.length) {
    throw new FormatError({
      format: "BSP",
      code: "truncated",
      where: "LUMP_PAKFILE",
      offset,
      expected: `${length} bytes within the ${bytes.length} of the file`,
    });
  }
  return bytes.subarray(offset, offset + length);
}

/** The map with another archive. @throws FormatError (BSP) as `replaceLumps` */
function withPakfile(map: Uint8Array, zip: Uint8Array): Uint8Array {
  return replaceLumps(map, new Map([[LUMP.LUMP_PAKFILE, { bytes: zip }]]));
}

// Which entries of an archive are meant by some paths and globs.

/** `*` and `?` stay in one folder, `**` goes through all; without case, with either slash. */
function toPattern(glob: string): RegExp {
  const source = glob
    .toLowerCase()
    .replaceAll("\\", "/")
    .split(/(\*\*\/|\*+|\?)/)
    .map((part) => {
      if (part === "**/") return "(?:.*/)?";
      if (part === "*") return "[^/]*";
      if (/^\*+$/.test(part)) return ".*";
      if (part === "?") return "[^/]";
      return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`, "s");
}

/**
 * Those that one of the globs means; with no globs, all.
 * @throws CliError where a glob means none
 */
export function matchPaths(records: readonly ZipRecord[], globs: readonly string[]) {
  if (globs.length === 0) return [...records];
  const meant = new Set<ZipRecord>();
  for (const glob of globs) {
    const pattern = toPattern(glob);
    const own = records.filter(({ path }) => pattern.test(path));
    if (own.length === 0) throw new CliError(`the pakfile has no ${glob}`);
    for (const record of own) meant.add(record);
  }
  return records.filter((record) => meant.has(record));
}

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
