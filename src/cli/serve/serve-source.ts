/** Files of a content source one by one, each to be read in slices, out of an archive as well. */

import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { openFileHandle } from "../../content/bytes/open-bytes.ts";
import { findFile, joinPath } from "../../content/game/file-tree.ts";
import { handleTree } from "../../content/game/index.ts";
import type { ContentPath, ContentSpec, StoredFile } from "../../content/types.ts";
import { type OpenEntry, openEntries } from "./archive-entries.ts";
import type { UnpackedFiles } from "./unpacked-files.ts";

export interface ServedFile {
  readonly bytes: ByteSource;
  /** With its quotes: another one for each state of the file. */
  readonly etag: string;
  /** Milliseconds since 1970; of a file in an archive, the archive's. */
  readonly lastModified: number;
}

export interface ServedSource {
  /** For messages: a folder, an archive. */
  readonly label: string;
  /** null if there is no such file. Rejects where it is there and cannot be read. */
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

/** The archive's directory is read when it is first needed, and again when the file is another. */
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
