import { makeVtf } from "../../formats/vtf/make-vtf.ts";

/** Builds a VTF whose resource table has many rows of one tag that point at each other. */
export function vtfResources(count: number): Uint8Array {
  const bytes = makeVtf({
    minorVersion: 5,
    extraResources: Array.from({ length: count - 1 }, () => 0x10),
  });
  const view = new DataView(bytes.buffer);
  for (let row = 0; row + 1 < count; row++) view.setUint32(84 + row * 8, 80 + row * 8, true);
  return bytes;
}

/** Builds a VTF of a few bytes whose mips, frames and faces have lengths beyond 2^53. */
export function vtfOverflow(): Uint8Array {
  const bytes = makeVtf({ minorVersion: 5, format: "RGBA32323232F", mipCount: 1 });
  const view = new DataView(bytes.buffer);
  view.setUint16(16, 0xffff, true);
  view.setUint16(18, 0xffff, true);
  view.setUint16(24, 0xffff, true);
  view.setUint8(56, 0xff);
  view.setUint16(63, 0xffff, true);
  return bytes;
}
