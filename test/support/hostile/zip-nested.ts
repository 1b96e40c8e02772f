import { crc32 } from "../../../src/formats/zip/crc32.ts";

/**
 * Builds a zip of stored entries, each of which holds the headers and data of all that follow, with
 * a directory that lists them.
 */
export function zipNested(entries: number, byteLength: number): Uint8Array {
  const nameOf = (i: number) =>
    new TextEncoder().encode(`materials/${String(i).padStart(6, "0")}.vtf`);
  const name = nameOf(0).length;
  const [local, central] = [30 + name, 46 + name];
  const end = entries * local + byteLength;
  const out = new Uint8Array(end + entries * central + 22);
  const view = new DataView(out.buffer);
  for (let i = 0; i < entries; i++) {
    const size = end - (i + 1) * local;
    const at = i * local;
    view.setUint32(at, 0x04034b50, true);
    view.setUint16(at + 26, name, true);
    view.setUint32(at + 18, size, true);
    view.setUint32(at + 22, size, true);
    out.set(nameOf(i), at + 30);
    const row = end + i * central;
    view.setUint32(row, 0x02014b50, true);
    view.setUint32(row + 20, size, true);
    view.setUint32(row + 24, size, true);
    view.setUint16(row + 28, name, true);
    view.setUint32(row + 42, at, true);
    out.set(nameOf(i), row + 46);
  }
  // The last entry is intact.
  const last = entries - 1;
  const crc = crc32(out.subarray(end - byteLength, end));
  view.setUint32(last * local + 14, crc, true);
  view.setUint32(end + last * central + 16, crc, true);
  const record = end + entries * central;
  view.setUint32(record, 0x06054b50, true);
  view.setUint16(record + 8, entries, true);
  view.setUint16(record + 10, entries, true);
  view.setUint32(record + 12, entries * central, true);
  view.setUint32(record + 16, end, true);
  return out;
}
