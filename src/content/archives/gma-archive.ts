import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { GmaDirectory } from "../../formats/gma/parse-gma.ts";
import { checkGmaFile, parseGma } from "../../formats/gma/parse-gma.ts";
import {
  decompressLzmaAlone,
  isLzmaAlone,
  lzmaAloneByteLength,
} from "../../formats/lzma/lzma-alone.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { memoryBytes } from "../bytes/memory-bytes.ts";
import type { ContentArchive } from "../types.ts";

/** First read: enough for the file list of most addons. */
const FIRST_READ_BYTES = 1 << 16;
const MAX_LIST_BYTES = 1 << 26;
/** Limit for addons that are packed as a whole, which are unpacked in memory. */
const MAX_PACKED_BYTES = 1 << 28;

/**
 * Opens a Garry's Mod addon and reads its files in slices. Old workshop downloads are packed as a
 * whole (LZMA) and are unpacked in memory.
 *
 * @throws FormatError (GMA, LZMA)
 */
export async function openGmaArchive(
  bytes: ByteSource,
  signal?: AbortSignal,
): Promise<ContentArchive> {
  const { directory, unpacked } = await readGmaDirectory(bytes, signal);
  return {
    label: bytes.label,
    async read(path, signal, draw) {
      const file = directory.find(path);
      if (!file) return null;
      draw?.(file.byteLength);
      const data = await unpacked.read(file.offset, file.byteLength, signal);
      checkGmaFile(file, data);
      return data;
    },
    *list() {
      for (const file of directory.files) {
        if (directory.find(file.path) === file) yield file;
      }
    },
  };
}

/**
 * Reads the header and file list. Their offsets count in `unpacked`, which is the addon itself or
 * its decompressed copy. Rejects with FormatError (GMA, LZMA).
 */
export async function readGmaDirectory(
  bytes: ByteSource,
  signal?: AbortSignal,
): Promise<{ directory: GmaDirectory; unpacked: ByteSource }> {
  const unpacked = (await isPackedGma(bytes, signal)) ? await unpackWhole(bytes, signal) : bytes;
  return { directory: await readGmaList(unpacked, signal), unpacked };
}

/** True if an addon is packed as a whole. Rejects with FormatError (GMA) if it is too large. */
export async function isPackedGma(bytes: ByteSource, signal?: AbortSignal): Promise<boolean> {
  const start = await bytes.read(0, Math.min(16, bytes.byteLength), signal);
  if (!isLzmaAlone(start)) return false;
  if (bytes.byteLength <= MAX_PACKED_BYTES) return true;
  throw fault("file", `at most ${MAX_PACKED_BYTES} packed bytes`, bytes.byteLength);
}

async function unpackWhole(bytes: ByteSource, signal?: AbortSignal): Promise<ByteSource> {
  const start = await bytes.read(0, Math.min(16, bytes.byteLength), signal);
  const ledger = new Ledger();
  ledger.addInput(bytes.byteLength);
  ledger.take("packedBytes", lzmaAloneByteLength(start), "file", "LZMA");
  const packed = await bytes.read(0, bytes.byteLength, signal);
  return memoryBytes(bytes.label, decompressLzmaAlone(packed, "file"));
}

/**
 * Reads the header and file list of an addon that is not packed. The length of the list is not
 * stored, so reads grow until the list is complete. Rejects with FormatError (GMA).
 */
export async function readGmaList(bytes: ByteSource, signal?: AbortSignal): Promise<GmaDirectory> {
  for (let length = FIRST_READ_BYTES; ; length *= 2) {
    const start = await bytes.read(0, Math.min(length, bytes.byteLength), signal);
    const directory = parseGma(start, bytes.byteLength);
    if (directory) return directory;
    if (length >= MAX_LIST_BYTES) {
      throw fault("file list", `a list of at most ${MAX_LIST_BYTES} bytes`, "a longer one");
    }
  }
}

function fault(where: string, expected: string, found: string | number): FormatError {
  const detail = { format: "GMA", code: "bad-count", where, offset: 0 } as const;
  return new FormatError({ ...detail, expected, found: String(found) });
}
