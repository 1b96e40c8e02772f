/** Opens files of a content source one by one, readable in slices, also from archives. */

import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { isPackedGma, readGmaList } from "../../content/archives/gma-archive.ts";
import { detectArchive } from "../../content/archives/open-archive.ts";
import { readVpkDirectory } from "../../content/archives/vpk-archive.ts";
import { indexZipEntries, locateZipEntry, openZip } from "../../content/archives/zip-archive.ts";
import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { openFileHandle } from "../../content/bytes/open-bytes.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import { findFile, joinPath } from "../../content/game/file-tree.ts";
import { handleTree } from "../../content/game/index.ts";
import type { ContentPath, ContentSpec, StoredFile } from "../../content/types.ts";
import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { VPK_IN_DIRECTORY } from "../../formats/vpk/types.ts";
import { locateVpkFile, vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { checkEntrySizes } from "../../formats/zip/read-entry.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import { unpackLzma } from "./unpack-thread.ts";
import type { UnpackedFiles } from "./unpacked-files.ts";

// Locates the files of an archive, so that any part of one can be read by itself. Entries are
// inflated by zlib, which runs on its own threads and reads the archive in pieces.

const PIECE_BYTES = 1 << 18;

/**
 * Inflates an entry whose sizes were checked. Rejects with FormatError (ZIP) if the data does not
 * match them; excess data is detected at once.
 * @param packed the entry's data as stored in the archive
 */
export async function inflateEntry(packed: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  const out = new Uint8Array(entry.byteLength);
  let written = 0;
  const inflate = createInflateRaw({ chunkSize: Math.min(PIECE_BYTES, out.length + 64) });
  try {
    await pipeline(readPieces(packed), inflate, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        if (written + piece.length > out.length) {
          throw fault(entry, "mismatch", `${out.length} bytes unpacked`, "more");
        }
        out.set(piece, written);
        written += piece.length;
      }
    });
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw fault(entry, "bad-value", "intact deflate data", error.message);
  }
  if (written < out.length) {
    throw fault(entry, "mismatch", `${out.length} bytes unpacked`, String(written));
  }
  return out;
}

async function* readPieces(packed: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < packed.byteLength; at += PIECE_BYTES) {
    yield await packed.read(at, Math.min(PIECE_BYTES, packed.byteLength - at));
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
}

function fault(entry: ZipEntry, code: FormatErrorCode, expected: string, found: string) {
  const { path: where, headerOffset: offset } = entry;
  return new FormatError({ format: "ZIP", code, where, offset, expected, found });
}

/** Opens a file; null if it does not exist. Rejects if it exists and cannot be read. */
export type OpenEntry = (path: ContentPath) => Promise<ByteSource | null>;

/** Opens a part of a VPK by number; null if it is missing. */
export type OpenPart = (number: number) => Promise<File> | null;

/** Header of an addon packed as a whole: LZMA properties, then the unpacked size. */
const ADDON_HEADER_BYTES = 13;
const METHOD_STORE = 0;
const METHOD_DEFLATE = 8;

/** Number of archives opened, which numbers them in the keys of unpacked files. */
let openedCount = 0;

/** Reads an archive's directory. Rejects with FormatError (VPK, GMA, ZIP, LZMA). */
async function openEntries(
  file: File,
  openPart: OpenPart,
  unpacked: UnpackedFiles,
): Promise<OpenEntry> {
  const bytes = blobBytes(file);
  const kind = await detectArchive(bytes);
  if (kind === "vpk") return openVpkEntries(bytes, openPart);
  const id = openedCount++;
  return kind === "gma"
    ? openGmaEntries(bytes, String(id), unpacked)
    : openZipEntries(bytes, String(id), unpacked);
}

/**
 * Opens a VPK. Files are not checked against their checksums, which need whole files; the formats'
 * readers validate what they read.
 */
async function openVpkEntries(bytes: ByteSource, openPart: OpenPart): Promise<OpenEntry> {
  const vpk = await readVpkDirectory(bytes);
  return async (path) => {
    const row = vpk.find(path);
    if (row < 0) return null;
    const start = vpk.filePreloadOffset[row];
    const preload = vpk.tree.subarray(start, start + vpk.filePreloadByteLength[row]);
    if (vpk.fileByteLength[row] === 0) return memoryBytes(path, preload);
    const number = vpk.fileArchive[row];
    const part = number === VPK_IN_DIRECTORY ? null : openPart(number);
    if (number !== VPK_IN_DIRECTORY && part === null) {
      throw new Error(`${vpkPartName(bytes.label, number)} is missing, and ${path} lies in it`);
    }
    const data = part === null ? bytes : blobBytes(await part);
    const { offset, byteLength } = locateVpkFile(vpk, row, data.byteLength)!;
    return joinBytes(preload, sliceBytes(data, offset, byteLength, path));
  };
}

