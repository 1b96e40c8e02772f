/** Files of a content source one by one, each to be read in slices, out of an archive as well. */

import { blobBytes } from "../content/blob-bytes.ts";
import type { ByteSource } from "../content/byte-source.ts";
import { findFile, joinPath } from "../content/game/file-tree.ts";
import { handleTree } from "../content/game/index.ts";
import { readGmaDirectory } from "../content/gma-archive.ts";
import { memoryBytes } from "../content/memory-bytes.ts";
import { openArchive } from "../content/open-archive.ts";
import { openFileHandle } from "../content/open-bytes.ts";
import { sliceBytes } from "../content/slice-bytes.ts";
import type { ContentPath, ContentSpec, StoredFile } from "../content/types.ts";
import { readVpkDirectory } from "../content/vpk-archive.ts";
import { VPK_IN_DIRECTORY } from "../formats/vpk/types.ts";
import { locateVpkFile, vpkPartName } from "../formats/vpk/vpk-file.ts";

export interface ServedFile {
  readonly bytes: ByteSource;
  /** With its quotes: another one for each state of the file. */
  readonly etag: string;
  /** Milliseconds since 1970; of a file in an archive, the archive's. */
  readonly lastModified: number;
}

export interface ServedSource {
  /** null if there is no such file. Rejects where it is there and cannot be read. */
  open(path: ContentPath): Promise<ServedFile | null>;
}

/** Where a file lies in its archive's bytes, or null: as `ServedSource.open`. */
type OpenEntry = (path: ContentPath) => Promise<ByteSource | null>;

export function servedSource(spec: ContentSpec): ServedSource {
  if (spec.kind === "directory") return servedFolder(spec.handle);
  if (spec.kind === "archive") return servedArchive(spec.file, spec.parts ?? new Map());
  throw new Error(`a source of kind ${spec.kind} is not on disk`);
}

export function servedFolder(handle: FileSystemDirectoryHandle): ServedSource {
  const tree = handleTree(handle);
  const top = handle.name.toLowerCase();
  return {
    async open(path) {
      const found = await findFile(tree, joinPath(top, path));
      if (found === null) return null;
      const file = await openStored(found);
      return { bytes: blobBytes(file), etag: etagOf(file), lastModified: file.lastModified };
    },
  };
}

/** The archive's directory is read when it is first needed, and again when the file is another. */
function servedArchive(stored: StoredFile, parts: ReadonlyMap<number, StoredFile>): ServedSource {
  let opened: { readonly etag: string; readonly entries: Promise<OpenEntry> } | null = null;
  return {
    async open(path) {
      const file = await openStored(stored);
      const etag = etagOf(file);
      if (opened?.etag !== etag) opened = { etag, entries: openEntries(file, parts) };
      const bytes = await (await opened.entries)(path);
      return bytes && { bytes, etag, lastModified: file.lastModified };
    },
  };
}

function openEntries(file: File, parts: ReadonlyMap<number, StoredFile>): Promise<OpenEntry> {
  if (/\.vpk$/i.test(file.name)) return openVpkEntries(file, parts);
  return /\.gma$/i.test(file.name) ? openGmaEntries(file) : openWholeEntries(file);
}

/** Not checked against its checksum, which is of a file as a whole: its readers check what they read. */
async function openVpkEntries(
  file: File,
  parts: ReadonlyMap<number, StoredFile>,
): Promise<OpenEntry> {
  const bytes = blobBytes(file);
  const vpk = await readVpkDirectory(bytes);
  return async (path) => {
    const row = vpk.find(path);
    if (row < 0) return null;
    const start = vpk.filePreloadOffset[row];
    const preload = vpk.tree.subarray(start, start + vpk.filePreloadByteLength[row]);
    if (vpk.fileByteLength[row] === 0) return memoryBytes(path, preload);
    const number = vpk.fileArchive[row];
    const part = parts.get(number);
    if (number !== VPK_IN_DIRECTORY && part === undefined) {
      throw new Error(`${vpkPartName(file.name, number)} is missing, and ${path} lies in it`);
    }
    const data = number === VPK_IN_DIRECTORY ? bytes : blobBytes(await openStored(part!));
    const { offset, byteLength } = locateVpkFile(vpk, row, data.byteLength)!;
    return joinBytes(preload, sliceBytes(data, offset, byteLength, path));
  };
}

async function openGmaEntries(file: File): Promise<OpenEntry> {
  const { directory, unpacked } = await readGmaDirectory(blobBytes(file));
  return async (path) => {
    const found = directory.find(path);
    return found ? sliceBytes(unpacked, found.offset, found.byteLength, path) : null;
  };
}

/** Of a zip, an entry has to be unpacked before any part of it can be had. */
async function openWholeEntries(file: File): Promise<OpenEntry> {
  const archive = await openArchive(file);
  return async (path) => {
    const bytes = await archive.read(path);
    return bytes && memoryBytes(path, bytes);
  };
}

/** What comes first is in memory; it is short. */
function joinBytes(first: Uint8Array, rest: ByteSource): ByteSource {
  if (first.length === 0) return rest;
  return {
    label: rest.label,
    byteLength: first.length + rest.byteLength,
    async read(offset, byteLength, signal) {
      const bytes = new Uint8Array(byteLength);
      const head = first.subarray(offset, offset + byteLength);
      bytes.set(head);
      if (head.length < byteLength) {
        const from = Math.max(offset - first.length, 0);
        bytes.set(await rest.read(from, byteLength - head.length, signal), head.length);
      }
      return bytes;
    },
  };
}

async function openStored(file: StoredFile): Promise<File> {
  if (file instanceof File) return file;
  if (file instanceof Blob || "url" in file) throw new Error("not a file on disk");
  return openFileHandle(file);
}

function etagOf(file: File): string {
  return `"${file.size.toString(16)}-${Math.round(file.lastModified * 1000).toString(16)}"`;
}
