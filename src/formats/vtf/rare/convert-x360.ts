/**
 * Converts a texture of the Xbox 360 (`VTFX`) to a PC texture of version 7.5, whose cubemaps have
 * six faces.
 *
 * Facts from `VTFFileHeaderX360_t` in Valve's public `vtf/vtf.h`: everything is big-endian except
 * the letters of a resource. There are as many mips as the size allows, or one. Byte-swapped texels
 * are as in sourcepp (vtfpp): 16-bit words in DXT blocks and UV88, 32-bit words in BGRA, BGRX, UVWQ
 * and UVLX. Other formats are stored like on a PC. Compressed images are one piece of LZMA; LZX is
 * not supported.
 */

import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import { isValveLzma } from "../../lzma/valve-lzma-header.ts";
import { IMAGE_FORMATS } from "../image-format.ts";
import type { VtfConsole, VtfResource } from "../types.ts";

/** Reverses the bytes of every whole word of the given size. */
export function swapWordsInPlace(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) {
    for (let i = 0, j = size - 1; i < j; i++, j--) {
      const kept = bytes[at + i];
      bytes[at + i] = bytes[at + j];
      bytes[at + j] = kept;
    }
  }
}

const VERSION_MAJOR = 0x360;
const VERSION_MINOR = 8;
const HEADER_BYTES = 60;
const MAX_RESOURCES = 4;
const TEXTUREFLAGS_NOMIP = 0x100;
const HAS_NO_DATA_CHUNK = 0x02;
const IMAGE = 0x30;
const PC_HEADER_BYTES = 96;
/**
 * `AXC` resource of 7.6 with its data in the entry: marks images as compressed, and here nothing
 * more.
 */
const IS_PACKED = [0x41, 0x58, 0x43, HAS_NO_DATA_CHUNK, 1, 0, 0, 0];

/**
 * PC formats of the console's formats. The SDK's numbers of ATI2N and ATI1N are those up to 7.4.
 */
const FORMATS: Readonly<Record<number, number>> = {
  ...{ 36: 33, 37: 34, 38: 35 },
  ...{ 42: 16, 43: 0, 44: 1, 45: 11, 46: 12, 47: 2, 48: 3, 49: 18, 50: 5, 51: 25, 52: 16, 53: 12 },
};
const SWAPS_16 = new Set(["DXT1", "DXT1_ONEBITALPHA", "DXT3", "DXT5", "UV88"]);
const SWAPS_32 = new Set(["BGRA8888", "BGRX8888", "UVWQ8888", "UVLX8888"]);
/** First of the `LE_` formats, which are stored like on a PC. */
const FIRST_LITTLE_ENDIAN = 52;

export interface ConvertedVtf {
  readonly bytes: Uint8Array;
  readonly resources: readonly VtfResource[];
  readonly console: VtfConsole;
  /**
   * Size of the words to swap after decompressing the image, which is one piece of LZMA; `null` if
   * it is not compressed.
   */
  readonly lzmaSwapBytes: number | null;
}

function fail(code: FormatErrorCode, at: number, expected: string, found: string | number) {
  const where = "console header";
  return new FormatError({
    ...{ format: "VTF", code, where, offset: at, expected, found: String(found) },
  });
}

/**
 * Converts a file. Throws FormatError: `bad-version`, `truncated`, `bad-count`, `bad-offset`,
 * `unsupported` (LZX).
 */
