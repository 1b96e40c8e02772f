import type { ContentPath, ContentSource, DrawBytes, FileHead } from "./types.ts";

export function wholeFile(bytes: Uint8Array): FileHead {
  return { bytes, byteLength: bytes.length, readWhole: null };
}

export function joinBytes(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + rest.length);
  bytes.set(head);
  bytes.set(rest, head.length);
  return bytes;
}

/** Returns true if a file's rest is no longer than its head: it is not worth a second request. */
export function isReadWhole(byteLength: number, headBytes: number): boolean {
  return byteLength <= headBytes * 2;
}

/** Reads the head of a source's file; the whole file if the source cannot read heads. */
export async function readHeadOf(
  source: Pick<ContentSource, "read" | "readHead">,
  path: ContentPath,
  byteLength: number,
  signal?: AbortSignal,
  draw?: DrawBytes,
): Promise<FileHead | null> {
  if (source.readHead !== undefined) return source.readHead(path, byteLength, signal, draw);
  const bytes = await source.read(path, signal, draw);
  return bytes && wholeFile(bytes);
}
