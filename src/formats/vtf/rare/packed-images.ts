/**
 * Reads the additionally compressed images of a 7.6 file, each separately and on demand.
 *
 * The resource `AXC` (layout: sourcepp and vtf-js) holds compression level and method, 16 bits
 * each, then the byte length of every image in storage order: smallest mip first; within a mip by
 * frame, then face. All slices of a volume are one image. Deflate data has zlib's header and
 * checksum.
 */

import { Inflate } from "fflate";
import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import { ZstdFault } from "../../zstd/backward-bits.ts";
import { decompressZstd } from "../../zstd/decompress-zstd.ts";
import type { PackedImages } from "../types.ts";

const METHOD_DEFLATE = 8;
const METHOD_ZSTD = 93;
/** Two bytes of header, four of a checksum. */
const ZLIB_FRAME_BYTES = 6;
/** Best ratio of deflate: 258 bytes from two bits. */
const MAX_DEFLATE_RATIO = 1032;
/** Best ratio of zstd: a block of 128 KiB of one byte takes four bytes. */
const MAX_ZSTD_RATIO = 1 << 15;
/** Size limit of an image, far above any texture's. */
const MAX_IMAGE_BYTES = 1 << 28;
const PIECE_BYTES = 1 << 13;
const ADLER_MODULUS = 65521;
/** Number of bytes that can be summed before the sums need the modulus. */
const ADLER_RUN = 3800;

function fail(code: FormatErrorCode, offset: number, expected: string, found: string | number) {
  const where = "compressed image";
  return new FormatError({ format: "VTF", code, where, offset, expected, found: String(found) });
}

/**
 * Returns a function that decompresses images. Throws FormatError for an invalid table or length
 * before anything is decompressed.
 */
export function openPackedImages(packed: PackedImages): (mip: number, index: number) => Uint8Array {
  const { bytes, imageOffset, table, mipBytes, perMip } = packed;
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  // The first Strata builds left the method 0.
  const method = view.getUint16(2, true) || METHOD_DEFLATE;
  if (method !== METHOD_DEFLATE && method !== METHOD_ZSTD) {
    throw fail("unsupported", imageOffset, "deflate or zstd", `method ${method}`);
  }
  const [mostRatio, unpack] =
    method === METHOD_ZSTD
      ? ([MAX_ZSTD_RATIO, unzstd] as const)
      : ([MAX_DEFLATE_RATIO, unzlib] as const);
  const count = mipBytes.length * perMip;
  if (table.length < 4 + count * 4) {
    throw fail("truncated", imageOffset, `lengths of ${count} images`, table.length);
  }
  const start = new Float64Array(count + 1);
  start[0] = imageOffset;
  for (let i = 0; i < count; i++) {
    const byteLength = view.getUint32(4 + i * 4, true);
    const unpacked = mipBytes[mipBytes.length - 1 - Math.floor(i / perMip)];
    if (unpacked > Math.min(byteLength * mostRatio, MAX_IMAGE_BYTES)) {
      throw fail("bad-count", start[i], `an image of ${unpacked} bytes`, `${byteLength} packed`);
    }
    start[i + 1] = start[i] + byteLength;
  }
  if (start[count] > bytes.length) {
    throw fail("truncated", imageOffset, `images up to byte ${start[count]}`, bytes.length);
  }
  return (mip, index) => {
    const i = (mipBytes.length - 1 - mip) * perMip + index;
    return unpack(bytes.subarray(start[i], start[i + 1]), mipBytes[mip], start[i]);
  };
}

/** Decompresses in pieces, so that data exceeding its stated size is detected early. */
function unzlib(data: Uint8Array, byteLength: number, offset: number): Uint8Array {
  const isZlib = data.length > ZLIB_FRAME_BYTES && (data[0] & 15) === 8 && (data[1] & 32) === 0;
  if (!isZlib || ((data[0] << 8) | data[1]) % 31 !== 0) {
    throw fail("bad-value", offset, "zlib data", `0x${((data[0] << 8) | data[1]).toString(16)}`);
  }
  const out = new Uint8Array(byteLength);
  let written = 0;
  const stream = new Inflate((piece) => {
    if (written + piece.length > byteLength) {
      throw fail("mismatch", offset, `${byteLength} bytes unpacked`, "more");
    }
    out.set(piece, written);
    written += piece.length;
  });
  const body = data.subarray(2, -4);
  try {
    for (let at = 0, isLast = false; !isLast; at += PIECE_BYTES) {
      isLast = at + PIECE_BYTES >= body.length;
      stream.push(body.subarray(at, at + PIECE_BYTES), isLast);
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw fail("bad-value", offset, "intact deflate data", (error as Error).message);
  }
  if (written < byteLength) {
    throw fail("mismatch", offset, `${byteLength} bytes unpacked`, written);
  }
  const stated = new DataView(data.buffer, data.byteOffset + data.length - 4, 4).getUint32(0);
  if (adler32(out) !== stated) throw fail("mismatch", offset, "the checksum of its bytes", stated);
  return out;
}

function unzstd(data: Uint8Array, byteLength: number, offset: number): Uint8Array {
  try {
    return decompressZstd(data, byteLength);
  } catch (error) {
    if (!(error instanceof ZstdFault)) throw error;
    throw fail("bad-value", offset, `intact zstd data of ${byteLength} bytes`, error.reason);
  }
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER_RUN);
    for (; at < end; at++) {
      a += bytes[at];
      b += a;
    }
    a %= ADLER_MODULUS;
    b %= ADLER_MODULUS;
  }
  return b * 65536 + a;
}
