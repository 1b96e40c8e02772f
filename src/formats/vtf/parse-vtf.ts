/**
 * Reads a VTF's header and resource table. Texels are not copied: images are views.
 *
 * Facts from Valve's public `vtf/vtf.h`: up to 7.2 the header is followed by the thumbnail, then by
 * the image. From 7.3 on, a resource table has their offsets. The image is stored smallest mip
 * first; within a mip by frame, then face.
 */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { IMAGE_FORMATS, type ImageFormatInfo, imageByteLength } from "./image-format.ts";
import { TEXTUREFLAGS_ENVMAP } from "./texture-flags.ts";
import type { RareVtfs, Vtf, VtfLowResImage, VtfResource } from "./types.ts";

const MAGIC = 0x00465456;
/** `VTFX`: magic number of console files, which are big-endian and often compressed. */
export const MAGIC_X360 = 0x58465456;
/** End of the last field of VTFFileHeaderV7_1_t; the header of 7.0 and 7.1 is padded to 64. */
const HEADER_BYTES_V7_1 = 63;
const HEADER_BYTES_V7_2 = 65;
/** Offset of the resource table, after the padded VTFFileHeaderV7_3_t. */
const RESOURCES_OFFSET = 80;
const MAX_RSRC_DICTIONARY_ENTRIES = 32;
const LOW_RES_IMAGE = 0x01;
const IMAGE = 0x30;
/** `AXC` of 7.6: the image is additionally compressed with deflate or zstd. */
const AUXILIARY_COMPRESSION = 0x435841;
const RSRC_TYPE_MASK = 0xffffff;
/** Flag: the entry's second word is the resource itself instead of its offset. */
const RSRCF_HAS_NO_DATA_CHUNK = 0x02000000;
/** First frame of a cubemap without a spheremap in a version that allows one. */
const NO_SPHEREMAP = 0xffff;

function fail(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: unknown,
) {
  return new FormatError({ format: "VTF", code, where, offset, expected, found: String(found) });
}

/**
 * Parses a VTF of version 7.0 to 7.6 with a pixel format that all games share. For formats of later
 * games, compressed 7.6 and console files use `openVtf`, which passes `rare`. Throws FormatError:
 * `bad-magic`, `bad-version`, `truncated`, `bad-value`, `bad-count`, `unsupported` (console files,
 * compressed 7.6).
 */
export function parseVtf(bytes: Uint8Array, rare?: RareVtfs): Vtf {
  return parseParted(bytes, bytes.length, { rare });
}

/**
 * Parses the first bytes of a VTF, or a file that is cut short: `lostMips` and `firstHeldMip` say
 * which mips are there. Throws FormatError as `parseVtf` does, `truncated` if not even the smallest
 * mip is in the file, and also if `bytes` ends before the resources or the thumbnail.
 *
 * @param byteLength length of the whole file
 */
export function parseVtfHead(bytes: Uint8Array, byteLength: number): Vtf {
  return parseParted(bytes, byteLength, { allowsCut: true });
}

