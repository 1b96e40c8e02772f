/** Builds small VTF files of version 7.2 by the layout in Valve's public `vtf/vtf.h`. */

export const IMAGE_FORMAT_RGBA8888 = 0;
export const IMAGE_FORMAT_DXT1 = 13;
export const IMAGE_FORMAT_DXT5 = 15;

export interface MadeVtf {
  readonly width: number;
  readonly height: number;
  readonly format: number;
  readonly mipCount?: number;
  readonly flags?: number;
  readonly reflectivity?: readonly [number, number, number];
  /** Value of every image byte, or a function of the byte's index. */
  readonly texels?: number | ((byte: number) => number);
}

const HEADER_BYTES = 80;

export function makeVtf(vtf: MadeVtf): Uint8Array {
  const { width, height, format, mipCount = 1, flags = 0, texels = 0 } = vtf;
  let imageBytes = 0;
  for (let mip = 0; mip < mipCount; mip++) {
    const w = Math.max(1, width >> mip);
    const h = Math.max(1, height >> mip);
    imageBytes +=
      format === IMAGE_FORMAT_RGBA8888
        ? w * h * 4
        : Math.ceil(w / 4) * Math.ceil(h / 4) * (format === IMAGE_FORMAT_DXT1 ? 8 : 16);
  }
  const bytes = new Uint8Array(HEADER_BYTES + imageBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x00465456, true);
  view.setUint32(4, 7, true);
  view.setUint32(8, 2, true);
  view.setUint32(12, HEADER_BYTES, true);
  view.setUint16(16, width, true);
  view.setUint16(18, height, true);
  view.setUint32(20, flags, true);
  view.setUint16(24, 1, true);
  const reflectivity = vtf.reflectivity ?? [0.5, 0.5, 0.5];
  for (let k = 0; k < 3; k++) view.setFloat32(32 + k * 4, reflectivity[k], true);
  view.setInt32(52, format, true);
  view.setUint8(56, mipCount);
  view.setInt32(57, -1, true);
  view.setUint16(63, 1, true);
  for (let i = 0; i < imageBytes; i++) {
    bytes[HEADER_BYTES + i] = typeof texels === "number" ? texels : texels(i);
  }
  return bytes;
}
