import { FormatError } from "../../core/errors.ts";
import {
  CENTRAL_HEADER,
  directoryNotFound,
  findEndRecord,
  placeDirectory,
} from "../../formats/zip/find-directory.ts";
import { parseZipDirectory } from "../../formats/zip/parse-zip.ts";
import {
  checkEntrySizes,
  findEntryData,
  LOCAL_HEADER_BYTES,
  METHOD_STORE,
  unpackEntry,
} from "../../formats/zip/read-entry.ts";
import { MAX_TAIL_BYTES } from "../../formats/zip/tail-bytes.ts";
import type { ZipEntry, ZipListing } from "../../formats/zip/types.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { sliceBytes } from "../bytes/slice-bytes.ts";
import { indexByRoots } from "../content-roots.ts";
import { isReadWhole, joinBytes, wholeFile } from "../file-head.ts";
import type { ContentArchive, DrawBytes, FileHead } from "../types.ts";

/** Directory size of 65,535 entries with long names. */
const MAX_DIRECTORY_BYTES = 1 << 26;
/** Bytes read beyond an entry's name: most local headers have shorter extra fields. */
const USUAL_EXTRA_BYTES = 64;

/** Zip of which only the directory is in memory. */
export interface ZipReader extends ZipListing {
  /** Reads and unpacks an entry. Rejects with FormatError (ZIP, LZMA). */
  read(entry: ZipEntry, signal?: AbortSignal): Promise<Uint8Array>;
  /** See `readZipEntryHead`. */
  readHead(entry: ZipEntry, byteLength: number, signal?: AbortSignal): Promise<FileHead>;
}

/** Returns the readers of a zip's entries. */
export function readersOf(bytes: ByteSource): Pick<ZipReader, "read" | "readHead"> {
  return {
    read: (entry, signal) => readZipEntry(bytes, entry, signal),
    readHead: (entry, length, signal) => readZipEntryHead(bytes, entry, length, signal),
  };
}

/** Throws FormatError (ZIP): `bad-magic`, `bad-offset`, `bad-count`, `truncated`, `unsupported`. */
export async function openZip(bytes: ByteSource, signal?: AbortSignal): Promise<ZipReader> {
  const tailOffset = Math.max(0, bytes.byteLength - MAX_TAIL_BYTES);
  const tail = await bytes.read(tailOffset, bytes.byteLength - tailOffset, signal);
  const record = findEndRecord(viewOf(tail), tailOffset);
  const listing = await readDirectory(bytes, record, { tail, tailOffset }, signal);
  return { ...listing, ...readersOf(bytes) };
}

/**
 * Opens a zip as content. It may have been packed from a game's folder, a folder in it, or one
 * above it.
 */
export async function openZipArchive(
  bytes: ByteSource,
  signal?: AbortSignal,
): Promise<ContentArchive> {
  const zip = await openZip(bytes, signal);
  const entries = listCounting(zip);
  const byPath = indexZipEntries(zip);
  return {
    label: bytes.label,
    async read(path, signal, draw) {
      const entry = byPath.get(path);
      if (!entry) return null;
      checkEntrySizes(entry);
      draw?.(entry.byteLength);
      return zip.read(entry, signal);
    },
    async readHead(path, byteLength, signal, draw) {
      const entry = byPath.get(path);
      return entry ? drawHead(zip, entry, byteLength, signal, draw) : null;
    },
    list: () => entries,
  };
}

/** Reads an entry's head, and draws the bytes that are read. */
export async function drawHead(
  zip: Pick<ZipReader, "readHead">,
  entry: ZipEntry,
  byteLength: number,
  signal?: AbortSignal,
  draw?: DrawBytes,
): Promise<FileHead> {
  checkEntrySizes(entry);
  const drawn = hasHead(entry, byteLength) ? byteLength : entry.byteLength;
  draw?.(drawn);
  const head = await zip.readHead(entry, byteLength, signal);
  const { readWhole } = head;
  if (readWhole === null) return head;
  return {
    ...head,
    readWhole(signal, draw) {
      draw?.(entry.byteLength - drawn);
      return readWhole(signal);
    },
  };
}

/** Returns the entries by their content paths. */
export function indexZipEntries(zip: ZipListing): Map<string, ZipEntry> {
  return indexByRoots(listCounting(zip).map((entry) => [entry.path, entry] as const));
}

/** Returns the entries that `find` returns: if several have one path, the last wins. */
function listCounting(zip: ZipListing): ZipEntry[] {
  return zip.entries.filter((entry) => zip.find(entry.path) === entry);
}

