/** Runs `visleaf pak MAP add` and `remove`. */

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
import type { NewZipEntry } from "../../formats/zip/edit-zip.ts";
import { editZip, makeEmptyZip } from "../../formats/zip/edit-zip.ts";
import { readZipRecords, type ZipRecord } from "../../formats/zip/read-records.ts";
import { CliError, UsageError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { readInput } from "../files/inputs.ts";
import { say } from "../terminal.ts";

// Files to add, and their paths in the pakfile.

export interface FileToAdd {
  readonly file: string;
  /** Path in the pakfile: lower case, as Valve's tools store it and the engine searches for it. */
  readonly path: string;
}

export interface PlaceOptions {
  readonly as?: string;
  readonly under?: string;
}

/**
 * Lists files with their paths: their names below `under`, or as typed; files of a folder by their
 * paths in it.
 * @throws UsageError if a path cannot be determined, or two files would have the same path
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

/**
 * Lists a folder's files, sorted by name. Links to files count as files; links to folders are not
 * followed.
 */
async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.push(path);
  }
  return files;
}

// Map on disk with the archive in its LUMP_PAKFILE.

export interface OpenPak {
  /** Bytes of the map as on disk. */
  readonly map: Uint8Array;
  /** Bytes of the archive; an empty archive if the map has none. */
  readonly zip: Uint8Array;
  readonly records: readonly ZipRecord[];
}

/** Opens a map's pakfile. @throws FormatError (BSP, ZIP) for a bad map or archive */
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

/** Returns the map with another archive. @throws FormatError (BSP) as `replaceLumps` */
function withPakfile(map: Uint8Array, zip: Uint8Array): Uint8Array {
  return replaceLumps(map, new Map([[LUMP.LUMP_PAKFILE, { bytes: zip }]]));
}

// Selection of archive entries by paths and globs.

/**
 * Converts a glob. `*` and `?` match within one folder, `**` across folders; ignores case; accepts
 * either slash.
 */
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
 * Returns the entries that match any of the globs; all if there are no globs.
 * @throws CliError if a glob matches no entry
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

/** Entry of Xbox 360 archives with preloaded data and an index by entry number. */
const PRELOAD_SECTION = "__preload_section.pre";

export interface ChangedPak {
  /** Bytes of the whole map. */
  readonly bytes: Uint8Array;
  readonly added: readonly { path: string; byteLength: number; packedByteLength: number }[];
  /** Added paths that replaced existing entries. */
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

/** Adds files. @throws FormatError, CliError */
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

/** Removes entries. @throws FormatError, CliError if a glob matches no entry */
export function removeFromPak(pak: OpenPak, globs: readonly string[]): ChangedPak {
  const meant = matchPaths(pak.records, globs);
  const bytes = change(pak, new Set(meant.map(({ path }) => path)), []);
  return { bytes, added: [], replaced: [], removed: meant.map(({ name }) => name) };
}

function change(pak: OpenPak, takenOut: ReadonlySet<string>, add: readonly NewZipEntry[]) {
  if (pak.records.some(({ path }) => path === PRELOAD_SECTION)) {
    say(`${PRELOAD_SECTION} is kept unchanged: its index describes the files before the change`);
  }
  try {
    const zip = editZip(pak.zip, { removes: ({ path }) => takenOut.has(path), add });
    return withPakfile(pak.map, zip);
  } catch (error) {
    // More than the formats can hold.
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