function parseParted(
  bytes: Uint8Array,
  byteLength: number,
  { rare, allowsCut = false }: { readonly rare?: RareVtfs; readonly allowsCut?: boolean },
): Vtf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const minorVersion = readVersion(view);
  const headerBytes = view.getUint32(12, true);
  const width = view.getUint16(16, true);
  const height = view.getUint16(18, true);
  if (width === 0 || height === 0) {
    throw fail("bad-value", "header", 16, "a width and height above 0", `${width}x${height}`);
  }
  const flags = view.getUint32(20, true);
  const frameCount = view.getUint16(24, true);
  if (frameCount === 0) throw fail("bad-count", "header", 24, "at least one frame", 0);
  const firstFrame = view.getUint16(26, true);
  const format = view.getInt32(52, true);
  const rareFormat = rare?.formatOf(format, minorVersion);
  const info = rareFormat ?? formatInfo(format, 52);
  const mipCount = view.getUint8(56);
  const depth = minorVersion >= 2 ? Math.max(1, view.getUint16(63, true)) : 1;
  const fullChain = 32 - Math.clz32(Math.max(width, height, depth));
  if (mipCount === 0 || mipCount > fullChain) {
    throw fail("bad-count", "header", 56, `1 to ${fullChain} mips`, mipCount);
  }

  const lowRes = readLowResHeader(view);
  let resources: VtfResource[] = [];
  let compression: Uint8Array | null = null;
  let lowResOffset = headerBytes;
  let imageOffset = headerBytes + (lowRes?.byteLength ?? 0);
  if (minorVersion >= 3) {
    const table = readResources(view, minorVersion);
    ({ resources, compression } = table);
    imageOffset = table.imageOffset;
    lowResOffset = table.lowResOffset ?? bytes.length;
    if (table.lowResOffset === null && lowRes) lowRes.byteLength = 0;
  } else if (headerBytes < HEADER_BYTES_V7_1 || headerBytes > bytes.length) {
    throw fail("bad-value", "header", 12, "a header size inside the file", headerBytes);
  }

  // Size of one face of one frame in each mip, and offset of that mip.
  const mipBytes: number[] = [];
  let faceBytes = 0;
  for (let mip = 0; mip < mipCount; mip++) {
    const slices = Math.max(1, depth >>> mip);
    const size = imageByteLength(info, Math.max(1, width >>> mip), Math.max(1, height >>> mip));
    mipBytes.push(size * slices);
    faceBytes += size * slices;
  }
  const available = byteLength - imageOffset;
  const faceCount = countFaces(minorVersion, flags, firstFrame, faceBytes * frameCount, available);
  const packed =
    compression &&
    requireRare(rare).openImages({
      ...{ bytes, imageOffset, table: compression, mipBytes },
      perMip: frameCount * faceCount,
    });
  const mipOffset: number[] = new Array(mipCount);
  for (let mip = mipCount - 1, offset = imageOffset; mip >= 0; mip--) {
    mipOffset[mip] = offset;
    offset += mipBytes[mip] * frameCount * faceCount;
  }
  /** Returns the first mip that lies in the file's first bytes, or `mipCount`. */
  const firstMipIn = (length: number): number => {
    let mip = 0;
    while (mip < mipCount && mipOffset[mip] + mipBytes[mip] * frameCount * faceCount > length)
      mip++;
    return mip;
  };
  const lostMips = packed ? 0 : firstMipIn(byteLength);
  // A cube's number of faces is unknown if some are missing.
  const mayBeCut = allowsCut && faceCount === 1 && lostMips < mipCount;
  if (lostMips > 0 && !mayBeCut) {
    const needed = faceBytes * frameCount * faceCount;
    throw fail("truncated", "image data", imageOffset, `${needed} bytes`, Math.max(0, available));
  }
  const firstHeldMip = packed ? 0 : firstMipIn(bytes.length);

  return {
    minorVersion,
    width,
    height,
    depth,
    frameCount,
    firstFrame,
    faceCount,
    mipCount,
    flags,
    format,
    formatName: info.name,
    reflectivity: [view.getFloat32(32, true), view.getFloat32(36, true), view.getFloat32(40, true)],
    bumpScale: view.getFloat32(48, true),
    lowRes: lowRes && lowRes.byteLength > 0 ? lowResImage(bytes, lowRes, lowResOffset) : null,
    resources,
    ...(rareFormat && { rareFormat }),
    byteLength,
    ...(lostMips > 0 && { lostMips }),
    ...(firstHeldMip > 0 && { firstHeldMip }),
    image(mip, frame = 0, face = 0) {
      if (!isIndex(mip, mipCount) || !isIndex(frame, frameCount) || !isIndex(face, faceCount)) {
        throw new RangeError(`VTF has no mip ${mip}, frame ${frame}, face ${face}`);
      }
      if (mip < firstHeldMip) throw new RangeError(`mip ${mip} of the VTF was not read`);
      if (packed) return packed(mip, frame * faceCount + face);
      const start = mipOffset[mip] + (frame * faceCount + face) * mipBytes[mip];
      return bytes.subarray(start, start + mipBytes[mip]);
    },
  };
}

function isIndex(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < count;
}

/** Checks the magic number and that the fixed part of the header is complete. */
function readVersion(view: DataView): number {
  const magic = view.byteLength >= 4 ? view.getUint32(0, true) : 0;
  if (magic === MAGIC_X360) throw fail("unsupported", "header", 0, "a PC file", "VTFX");
  if (magic !== MAGIC) {
    throw fail("bad-magic", "header", 0, "VTF\\0", `0x${magic.toString(16).padStart(8, "0")}`);
  }
  if (view.byteLength < HEADER_BYTES_V7_1) {
    throw fail("truncated", "header", 0, `${HEADER_BYTES_V7_1} bytes`, view.byteLength);
  }
  const major = view.getUint32(4, true);
  const minor = view.getUint32(8, true);
  if (major !== 7 || minor > 6) {
    throw fail("bad-version", "header", 4, "version 7.0 to 7.6", `${major}.${minor}`);
  }
  const needed = minor >= 3 ? RESOURCES_OFFSET : minor === 2 ? HEADER_BYTES_V7_2 : 0;
  if (view.byteLength < needed) {
    throw fail("truncated", "header", 0, `${needed} bytes`, view.byteLength);
  }
  return minor;
}

function formatInfo(format: number, offset: number): ImageFormatInfo {
  const info = IMAGE_FORMATS[format];
  if (!info) {
    throw fail(
      "bad-value",
      "header",
      offset,
      `image format 0 to ${IMAGE_FORMATS.length - 1}`,
      format,
    );
  }
  return info;
}

