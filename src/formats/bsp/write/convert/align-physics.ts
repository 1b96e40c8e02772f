/** What of LUMP_PHYSCOLLIDE engines differ in, beside its byte order. */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { DPHYSMODEL } from "../../records/physics.ts";

/**
 * LUMP_PHYSCOLLIDE with the text of each model filled up, by zeros, so that the next begins at a multiple of four
 * bytes, as consoles want it; or without what fills it up behind the zero that ends it. Little-endian; of a damaged
 * lump as far as models can be told. Source: `bsplib.cpp` of Source SDK 2013.
 */
export function alignPhysCollide(bytes: Uint8Array, isAligned: boolean): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at + DPHYSMODEL.bytes <= bytes.length) {
    const head = readRecords(bytes.subarray(at, at + DPHYSMODEL.bytes), DPHYSMODEL, true);
    const dataBytes = head.dataSize[0];
    const textBytes = head.keydataSize[0];
    const start = at + DPHYSMODEL.bytes;
    const end = start + dataBytes + textBytes;
    if (head.model[0] < 0 || dataBytes < 0 || textBytes < 0 || end > bytes.length) break;
    let last = end;
    while (last > end - textBytes && bytes[last - 1] === 0) last--;
    const text = bytes.subarray(end - textBytes, Math.min(end, last + 1));
    const filling = isAligned ? -(dataBytes + text.length) & 3 : 0;
    head.keydataSize[0] = text.length + filling;
    parts.push(writeRecords(head, DPHYSMODEL), bytes.subarray(start, start + dataBytes));
    parts.push(text, new Uint8Array(filling));
    at = end;
  }
  return concatBytes([...parts, bytes.subarray(at)]);
}
