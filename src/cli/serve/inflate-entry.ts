/** Deflate by zlib, which works on threads of its own and reads the archive piece by piece. */

import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";

const PIECE_BYTES = 1 << 18;

/**
 * An entry's bytes; its sizes have been checked. Rejects with FormatError (ZIP) where they are not
 * what the entry declares: data that go on past it are noticed at once.
 * @param packed its data, as they lie in the archive
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
