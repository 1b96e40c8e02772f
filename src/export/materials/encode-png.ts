/** Encodes PNG images. */

import { zlibSync } from "fflate";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const COLOR_RGB = 2;
const COLOR_RGBA = 6;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = (c & 1) !== 0 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Encodes a PNG with 8 bits a channel from RGBA8 rows, top to bottom. Without `hasAlpha` the alpha
 * is dropped. Specification: W3C, "Portable Network Graphics".
 */
export function encodePng(
  width: number,
  height: number,
  rgba: Uint8Array,
  hasAlpha: boolean,
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  header[9] = hasAlpha ? COLOR_RGBA : COLOR_RGB;
  const chunks = [
    Uint8Array.from(SIGNATURE),
    chunkOf("IHDR", header),
    chunkOf("IDAT", zlibSync(filterRows(width, height, rgba, hasAlpha ? 4 : 3), { level: 6 })),
    chunkOf("IEND", new Uint8Array(0)),
  ];
  const png = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    png.set(chunk, at);
    at += chunk.length;
  }
  return png;
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crcOf(chunk.subarray(4, data.length + 8)));
  return chunk;
}

const UP = 2;

/** Filters each row with the "up" filter, which compresses textures well in one pass. */
function filterRows(width: number, height: number, rgba: Uint8Array, channels: 3 | 4): Uint8Array {
  const stride = width * channels + 1;
  const out = new Uint8Array(stride * height);
  const above = width * 4;
  for (let row = 0; row < height; row++) {
    let at = row * stride;
    out[at++] = UP;
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * 4;
      for (let k = 0; k < channels; k++) {
        out[at++] = rgba[from + k] - (row === 0 ? 0 : rgba[from + k - above]);
      }
    }
  }
  return out;
}
