/** Builds a zip whose directory lists one texture under many names. */

import { zipSync } from "fflate";

/** Writes `materials/t0.vtf` and on, all with the same bytes of the archive. */
export function zipVtfOverlap(vtf: Uint8Array, names: number): Uint8Array {
  const one = zipSync({ "materials/t0.vtf": [vtf, { level: 9 }] });
  const view = new DataView(one.buffer, one.byteOffset, one.byteLength);
  const end = one.length - 22;
  const directory = view.getUint32(end + 16, true);
  const header = one.subarray(directory, directory + 46);
  const headers = Array.from({ length: names }, (_, i) => {
    const name = new TextEncoder().encode(`materials/t${i}.vtf`);
    const bytes = new Uint8Array(46 + name.length);
    bytes.set(header);
    bytes.set(name, 46);
    new DataView(bytes.buffer).setUint16(28, name.length, true);
    return bytes;
  });
  const byteLength = headers.reduce((sum, { length }) => sum + length, 0);
  const out = new Uint8Array(directory + byteLength + 22);
  out.set(one.subarray(0, directory));
  let at = directory;
  for (const bytes of headers) {
    out.set(bytes, at);
    at += bytes.length;
  }
  out.set(one.subarray(end), at);
  const record = new DataView(out.buffer, at);
  record.setUint16(8, names, true);
  record.setUint16(10, names, true);
  record.setUint32(12, byteLength, true);
  return out;
}
