import type { ByteSource } from "./byte-source.ts";

/** A part of a file as a file of its own: a map's pakfile, a stored map in an archive. */
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
