/** Where the files of an archive lie, so that any part of one can be read by itself. */

import { isPackedGma, readGmaList } from "../../content/archives/gma-archive.ts";
import { detectArchive } from "../../content/archives/open-archive.ts";
import { readVpkDirectory } from "../../content/archives/vpk-archive.ts";
import { indexZipEntries, locateZipEntry, openZip } from "../../content/archives/zip-archive.ts";
import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import type { ContentPath } from "../../content/types.ts";
import { VPK_IN_DIRECTORY } from "../../formats/vpk/types.ts";
import { locateVpkFile, vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { checkEntrySizes } from "../../formats/zip/read-entry.ts";
import { inflateEntry } from "./inflate-entry.ts";
import { unpackLzma } from "./unpack-thread.ts";
import type { UnpackedFiles } from "./unpacked-files.ts";

/** A file's bytes, or null if there is no such file. Rejects where it is there and cannot be read. */
export type OpenEntry = (path: ContentPath) => Promise<ByteSource | null>;

/** A part of a VPK by its number, or null if it is not there. */
export type OpenPart = (number: number) => Promise<File> | null;

/** Of an addon packed as a whole: properties, then the unpacked size. */
const ADDON_HEADER_BYTES = 13;
const METHOD_STORE = 0;
const METHOD_DEFLATE = 8;

/** Archives that were opened: a number for each, in keys of what is unpacked of it. */
let openedCount = 0;

/** Reads the archive's directory. Rejects with FormatError (VPK, GMA, ZIP, LZMA). */
export async function openEntries(
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

/** Not checked against its checksum, which is of a file as a whole: its readers check what they read. */
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
