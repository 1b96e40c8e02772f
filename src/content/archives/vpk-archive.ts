import { FormatError } from "../../core/errors.ts";
import { parseVpkTree } from "../../formats/vpk/parse-vpk.ts";
import { parseVpkHeader, VPK_HEADER_BYTES_V2 } from "../../formats/vpk/parse-vpk-header.ts";
import { VPK_IN_DIRECTORY, type VpkDirectory } from "../../formats/vpk/types.ts";
import {
  joinVpkFile,
  locateVpkFile,
  vpkFileByteLength,
  vpkPartName,
} from "../../formats/vpk/vpk-file.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { isReadWhole, joinBytes, wholeFile } from "../file-head.ts";
import type { ContentArchive } from "../types.ts";

/** Maximum size of a VPK's tree. The largest of real games have 10 MB. */
const MAX_TREE_BYTES = 2 ** 28;

/** Opens the part of a VPK with a given number; null if it is missing. */
export type OpenVpkPart = (archive: number, signal?: AbortSignal) => Promise<ByteSource | null>;

/**
 * Opens a VPK. Only its tree is kept in memory; files are read from its parts and checked against
 * their checksums. Reads reject with FormatError (VPK) `bad-offset` or `mismatch`, or with a plain
 * error if the part is missing.
 *
 * @param directory `pak01_dir.vpk`, or a VPK in one file
 * @throws FormatError (VPK) if it cannot be read
 */
export async function openVpkArchive(
  directory: ByteSource,
  openPart: OpenVpkPart,
  signal?: AbortSignal,
): Promise<ContentArchive> {
  const vpk = await readVpkDirectory(directory, signal);
  const parts = new Map<number, Promise<ByteSource | null>>();
  const part = (archive: number, signal?: AbortSignal): Promise<ByteSource | null> => {
    if (archive === VPK_IN_DIRECTORY) return Promise.resolve(directory);
    const known = parts.get(archive);
    if (known) return known;
    const opening = openPart(archive, signal);
    parts.set(archive, opening);
    // The waiting reader gets the rejection; this only allows another try.
    opening.catch(() => parts.delete(archive));
    return opening;
  };
  const nameOf = (archive: number): string =>
    vpkPartName(directory.label, archive) ?? `part ${archive} of ${directory.label}`;
  /** Opens the part that has a file's bytes, and locates them. */
  const openFile = async (file: number, path: string, signal?: AbortSignal) => {
    const archive = vpk.fileArchive[file];
    const bytes = await part(archive, signal);
    if (bytes === null) throw new Error(`${nameOf(archive)} is missing, and ${path} lies in it`);
    return { bytes, slice: locateVpkFile(vpk, file, bytes.byteLength)! };
  };

  const read: ContentArchive["read"] = async (path, signal, draw) => {
    const file = vpk.find(path);
    if (file < 0) return null;
    draw?.(vpkFileByteLength(vpk, file));
    if (vpk.fileByteLength[file] === 0) return joinVpkFile(vpk, file, new Uint8Array(0));
    const { bytes, slice } = await openFile(file, path, signal);
    return joinVpkFile(vpk, file, await bytes.read(slice.offset, slice.byteLength, signal));
  };

  return {
    label: directory.label,
    read,
    async readHead(path, byteLength, signal, draw) {
      const file = vpk.find(path);
      if (file < 0) return null;
      const length = vpkFileByteLength(vpk, file);
      const preloadBytes = vpk.filePreloadByteLength[file];
      if (isReadWhole(length, byteLength) || preloadBytes >= byteLength) {
        const bytes = await read(path, signal, draw);
        return bytes && wholeFile(bytes);
      }
      draw?.(byteLength);
      const { bytes, slice } = await openFile(file, path, signal);
      const first = await bytes.read(slice.offset, byteLength - preloadBytes, signal);
      const start = vpk.filePreloadOffset[file];
      return {
        bytes: joinBytes(vpk.tree.subarray(start, start + preloadBytes), first),
        byteLength: length,
        async readWhole(signal, draw) {
          draw?.(length - byteLength);
          const offset = slice.offset + first.length;
          const rest = await bytes.read(offset, slice.byteLength - first.length, signal);
          return joinVpkFile(vpk, file, joinBytes(first, rest));
        },
      };
    },
    *list() {
      for (let file = 0; file < vpk.fileCount; file++) {
        const path = vpk.path(file);
        if (path === "" || vpk.repeated.has(file)) continue;
        yield { path, byteLength: vpkFileByteLength(vpk, file) };
      }
    },
  };
}

/** Reads header and tree. Rejects with FormatError (VPK). */
export async function readVpkDirectory(
  bytes: ByteSource,
  signal?: AbortSignal,
): Promise<VpkDirectory> {
  const headerBytes = Math.min(VPK_HEADER_BYTES_V2, bytes.byteLength);
  const header = parseVpkHeader(await bytes.read(0, headerBytes, signal), bytes.byteLength);
  const { treeOffset, treeByteLength } = header;
  if (treeByteLength > MAX_TREE_BYTES) {
    const expected = `a tree of at most ${MAX_TREE_BYTES} bytes`;
    const found = String(treeByteLength);
    const detail = { format: "VPK", code: "bad-count", where: "tree", offset: 8 } as const;
    throw new FormatError({ ...detail, expected, found });
  }
  return parseVpkTree(header, await bytes.read(treeOffset, treeByteLength, signal));
}
