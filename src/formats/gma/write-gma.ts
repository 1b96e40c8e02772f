/** Writes a GMA. */

import { concatBytes } from "../binary/encode-bytes.ts";
import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { crc32 } from "../zip/crc32.ts";

export interface GmaInfo {
  readonly name?: string;
  readonly description?: string;
  readonly author?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
}

/**
 * Writes an addon of version 3 without a Steam ID. Files have the order of the map. Throws
 * RangeError for paths that lead out of the root, and for texts that contain a 0.
 */
export function writeGma(files: ReadonlyMap<string, Uint8Array>, info: GmaInfo = {}): Uint8Array {
  const encoder = new TextEncoder();
  const text = (value: string): Uint8Array => {
    if (value.includes("\0"))
      throw new RangeError(`a text with a 0 in it: ${JSON.stringify(value)}`);
    return encoder.encode(`${value}\0`);
  };
  const header = new DataView(new ArrayBuffer(21));
  header.setUint32(0, 0x44414d47, true);
  header.setUint8(4, 3);
  header.setUint32(13, info.timestamp ?? 0, true);
  const parts = [
    new Uint8Array(header.buffer),
    text(""),
    text(info.name ?? "addon"),
    text(info.description ?? ""),
    text(info.author ?? ""),
    Uint8Array.of(1, 0, 0, 0),
  ];
  let number = 0;
  for (const [path, bytes] of files) {
    if (leavesRoot(path)) throw new RangeError(`a path that leaves the root: ${path}`);
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, ++number, true);
    const record = new DataView(new ArrayBuffer(12));
    record.setUint32(0, bytes.length, true);
    record.setUint32(8, crc32(bytes), true);
    parts.push(index, text(normalizePath(path)), new Uint8Array(record.buffer));
  }
  parts.push(new Uint8Array(4));
  for (const bytes of files.values()) parts.push(bytes);
  const body = concatBytes(parts);
  const footer = new Uint8Array(4);
  new DataView(footer.buffer).setUint32(0, crc32(body), true);
  return concatBytes([body, footer]);
}
