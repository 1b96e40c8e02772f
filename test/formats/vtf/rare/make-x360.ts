/** Builds small Xbox 360 textures with the fields of `VTFFileHeaderX360_t`. */

import { imageByteLength } from "../../../../src/formats/vtf/image-format.ts";
import { formatNumber, formatSize } from "../make-vtf.ts";

export interface MadeX360 {
  format?: string;
  /** Overrides the format's number. */
  number?: number;
  width?: number;
  height?: number;
  depth?: number;
  frameCount?: number;
  flags?: number;
  compressedSize?: number;
  /** Stored image bytes; counting up by default. */
  stored?: Uint8Array;
  /** A resource without a chunk. */
  lod?: readonly number[];
  /** A resource with a chunk. */
  sheet?: Uint8Array;
}

export function makeX360(options: MadeX360 = {}): Uint8Array {
  const { format = "BGRA8888", width = 4, height = 4, depth = 1, frameCount = 1 } = options;
  const { flags = 0x100, lod, sheet } = options;
  const faces = flags & 0x4000 ? 6 : 1;
  const mips = flags & 0x100 ? 1 : 32 - Math.clz32(Math.max(width, height, depth));
  let imageBytes = 0;
  for (let mip = 0; mip < mips; mip++) {
    const [w, h, d] = [width, height, depth].map((edge) => Math.max(1, edge >> mip));
    imageBytes += imageByteLength(formatSize(format), w, h) * d * frameCount * faces;
  }
  const stored = options.stored ?? Uint8Array.from({ length: imageBytes }, (_, i) => i + 1);
  const entries: [tag: readonly number[], word: readonly number[] | number][] = [];
  if (lod) entries.push([[0x4c, 0x4f, 0x44, 2], lod]);
  const end = 60 + ((lod ? 1 : 0) + (sheet ? 1 : 0) + 1) * 8;
  const sheetBytes = sheet ? 4 + sheet.length : 0;
  if (sheet) entries.push([[0x10, 0, 0, 0], end]);
  entries.push([[0x30, 0, 0, 0], end + sheetBytes]);
  const bytes = new Uint8Array(end + sheetBytes + stored.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x56, 0x54, 0x46, 0x58]);
  [0x360, 8, end, flags].forEach((word, i) => {
    view.setUint32(4 + i * 4, word);
  });
  [width, height, depth, frameCount, 77].forEach((short, i) => {
    view.setUint16(20 + i * 2, short);
  });
  bytes.set([2, entries.length], 30);
  [0.25, 0.5, 0.75, 1.5].forEach((float, i) => {
    view.setFloat32(32 + i * 4, float);
  });
  view.setUint32(48, options.number ?? formatNumber(format));
  bytes.set([10, 20, 30, 40], 52);
  view.setUint32(56, options.compressedSize ?? 0);
  entries.forEach(([tag, word], i) => {
    bytes.set(tag, 60 + i * 8);
    if (typeof word === "number") view.setUint32(64 + i * 8, word);
    else bytes.set(word, 64 + i * 8);
  });
  if (sheet) {
    view.setUint32(end, sheet.length);
    bytes.set(sheet, end + 4);
  }
  bytes.set(stored, end + sheetBytes);
  return bytes;
}