async function openGmaEntries(
  bytes: ByteSource,
  key: string,
  unpacked: UnpackedFiles,
): Promise<OpenEntry> {
  const plain = (await isPackedGma(bytes)) ? await unpackAddon(bytes, key, unpacked) : bytes;
  const directory = await readGmaList(plain);
  return async (path) => {
    const found = directory.find(path);
    return found ? sliceBytes(plain, found.offset, found.byteLength, path) : null;
  };
}

async function unpackAddon(packed: ByteSource, key: string, unpacked: UnpackedFiles) {
  const header = await packed.read(0, ADDON_HEADER_BYTES);
  const byteLength = new DataView(header.buffer, header.byteOffset).getUint32(5, true);
  return unpacked.open({
    key,
    label: packed.label,
    byteLength,
    unpack: async () => {
      const data = await packed.read(0, packed.byteLength);
      return unpackLzma({ kind: "addon", byteLength, data });
    },
  });
}
async function openZipEntries(
  bytes: ByteSource,
  id: string,
  unpacked: UnpackedFiles,
): Promise<OpenEntry> {
  const byPath = indexZipEntries(await openZip(bytes));
  return async (path) => {
    const entry = byPath.get(path);
    if (entry === undefined) return null;
    checkEntrySizes(entry);
    const packed = await locateZipEntry(bytes, entry);
    if (entry.method === METHOD_STORE) return packed;
    return unpacked.open({
      key: `${id} ${entry.path}`,
      label: path,
      byteLength: entry.byteLength,
      unpack: async () => {
        if (entry.method === METHOD_DEFLATE) return inflateEntry(packed, entry);
        const data = await packed.read(0, packed.byteLength);
        return unpackLzma({ kind: "entry", entry, data });
      },
    });
  };
}

/** Joins preloaded bytes, which are short and in memory, with the rest of a file. */
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

export interface ServedFile {
  readonly bytes: ByteSource;
  /** ETag, with quotes: different for each version of the file. */
  readonly etag: string;
  /** Milliseconds since 1970; for a file in an archive, that of the archive. */
  readonly lastModified: number;
}

export interface ServedSource {
  /** Name for messages: a folder or an archive. */
  readonly label: string;
  /** Opens a file; null if it does not exist. Rejects if it exists and cannot be read. */
  open(path: ContentPath): Promise<ServedFile | null>;
}

export function servedSource(spec: ContentSpec, unpacked: UnpackedFiles): ServedSource {
  if (spec.kind === "directory") return servedFolder(spec.handle);
  if (spec.kind === "archive") return servedArchive(spec, unpacked);
  throw new Error(`a source of kind ${spec.kind} is not on disk`);
}

export function servedFolder(handle: FileSystemDirectoryHandle): ServedSource {
  const tree = handleTree(handle);
  const top = handle.name.toLowerCase();
  return {
    label: handle.name,
    async open(path) {
      const found = await findFile(tree, joinPath(top, path));
      if (found === null) return null;
      const file = await openStored(found);
      return { bytes: blobBytes(file), etag: etagOf(file), lastModified: file.lastModified };
    },
  };
}

/** Serves an archive. Its directory is read on first use, and again when the file has changed. */
function servedArchive(
  { label, file: stored, parts }: ContentSpec & { readonly kind: "archive" },
  unpacked: UnpackedFiles,
): ServedSource {
  const openPart = (number: number) => {
    const part = parts?.get(number);
    return part === undefined ? null : openStored(part);
  };
  let opened: { readonly etag: string; readonly entries: Promise<OpenEntry> } | null = null;
  return {
    label,
    async open(path) {
      const file = await openStored(stored);
      const etag = etagOf(file);
      if (opened?.etag !== etag) opened = { etag, entries: openEntries(file, openPart, unpacked) };
      const bytes = await (await opened.entries)(path);
      return bytes && { bytes, etag, lastModified: file.lastModified };
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