export function convertX360(file: Uint8Array): ConvertedVtf {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < HEADER_BYTES) throw fail("truncated", 0, `${HEADER_BYTES} bytes`, file.length);
  const version = [view.getUint32(4), view.getUint32(8)];
  if (version[0] !== VERSION_MAJOR || version[1] !== VERSION_MINOR) {
    throw fail("bad-version", 4, "version 0x360.8", `0x${version[0].toString(16)}.${version[1]}`);
  }
  const { resources, imageOffset } = readResources(file, view);
  const image = file.subarray(imageOffset);
  const isLzma = isValveLzma(image);
  if (view.getUint32(56) !== 0 && !isLzma) {
    throw fail("unsupported", 56, "an image that is LZMA, or not packed", "LZX");
  }
  const stored = view.getUint32(48);
  const format = FORMATS[stored] ?? stored;
  const bytes = new Uint8Array(PC_HEADER_BYTES + image.length);
  writePcHeader(new DataView(bytes.buffer), view, format, isLzma);
  bytes.set(IS_PACKED, PC_HEADER_BYTES - 16);
  bytes.set(image, PC_HEADER_BYTES);
  const name = IMAGE_FORMATS[format]?.name ?? "";
  const isTurned = stored < FIRST_LITTLE_ENDIAN;
  const swapBytes = !isTurned ? 1 : SWAPS_16.has(name) ? 2 : SWAPS_32.has(name) ? 4 : 1;
  if (!isLzma) swapWordsInPlace(bytes.subarray(PC_HEADER_BYTES), swapBytes);
  return {
    bytes,
    resources,
    lzmaSwapBytes: isLzma ? swapBytes : null,
    console: {
      mipSkipCount: view.getUint8(30),
      preloadByteLength: view.getUint16(28),
      lowResSample: [...file.subarray(52, 56)],
    },
  };
}

function readResources(file: Uint8Array, view: DataView) {
  const count = view.getUint8(31);
  const end = HEADER_BYTES + count * 8;
  if (count > MAX_RESOURCES || end > file.length) {
    throw fail("bad-count", 31, `at most ${MAX_RESOURCES} resources in the file`, count);
  }
  const resources: VtfResource[] = [];
  let imageOffset = -1;
  for (let at = HEADER_BYTES; at < end; at += 8) {
    const tag = view.getUint32(at, true);
    const offset = view.getUint32(at + 4);
    const isImage = (tag & 0xffffff) === IMAGE;
    let data: Uint8Array | null = null;
    if ((tag >>> 24) & HAS_NO_DATA_CHUNK) data = file.subarray(at + 4, at + 8);
    else if (!isImage && offset + 4 <= file.length) {
      const chunkEnd = offset + 4 + view.getUint32(offset);
      if (chunkEnd <= file.length) data = file.subarray(offset + 4, chunkEnd);
    }
    resources.push({ tag, data });
    if (!isImage) continue;
    if (offset < end || offset > file.length) {
      throw fail("bad-offset", at + 4, `${end} to ${file.length}`, offset);
    }
    imageOffset = offset;
  }
  if (imageOffset < 0) throw fail("bad-count", 31, "an image resource", "none");
  return { resources, imageOffset };
}

/**
 * Writes a header of 7.5, or 7.6 for compressed images. The last resource is the image, directly
 * after the header.
 */
function writePcHeader(to: DataView, from: DataView, format: number, isPacked: boolean): void {
  const flags = from.getUint32(16);
  const [width, height, depth] = [20, 22, 24].map((at) => from.getUint16(at));
  const hasMips = (flags & TEXTUREFLAGS_NOMIP) === 0;
  to.setUint32(0, 0x00465456, true);
  to.setUint32(4, 7, true);
  to.setUint32(8, isPacked ? 6 : 5, true);
  to.setUint32(12, PC_HEADER_BYTES, true);
  to.setUint16(16, width, true);
  to.setUint16(18, height, true);
  to.setUint32(20, flags, true);
  to.setUint16(24, from.getUint16(26), true);
  for (let k = 0; k < 4; k++)
    to.setFloat32(32 + k * 4 + (k === 3 ? 4 : 0), from.getFloat32(32 + k * 4), true);
  to.setUint32(52, format, true);
  to.setUint8(56, hasMips ? 32 - Math.clz32(Math.max(width, height, depth)) : 1);
  to.setInt32(57, -1, true);
  to.setUint16(63, depth, true);
  to.setUint32(68, 2, true);
  to.setUint32(PC_HEADER_BYTES - 8, IMAGE, true);
  to.setUint32(PC_HEADER_BYTES - 4, PC_HEADER_BYTES, true);
}
