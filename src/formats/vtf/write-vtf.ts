/**
 * Writes a VTF of version 7.4: header, resource table, thumbnail, image.
 *
 * Facts from Valve's public `vtf/vtf.h`: the table has the offsets of the thumbnail (0x01) and the
 * image (0x30). The image is stored smallest mip first; within a mip by frame, then face.
 */

import { IMAGE_FORMATS, imageByteLength } from "./image-format.ts";
import { TEXTUREFLAGS_ENVMAP } from "./texture-flags.ts";
import type { Vtf, VtfLowResImage } from "./types.ts";

const HEADER_BYTES = 80;
const RESOURCE_BYTES = 8;
const LOW_RES_IMAGE = 0x01;
const IMAGE = 0x30;
/** First frame of a cubemap without a spheremap. Otherwise 7.4 expects a seventh face. */
const NO_SPHEREMAP = 0xffff;

/**
 * Contents to write; a parsed `Vtf` is valid. `image` returns texels in `format`, mip 0 is the
 * largest.
 */
export type VtfContent = Pick<
  Vtf,
  | ("width" | "height" | "depth" | "frameCount" | "firstFrame" | "faceCount" | "mipCount")
  | ("flags" | "format" | "reflectivity" | "bumpScale" | "lowRes" | "image")
>;

/** Writes the file. Throws RangeError if counts, sizes and images are inconsistent. */
export function writeVtf(vtf: VtfContent): Uint8Array {
  checkCounts(vtf);
  const images = listImages(vtf);
  const { lowRes } = vtf;
  if (lowRes) checkLowRes(lowRes);
  const headerBytes = HEADER_BYTES + RESOURCE_BYTES * (lowRes ? 2 : 1);
  const imageOffset = headerBytes + (lowRes?.data.length ?? 0);
  const imageBytes = images.reduce((sum, image) => sum + image.length, 0);
  const bytes = new Uint8Array(imageOffset + imageBytes);
  const view = new DataView(bytes.buffer);
  writeHeader(view, vtf, headerBytes);

  let entry = HEADER_BYTES;
  if (lowRes) {
    view.setUint32(entry, LOW_RES_IMAGE, true);
    view.setUint32(entry + 4, headerBytes, true);
    entry += RESOURCE_BYTES;
    bytes.set(lowRes.data, headerBytes);
  }
  view.setUint32(entry, IMAGE, true);
  view.setUint32(entry + 4, imageOffset, true);

  let at = imageOffset;
  for (const image of images) {
    bytes.set(image, at);
    at += image.length;
  }
  return bytes;
}

function writeHeader(view: DataView, vtf: VtfContent, headerBytes: number): void {
  view.setUint32(0, 0x00465456, true);
  view.setUint32(4, 7, true);
  view.setUint32(8, 4, true);
  view.setUint32(12, headerBytes, true);
  view.setUint16(16, vtf.width, true);
  view.setUint16(18, vtf.height, true);
  view.setUint32(20, vtf.flags, true);
  view.setUint16(24, vtf.frameCount, true);
  view.setUint16(26, vtf.faceCount === 6 ? NO_SPHEREMAP : vtf.firstFrame, true);
  for (let k = 0; k < 3; k++) view.setFloat32(32 + k * 4, vtf.reflectivity[k], true);
  view.setFloat32(48, vtf.bumpScale, true);
  view.setInt32(52, vtf.format, true);
  view.setUint8(56, vtf.mipCount);
  view.setInt32(57, vtf.lowRes?.format ?? -1, true);
  view.setUint8(61, vtf.lowRes?.width ?? 0);
  view.setUint8(62, vtf.lowRes?.height ?? 0);
  view.setUint16(63, vtf.depth, true);
  view.setUint32(68, vtf.lowRes ? 2 : 1, true);
}

/** Returns the images in file order. */
function listImages(vtf: VtfContent): Uint8Array[] {
  const info = IMAGE_FORMATS[vtf.format];
  const images: Uint8Array[] = [];
  for (let mip = vtf.mipCount - 1; mip >= 0; mip--) {
    const slice = imageByteLength(
      info,
      Math.max(1, vtf.width >>> mip),
      Math.max(1, vtf.height >>> mip),
    );
    const byteLength = slice * Math.max(1, vtf.depth >>> mip);
    for (let frame = 0; frame < vtf.frameCount; frame++) {
      for (let face = 0; face < vtf.faceCount; face++) {
        const image = vtf.image(mip, frame, face);
        if (image.length !== byteLength) {
          throw new RangeError(
            `mip ${mip}, frame ${frame}, face ${face} has ${image.length} bytes, not ${byteLength}`,
          );
        }
        images.push(image);
      }
    }
  }
  return images;
}

function checkCounts(vtf: VtfContent): void {
  if (!IMAGE_FORMATS[vtf.format]) throw new RangeError(`no image format ${vtf.format}`);
  for (const name of ["width", "height", "depth", "frameCount"] as const) {
    if (!Number.isInteger(vtf[name]) || vtf[name] < 1 || vtf[name] > 0xffff) {
      throw new RangeError(`${name} ${vtf[name]} is not 1 to 65535`);
    }
  }
  const fullChain = 32 - Math.clz32(Math.max(vtf.width, vtf.height, vtf.depth));
  if (!Number.isInteger(vtf.mipCount) || vtf.mipCount < 1 || vtf.mipCount > fullChain) {
    throw new RangeError(`mipCount ${vtf.mipCount} is not 1 to ${fullChain}`);
  }
  const isCube = (vtf.flags & TEXTUREFLAGS_ENVMAP) !== 0;
  const hasSpheremap = vtf.faceCount === 7 && vtf.firstFrame !== NO_SPHEREMAP;
  const fits = isCube ? vtf.faceCount === 6 || hasSpheremap : vtf.faceCount === 1;
  if (!fits) throw new RangeError(`${vtf.faceCount} faces ${isCube ? "in" : "without"} a cubemap`);
}

function checkLowRes({ width, height, format, data }: VtfLowResImage): void {
  const info = IMAGE_FORMATS[format];
  if (!info || !(width >= 1 && width <= 255 && height >= 1 && height <= 255)) {
    throw new RangeError(`a thumbnail of ${width}x${height} in format ${format}`);
  }
  const byteLength = imageByteLength(info, width, height);
  if (data.length !== byteLength) {
    throw new RangeError(`the thumbnail has ${data.length} bytes, not ${byteLength}`);
  }
}