/** Returns the thumbnail's size; `null` if there is none. */
function readLowResHeader(view: DataView) {
  const format = view.getInt32(57, true);
  const width = view.getUint8(61);
  const height = view.getUint8(62);
  if (format < 0 || width === 0 || height === 0) return null;
  const byteLength = imageByteLength(formatInfo(format, 57), width, height);
  return { format, width, height, byteLength };
}

function lowResImage(
  bytes: Uint8Array,
  header: { format: number; width: number; height: number; byteLength: number },
  offset: number,
): VtfLowResImage {
  const { format, width, height, byteLength } = header;
  if (offset + byteLength > bytes.length) {
    throw fail("truncated", "low-res image", offset, `${byteLength} bytes`, bytes.length - offset);
  }
  return { format, width, height, data: bytes.subarray(offset, offset + byteLength) };
}

/** Reads the resources, the offsets of thumbnail and image, and the table of a compressed image. */
function readResources(view: DataView, minorVersion: number) {
  const count = view.getUint32(68, true);
  const end = RESOURCES_OFFSET + count * 8;
  if (count > MAX_RSRC_DICTIONARY_ENTRIES || end > view.byteLength) {
    const room = Math.floor((view.byteLength - RESOURCES_OFFSET) / 8);
    const limit = Math.min(MAX_RSRC_DICTIONARY_ENTRIES, room);
    throw fail("bad-count", "resources", 68, `at most ${limit} resources`, count);
  }
  const resources: VtfResource[] = [];
  let imageOffset = -1;
  let lowResOffset: number | null = null;
  let compression: Uint8Array | null = null;
  for (let i = 0; i < count; i++) {
    const at = RESOURCES_OFFSET + i * 8;
    const tag = view.getUint32(at, true);
    const offset = view.getUint32(at + 4, true);
    const type = tag & RSRC_TYPE_MASK;
    if (type !== IMAGE && type !== LOW_RES_IMAGE) {
      const data = resourceData(view, at, tag);
      resources.push({ tag, data });
      if (type === AUXILIARY_COMPRESSION && minorVersion >= 6) {
        compression = compressionTable(data, view, at);
      }
      continue;
    }
    resources.push({ tag, data: null });
    if (offset < end || offset > view.byteLength) {
      throw fail("bad-offset", "resources", at + 4, `${end} to ${view.byteLength}`, offset);
    }
    if (type === IMAGE) imageOffset = offset;
    else lowResOffset = offset;
  }
  if (imageOffset < 0) {
    throw fail("bad-value", "resources", RESOURCES_OFFSET, "an image resource", "none");
  }
  return { resources, imageOffset, lowResOffset, compression };
}

/**
 * Returns a resource's bytes, after the word with their count, or those in its entry; `null` if
 * they are not in the file.
 */
function resourceData(view: DataView, at: number, tag: number): Uint8Array | null {
  const slice = (from: number, byteLength: number) =>
    new Uint8Array(view.buffer, view.byteOffset + from, byteLength);
  if ((tag & RSRCF_HAS_NO_DATA_CHUNK) !== 0) return slice(at + 4, 4);
  const offset = view.getUint32(at + 4, true);
  if (offset + 4 > view.byteLength) return null;
  const byteLength = view.getUint32(offset, true);
  return offset + 4 + byteLength <= view.byteLength ? slice(offset + 4, byteLength) : null;
}

/**
 * Returns the compression table, or `null` if its compression level, the first field, is 0 for
 * none.
 */
function compressionTable(table: Uint8Array | null, view: DataView, at: number) {
  if (table === null || table.length < 4) {
    throw fail(
      "bad-offset",
      "resources",
      at + 4,
      "a table in the file",
      view.getUint32(at + 4, true),
    );
  }
  return table[0] === 0 && table[1] === 0 ? null : table;
}

function requireRare(rare: RareVtfs | undefined): RareVtfs {
  if (rare) return rare;
  throw fail("unsupported", "resources", RESOURCES_OFFSET, "an uncompressed file", "compression");
}

/**
 * Returns the number of faces. Cubemaps before 7.5 have a spheremap as their seventh face, unless
 * the first frame says otherwise. Some tools leave it out anyway, so six faces are assumed if seven
 * do not fit.
 */
function countFaces(
  minorVersion: number,
  flags: number,
  firstFrame: number,
  bytesPerFace: number,
  available: number,
): number {
  if ((flags & TEXTUREFLAGS_ENVMAP) === 0) return 1;
  if (minorVersion >= 5 || firstFrame === NO_SPHEREMAP) return 6;
  return bytesPerFace * 7 <= available ? 7 : 6;
}
