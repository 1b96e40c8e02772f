import { writeVpk } from "../../../src/formats/vpk/index.ts";

/**
 * Builds a VPK of one extension and folder whose files have the same bytes, or bytes that lie
 * outside of the archive: those with an odd number.
 */
export function vpkOverlap(files: number, data: Uint8Array): Uint8Array {
  const one = writeVpk(new Map([["materials/a.vtf", data]]));
  const view = new DataView(one.buffer, one.byteOffset);
  const headerBytes = view.getUint32(4, true) === 1 ? 12 : 28;
  const treeBytes = view.getUint32(8, true);
  const head = new TextEncoder().encode("vtf\0materials\0");
  const entry = one.subarray(headerBytes + head.length + 2, headerBytes + treeBytes - 3);
  const names = Array.from({ length: files }, (_, i) => new TextEncoder().encode(`a${i}\0`));
  const size = names.reduce((sum, name) => sum + name.length + entry.length, head.length + 3);
  const out = new Uint8Array(headerBytes + size + one.length - headerBytes - treeBytes);
  out.set(one.subarray(0, headerBytes));
  out.set(head, headerBytes);
  const outView = new DataView(out.buffer);
  outView.setUint32(8, size, true);
  let at = headerBytes + head.length;
  for (const [i, name] of names.entries()) {
    out.set(name, at);
    out.set(entry, at + name.length);
    // The offset, after the checksum, the length of preload bytes and the archive's number.
    if (i % 2 === 1) outView.setUint32(at + name.length + 8, 0xfffffff0, true);
    at += name.length + entry.length;
  }
  out.set(one.subarray(headerBytes + treeBytes), headerBytes + size);
  return out;
}
