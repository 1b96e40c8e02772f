/** Comparison of the files in both pakfiles, by content. */

import { type OpenPakfile, openPakfile } from "../../content/archives/open-pakfile.ts";
import { locateZipEntry } from "../../content/archives/zip-archive.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { FormatError } from "../../core/errors.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import type { MapVersion } from "./open-version.ts";
import { compareTexts } from "./things/thing.ts";
import type { PackedChange, PackedDiff } from "./types.ts";

/**
 * Replaces the map's name in paths of files that compilers pack, because it differs between
 * versions.
 */
const sharedPath = (path: string): string =>
  path.replace(/^((?:materials\/)?maps\/)[^/]+\//, "$1*/");

type Entries = ReadonlyMap<string, ZipEntry>;

/**
 * Compares the pakfiles. Never rejects with a FormatError. A file that can be read in only one
 * version counts as changed. A file that can be read in neither is compared as it is packed.
 */
export async function diffPacked(
  a: MapVersion,
  b: MapVersion,
  untold: string | null,
): Promise<PackedDiff> {
  const none = { changes: [], countA: 0, countB: 0 };
  if (untold !== null) return { untold, ...none };
  const [pakA, pakB] = await Promise.all([openPak(a), openPak(b)]);
  const damage = pakA?.damage?.message ?? pakB?.damage?.message ?? null;
  const [filesA, filesB] = [listFiles(pakA), listFiles(pakB)];
  const counts = { countA: filesA.size, countB: filesB.size };
  if (damage !== null) return { untold: damage, changes: [], ...counts };
  const changes: PackedChange[] = [];
  const gone: string[] = [];
  const come = new Set(filesB.keys());
  for (const [path, entryA] of filesA) {
    const entryB = filesB.get(path);
    if (entryB === undefined) {
      gone.push(path);
      continue;
    }
    come.delete(path);
    if (await isSameFile([a, pakA!, entryA], [b, pakB!, entryB])) continue;
    changes.push({
      ...{ change: "changed", path, was: null },
      ...{ a: entryA.byteLength, b: entryB.byteLength },
    });
  }
  const bySize = new Map<number, string[]>();
  for (const path of come) {
    const { byteLength } = filesB.get(path)!;
    const list = bySize.get(byteLength);
    if (list === undefined) bySize.set(byteLength, [path]);
    else list.push(path);
  }
  for (const path of gone) {
    const entry = filesA.get(path)!;
    const alike = (bySize.get(entry.byteLength) ?? []).filter((other) => come.has(other));
    const renamed = await findSame([a, pakA!, entry], b, pakB, filesB, alike);
    if (renamed !== null) come.delete(renamed);
    const sizes = { a: entry.byteLength, b: renamed === null ? null : entry.byteLength };
    if (renamed === null) changes.push({ change: "removed", path, was: null, ...sizes });
    else changes.push({ change: "renamed", path: renamed, was: path, ...sizes });
  }
  for (const path of come) {
    const { byteLength } = filesB.get(path)!;
    changes.push({ change: "added", path, was: null, a: null, b: byteLength });
  }
  const compare = (x: PackedChange, y: PackedChange) =>
    compareTexts(`${x.change} ${x.path}`, `${y.change} ${y.path}`);
  return { untold: null, changes: changes.sort(compare), ...counts };
}

function openPak({ bsp: { pakfile }, name }: MapVersion): Promise<OpenPakfile | null> {
  return pakfile.length === 0 ? Promise.resolve(null) : openPakfile(memoryBytes(name, pakfile));
}

/** Lists files by path. Of several with one path the last counts, as in the game. */
function listFiles(pak: OpenPakfile | null): Entries {
  return new Map((pak?.zip.entries ?? []).map((entry) => [sharedPath(entry.path), entry]));
}

type PackedFile = readonly [version: MapVersion, pak: OpenPakfile, entry: ZipEntry];

async function isSameFile(a: PackedFile, b: PackedFile): Promise<boolean> {
  if (a[2].byteLength !== b[2].byteLength) return false;
  const [bytesA, bytesB] = [await readFile(a), await readFile(b)];
  if (bytesA === null && bytesB === null) {
    return a[2].method === b[2].method && equalBytes(await packedBytes(a), await packedBytes(b));
  }
  return bytesA !== null && bytesB !== null && equalBytes(bytesA, bytesB);
}

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Returns a file's packed bytes, with its header if that is damaged. */
async function packedBytes([{ bsp, name }, , entry]: PackedFile): Promise<Uint8Array> {
  try {
    const located = await locateZipEntry(memoryBytes(name, bsp.pakfile), entry);
    return await located.read(0, located.byteLength);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const end = entry.headerOffset + LOCAL_HEADER_BYTES + entry.compressedByteLength;
    return bsp.pakfile.subarray(entry.headerOffset, end);
  }
}

/** Least bytes of an entry's header. */
const LOCAL_HEADER_BYTES = 30;

/** Returns `null` if the file cannot be unpacked or exceeds the limit. */
async function readFile([{ ledger }, { zip }, entry]: PackedFile): Promise<Uint8Array | null> {
  if (!ledger.tryTake("pakfileBytes", entry.byteLength)) return null;
  try {
    return await zip.read(entry);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Most files of the same length that are tested for a rename. */
const MOST_RENAMED = 8;

/** Finds a file with the same bytes under another path, or `null`. Empty files never match. */
async function findSame(
  file: PackedFile,
  b: MapVersion,
  pakB: OpenPakfile | null,
  filesB: Entries,
  alike: readonly string[],
): Promise<string | null> {
  if (file[2].byteLength === 0 || pakB === null) return null;
  for (const path of alike.slice(0, MOST_RENAMED)) {
    const entry = filesB.get(path)!;
    if (await isSameFile(file, [b, pakB, entry])) return path;
  }
  return null;
}
