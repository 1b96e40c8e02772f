import type { ByteSource } from "./byte-source.ts";

/** Returns part of a file as a separate file: a map's pakfile, or a stored map in an archive. */
export function sliceBytes(
  source: ByteSource,
  start: number,
  byteLength: number,
  label = source.label,
): ByteSource {
  return {
    label,
    byteLength,
    read: (offset, length, signal) => source.read(start + offset, length, signal),
  };
}
