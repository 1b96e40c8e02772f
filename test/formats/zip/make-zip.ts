/** Builds zips that a zip library does not: foreign methods, preambles, wrong sizes. */

import { compress } from "lzma1";
import { crc32 } from "../../../src/formats/zip/crc32.ts";

export interface MadeEntry {
  name: string;
  /** Bytes as stored. */
  data: Uint8Array;
  method?: number;
  /** Unpacked size in the directory; the data's by default. */
  byteLength?: number;
  flags?: number;
  /** Bytes of the local header's extra field, which the directory omits. */
  localExtra?: number;
  /** Checksum of the unpacked bytes; the data's by default. */
  crc?: number;
  /**
   * Writes sizes and checksum after the data, with or without a signature, as streaming writers do.
   */
  descriptor?: "signed" | "bare";
}

export function makeZip(
  entries: readonly MadeEntry[],
  { preamble = 0, countPreamble = false, comment = 0, countLocalExtra = false } = {},
): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(preamble).fill(0x50)];
  const directory: Uint8Array[] = [];
  let at = preamble;
  for (const entry of entries) {
    const { name, data, method = 0, byteLength, localExtra = 0, descriptor } = entry;
    const flags = (entry.flags ?? 0) | (descriptor ? 8 : 0);
    const sizes = [entry.crc ?? crc32(data), data.length, byteLength ?? data.length];
    const nameBytes = new TextEncoder().encode(name);
    const local = new Uint8Array(30 + nameBytes.length + localExtra);
    const localView = new DataView(local.buffer);
    localView.setUint32(0, 0x04034b50, true);
    localView.setUint16(6, flags, true);
    localView.setUint16(8, method, true);
    if (!descriptor) sizes.forEach((size, i) => void localView.setUint32(14 + i * 4, size, true));
    localView.setUint16(26, nameBytes.length, true);
    localView.setUint16(28, localExtra, true);
    local.set(nameBytes, 30);
    const central = new Uint8Array(46 + nameBytes.length);
    const view = new DataView(central.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(8, flags, true);
    view.setUint16(10, method, true);
    view.setUint32(16, sizes[0], true);
    view.setUint32(20, data.length, true);
    view.setUint32(24, byteLength ?? data.length, true);
    view.setUint16(28, nameBytes.length, true);
    if (countLocalExtra) view.setUint16(30, localExtra, true);
    view.setUint32(42, at - (countPreamble ? 0 : preamble), true);
    central.set(nameBytes, 46);
    const trailer = makeDescriptor(sizes, descriptor);
    parts.push(local, data, trailer);
    directory.push(central);
    at += local.length + data.length + trailer.length;
  }
  const directoryBytes = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new Uint8Array(22 + comment);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(12, directoryBytes, true);
  view.setUint32(16, at - (countPreamble ? 0 : preamble), true);
  view.setUint16(20, comment, true);
  return concat([...parts, ...directory, end]);
}

function makeDescriptor(sizes: readonly number[], kind: MadeEntry["descriptor"]): Uint8Array {
  if (kind === undefined) return new Uint8Array(0);
  const words = kind === "signed" ? [0x08074b50, ...sizes] : sizes;
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => void view.setUint32(i * 4, word, true));
  return new Uint8Array(view.buffer);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Builds an entry of method 14: version, properties size, properties, raw LZMA1. */
export function lzmaEntry(name: string, content: Uint8Array): MadeEntry {
  const file = compress(content, 1);
  const data = concat([Uint8Array.of(9, 20, 5, 0), file.subarray(0, 5), file.subarray(13)]);
  return { name, data, method: 14, byteLength: content.length, crc: crc32(content) };
}
