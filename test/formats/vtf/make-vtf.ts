/** Makes small VTFs for tests. */

import { IMAGE_FORMATS, imageByteLength } from "../../../src/formats/vtf/image-format.ts";

export interface MadeVtf {
  minorVersion?: number;
  width?: number;
  height?: number;
  depth?: number;
  format?: string;
  flags?: number;
  frameCount?: number;
  firstFrame?: number;
  /** How many faces to store; what the file says follows from its flags. */
  faceCount?: number;
  mipCount?: number;
  lowRes?: boolean;
  /** Bytes of one image, all slices; by default every byte is `imageMark`. */
  texels?: (mip: number, frame: number, face: number, byteLength: number) => Uint8Array;
  /** Tags of resources without data that are listed before the image (7.3 and later). */
  extraResources?: readonly number[];
}

/** A byte that tells images of one file apart. */
export function imageMark(mip: number, frame: number, face: number): number {
  return 1 + mip * 64 + frame * 8 + face;
}

export function formatNumber(name: string): number {
  return IMAGE_FORMATS.findIndex((format) => format.name === name);
}

export function makeVtf(options: MadeVtf = {}): Uint8Array {
  const { minorVersion = 2, width = 4, height = 4, depth = 1, format = "RGBA8888" } = options;
  const { flags = 0, frameCount = 1, firstFrame = 0, faceCount = 1, mipCount = 1 } = options;
  const { lowRes = false, extraResources = [] } = options;
  const info = IMAGE_FORMATS[formatNumber(format)];

  const images: Uint8Array[] = [];
  for (let mip = mipCount - 1; mip >= 0; mip--) {
    const size =
      imageByteLength(info, Math.max(1, width >> mip), Math.max(1, height >> mip)) *
      Math.max(1, depth >> mip);
    for (let frame = 0; frame < frameCount; frame++) {
      for (let face = 0; face < faceCount; face++) {
        images.push(
          options.texels?.(mip, frame, face, size) ??
            new Uint8Array(size).fill(imageMark(mip, frame, face)),
        );
      }
    }
  }
  const lowResBytes = lowRes ? 8 : 0;
  const resourceCount = minorVersion >= 3 ? extraResources.length + (lowRes ? 2 : 1) : 0;
  const headerBytes = minorVersion >= 2 ? 80 + resourceCount * 8 : 64;
  const imageBytes = images.reduce((sum, image) => sum + image.length, 0);
  const bytes = new Uint8Array(headerBytes + lowResBytes + imageBytes);
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
  view.setInt32(52, formatNumber(format), true);
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
    for (const tag of extraResources) addResource(tag, 0);
    addResource(0x30, headerBytes + lowResBytes);
  }
  if (lowRes) bytes.fill(0xaa, headerBytes, headerBytes + lowResBytes);
  let at = headerBytes + lowResBytes;
  for (const image of images) {
    bytes.set(image, at);
    at += image.length;
  }
  return bytes;
}