async function readDirectory(
  bytes: ByteSource,
  record: ReturnType<typeof findEndRecord>,
  { tail, tailOffset }: { tail: Uint8Array; tailOffset: number },
  signal?: AbortSignal,
): Promise<ZipListing> {
  const { byteLength, directoryOffsets, end, entryCount } = record;
  if (entryCount === 0) return parseZipDirectory(new Uint8Array(0), placeDirectory(record, end));
  if (byteLength > MAX_DIRECTORY_BYTES) {
    throw new FormatError({
      format: "ZIP",
      code: "bad-count",
      where: "end of central directory",
      offset: end + 12,
      expected: `a directory of at most ${MAX_DIRECTORY_BYTES} bytes`,
      found: String(byteLength),
    });
  }
  for (const offset of directoryOffsets) {
    const start = offset - tailOffset;
    const directory =
      start >= 0
        ? tail.subarray(start, start + byteLength)
        : await bytes.read(offset, byteLength, signal);
    if (viewOf(directory).getUint32(0, true) !== CENTRAL_HEADER) continue;
    return parseZipDirectory(directory, placeDirectory(record, offset));
  }
  throw directoryNotFound(record);
}

/**
 * Reads an entry, in one read for nearly all entries: the local header, its likely extra field, and
 * the data.
 */
export async function readZipEntry(
  bytes: ByteSource,
  entry: ZipEntry,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  checkEntrySizes(entry);
  const { headerOffset, compressedByteLength } = entry;
  const guess = LOCAL_HEADER_BYTES + entry.name.length + USUAL_EXTRA_BYTES + compressedByteLength;
  const read = await bytes.read(
    headerOffset,
    Math.min(guess, bytes.byteLength - headerOffset),
    signal,
  );
  const start = findEntryData(read, entry) - headerOffset;
  const end = start + compressedByteLength;
  if (end <= read.length) return unpackEntry(read.subarray(start, end), entry);
  if (headerOffset + end > bytes.byteLength) {
    throw new FormatError({
      format: "ZIP",
      code: "truncated",
      where: entry.path,
      offset: headerOffset,
      expected: `data up to byte ${headerOffset + end}`,
      found: String(bytes.byteLength),
    });
  }
  const data = await bytes.read(headerOffset + start, compressedByteLength, signal);
  return unpackEntry(data, entry);
}

/** Returns true if an entry's head can be read alone, and is worth it. */
function hasHead({ method, byteLength }: ZipEntry, headBytes: number): boolean {
  return method === METHOD_STORE && !isReadWhole(byteLength, headBytes);
}

/** Reads the first bytes of a stored entry in one read; small and packed entries are read whole. */
async function readZipEntryHead(
  bytes: ByteSource,
  entry: ZipEntry,
  byteLength: number,
  signal?: AbortSignal,
): Promise<FileHead> {
  const { headerOffset } = entry;
  const before = LOCAL_HEADER_BYTES + entry.name.length + USUAL_EXTRA_BYTES;
  const room = bytes.byteLength - headerOffset;
  if (!hasHead(entry, byteLength) || before + byteLength > room) {
    return wholeFile(await readZipEntry(bytes, entry, signal));
  }
  const read = await bytes.read(headerOffset, before + byteLength, signal);
  const start = findEntryData(read, entry) - headerOffset;
  if (start + byteLength > read.length || start + entry.byteLength > room) {
    return wholeFile(await readZipEntry(bytes, entry, signal));
  }
  const head = read.slice(start, start + byteLength);
  return {
    bytes: head,
    byteLength: entry.byteLength,
    async readWhole(signal) {
      const offset = headerOffset + start + byteLength;
      const rest = await bytes.read(offset, entry.byteLength - byteLength, signal);
      return joinBytes(head, rest);
    },
  };
}

/**
 * Locates an entry's packed data without reading more than its local header. For a stored entry,
 * this is the file itself. Data past the archive's end is cut off.
 */
export async function locateZipEntry(
  bytes: ByteSource,
  entry: ZipEntry,
  signal?: AbortSignal,
): Promise<ByteSource> {
  const room = Math.min(LOCAL_HEADER_BYTES, bytes.byteLength - entry.headerOffset);
  const header = await bytes.read(entry.headerOffset, room, signal);
  const start = Math.min(findEntryData(header, entry), bytes.byteLength);
  const left = bytes.byteLength - start;
  return sliceBytes(bytes, start, Math.min(entry.compressedByteLength, left), entry.name);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
