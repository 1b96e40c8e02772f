/** Builds small VTFs for tests. */

import { deflateSync } from "node:zlib";
import { IMAGE_FORMATS, imageByteLength } from "../../../src/formats/vtf/image-format.ts";
import { RARE_FORMATS } from "../../../src/formats/vtf/rare/parse-rare-vtf.ts";

export interface MadeVtf {
  minorVersion?: number;
  width?: number;
  height?: number;
  depth?: number;
  format?: string;
  flags?: number;
  frameCount?: number;
  firstFrame?: number;
  /** Number of faces to store; the file's flags state the type. */
  faceCount?: number;
  mipCount?: number;
  lowRes?: boolean;
  /** Returns the bytes of one image with all slices; by default every byte is `imageMark`. */
  texels?: (mip: number, frame: number, face: number, byteLength: number) => Uint8Array;
  /** Tags of resources without data, listed before the image (7.3 and later). */
  extraResources?: readonly number[];
  /** For 7.6: every image is packed with zlib, and the length table states this method. */
  compression?: number;
}

/** Returns a byte that distinguishes the images of one file. */
export function imageMark(mip: number, frame: number, face: number): number {
  return 1 + mip * 64 + frame * 8 + face;
}

/** Returns the number of a format in a version, or in the latest version before it. */
export function formatNumber(name: string, minorVersion = 2): number {
  const common = IMAGE_FORMATS.findIndex((format) => format.name === name);
  if (common >= 0) return common;
  const isEarly = minorVersion < 5;
  const found = RARE_FORMATS.filter(({ format }) => format.name === name);
  const fitting = found.find((rare) => rare.minorVersion < 5 === isEarly) ?? found[0];
  return fitting?.number ?? -1;
}

export function formatSize(name: string) {
  const rare = RARE_FORMATS.find(({ format }) => format.name === name)?.format;
  return IMAGE_FORMATS.find((format) => format.name === name) ?? rare!;
}

export function makeVtf(options: MadeVtf = {}): Uint8Array {
  const { minorVersion = 2, width = 4, height = 4, depth = 1, format = "RGBA8888" } = options;
  const { flags = 0, frameCount = 1, firstFrame = 0, faceCount = 1, mipCount = 1 } = options;
  const { lowRes = false, compression } = options;
  const axc = compression === undefined ? [] : [0x435841];
  const extraResources = [...(options.extraResources ?? []), ...axc];
  const info = formatSize(format);

  const images: Uint8Array[] = [];
  for (let mip = mipCount - 1; mip >= 0; mip--) {
    const size =
      imageByteLength(info, Math.max(1, width >> mip), Math.max(1, height >> mip)) *
      Math.max(1, depth >> mip);
    for (let frame = 0; frame < frameCount; frame++) {
      for (let face = 0; face < faceCount; face++) {
        const image =
          options.texels?.(mip, frame, face, size) ??
          new Uint8Array(size).fill(imageMark(mip, frame, face));
        images.push(compression === undefined ? image : deflateSync(image));
      }
    }
  }
  const lowResBytes = lowRes ? 8 : 0;
  const resourceCount = minorVersion >= 3 ? extraResources.length + (lowRes ? 2 : 1) : 0;
  const headerBytes = minorVersion >= 2 ? 80 + resourceCount * 8 : 64;
  const imageBytes = images.reduce((sum, image) => sum + image.length, 0);
  const tableOffset = headerBytes + lowResBytes + imageBytes;
  const tableBytes = compression === undefined ? 0 : 8 + images.length * 4;
  const bytes = new Uint8Array(tableOffset + tableBytes);
  const view = new DataView(bytes.buffer);
  bytes.set([0x56, 0x54, 0x46, 0]);
  view.setUint32(4, 7, true);
  view.setUint32(8, minorVersion, true);
  view.setUint32(12, headerBytes, true);
  view.setUint16(16, width, true);
  view.setUint16(18, height, true);
  view.setUint32(20, flags, true);
  view.setUint16(24, frameCount, true);
  view.setUint16(26, firstFrame, true);
  view.setFloat32(32, 0.25, true);
  view.setFloat32(36, 0.5, true);
  view.setFloat32(40, 0.75, true);
  view.setFloat32(48, 1, true);
  view.setInt32(52, formatNumber(format, minorVersion), true);
  view.setUint8(56, mipCount);
  view.setInt32(57, lowRes ? formatNumber("DXT1") : -1, true);
  view.setUint8(61, lowRes ? 4 : 0);
  view.setUint8(62, lowRes ? 4 : 0);
  if (minorVersion >= 2) view.setUint16(63, depth, true);
  if (minorVersion >= 3) {
    view.setUint32(68, resourceCount, true);
    let at = 80;
    const addResource = (tag: number, data: number) => {
      view.setUint32(at, tag, true);
      view.setUint32(at + 4, data, true);
      at += 8;
    };
    if (lowRes) addResource(0x01, headerBytes);
    for (const tag of extraResources) {
      addResource(tag, axc.includes(tag) && compression !== undefined ? tableOffset : 0);
    }
    addResource(0x30, headerBytes + lowResBytes);
  }
  if (lowRes) bytes.fill(0xaa, headerBytes, headerBytes + lowResBytes);
  if (compression !== undefined) {
    view.setUint32(tableOffset, tableBytes - 4, true);
    view.setInt16(tableOffset + 4, -1, true);
    view.setUint16(tableOffset + 6, compression, true);
    images.forEach((image, i) => {
      view.setUint32(tableOffset + 8 + i * 4, image.length, true);
    });
  }
  let at = headerBytes + lowResBytes;
  for (const image of images) {
    bytes.set(image, at);
    at += image.length;
  }
  return bytes;
}
