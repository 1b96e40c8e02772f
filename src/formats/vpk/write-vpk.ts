/** Writes VPKs: as a single file, or as a directory with parts. The output is deterministic. */

import { concatBytes } from "../binary/encode-bytes.ts";
import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { crc32 } from "../zip/crc32.ts";
import { VPK_ENTRY_BYTES } from "./parse-vpk.ts";
import { VPK_HEADER_BYTES_V1, VPK_HEADER_BYTES_V2, VPK_MAGIC } from "./parse-vpk-header.ts";
import { VPK_IN_DIRECTORY } from "./types.ts";

export interface WriteVpkOptions {
  /** Version, by default 2. Its sections of MD5 sums and signature are written empty. */
  readonly version?: 1 | 2;
  /** Number of bytes of each file that are stored in the tree: up to 65535, by default 0. */
  readonly preloadByteLength?: number;
}

export interface SplitVpk {
  /** `pak01_dir.vpk` */
  readonly directory: Uint8Array;
  /** `pak01_000.vpk` and the following parts. */
  readonly parts: readonly Uint8Array[];
}

/**
 * Writes a VPK as a single file. Throws RangeError for paths that a VPK cannot store, and for 4 GB
 * and more.
 */
export function writeVpk(
  files: ReadonlyMap<string, Uint8Array>,
  options: WriteVpkOptions = {},
): Uint8Array {
  const { directory, parts } = layOut(files, options, Infinity, true);
  return concatBytes([directory, ...parts]);
}

/**
 * Writes a VPK with parts.
 * @param partByteLength size at which a part is closed; files are not split between parts
 * @throws RangeError for paths that a VPK cannot store, 4 GB and more in a part, too many parts
 */
export function writeSplitVpk(
  files: ReadonlyMap<string, Uint8Array>,
  partByteLength: number,
  options: WriteVpkOptions = {},
): SplitVpk {
  return layOut(files, options, partByteLength, false);
}

interface Entry {
  readonly extension: string;
  readonly folder: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

function layOut(
  files: ReadonlyMap<string, Uint8Array>,
  { version = 2, preloadByteLength = 0 }: WriteVpkOptions,
  partByteLength: number,
  isSingle: boolean,
): SplitVpk {
  if (preloadByteLength > 0xffff) throw new RangeError(`${preloadByteLength} preload bytes`);
  const entries = [...files].map(([path, bytes]) => splitPath(path, bytes)).sort(compareEntries);
  const encoder = new TextEncoder();
  const tree: Uint8Array[] = [];
  const addName = (name: string) => tree.push(encoder.encode(`${name === "" ? " " : name}\0`));
  const END_OF_LIST = Uint8Array.of(0);
  const parts: Uint8Array[][] = [];
  let partBytes = Infinity;
  let last: Entry | null = null;
  for (const entry of entries) {
    const isNewExtension = last?.extension !== entry.extension;
    const isNewFolder = isNewExtension || last?.folder !== entry.folder;
    if (last !== null && isNewFolder) tree.push(END_OF_LIST);
    if (last !== null && isNewExtension) tree.push(END_OF_LIST);
    if (isNewExtension) addName(entry.extension);
    if (isNewFolder) addName(entry.folder);
    addName(entry.name);
    last = entry;

    const preload = entry.bytes.subarray(0, preloadByteLength);
    const rest = entry.bytes.subarray(preload.length);
    if (partBytes >= partByteLength && (rest.length > 0 || parts.length === 0)) {
      parts.push([]);
      partBytes = 0;
    }
    const record = new DataView(new ArrayBuffer(VPK_ENTRY_BYTES));
    record.setUint32(0, crc32(entry.bytes), true);
    record.setUint16(4, preload.length, true);
    record.setUint16(6, isSingle ? VPK_IN_DIRECTORY : parts.length - 1, true);
    record.setUint32(8, partBytes, true);
    record.setUint32(12, rest.length, true);
    record.setUint16(16, 0xffff, true);
    tree.push(new Uint8Array(record.buffer), preload);
    parts[parts.length - 1].push(rest);
    partBytes += rest.length;
    if (partBytes > 0xffffffff) throw new RangeError("a part of 4 GB in a VPK");
  }
  if (parts.length > VPK_IN_DIRECTORY) throw new RangeError(`${parts.length} parts in a VPK`);
  if (last !== null) tree.push(END_OF_LIST, END_OF_LIST);
  tree.push(END_OF_LIST);
  const treeBytes = concatBytes(tree);
  const header = writeHeader(version, treeBytes.length, isSingle ? partBytes : 0);
  return { directory: concatBytes([header, treeBytes]), parts: parts.map(concatBytes) };
}

function writeHeader(version: 1 | 2, treeByteLength: number, dataByteLength: number): Uint8Array {
  const byteLength = version === 1 ? VPK_HEADER_BYTES_V1 : VPK_HEADER_BYTES_V2;
  const header = new DataView(new ArrayBuffer(byteLength));
  header.setUint32(0, VPK_MAGIC, true);
  header.setUint32(4, version, true);
  header.setUint32(8, treeByteLength, true);
  if (version === 2 && Number.isFinite(dataByteLength)) header.setUint32(12, dataByteLength, true);
  return new Uint8Array(header.buffer);
}

/** Splits `materials/brick/wall.vmt` like the tree; in lower case with forward slashes. */
function splitPath(path: string, bytes: Uint8Array): Entry {
  const normalized = normalizePath(path);
  if (leavesRoot(path) || normalized.includes("\0")) {
    throw new RangeError(`a path that no VPK holds: ${JSON.stringify(path)}`);
  }
  const slash = normalized.lastIndexOf("/");
  const base = normalized.slice(slash + 1);
  const dot = base.lastIndexOf(".");
  // An empty extension or name would be read as the end of a list.
  const hasExtension = dot >= 0 && dot < base.length - 1;
  const name = hasExtension ? base.slice(0, dot) : base;
  const extension = hasExtension ? base.slice(dot + 1) : "";
  for (const piece of [name, extension, normalized.slice(0, Math.max(slash, 0))]) {
    if (piece === " ") throw new RangeError(`a path that no VPK holds: ${JSON.stringify(path)}`);
  }
  return { extension, folder: normalized.slice(0, Math.max(slash, 0)), name, bytes };
}

/** Compares by code unit, independent of the locale. */
function compareEntries(a: Entry, b: Entry): number {
  const compare = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return (
    compare(a.extension, b.extension) || compare(a.folder, b.folder) || compare(a.name, b.name)
  );
}
