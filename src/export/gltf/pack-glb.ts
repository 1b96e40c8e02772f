/** The container of glTF 2.0 ("GLB file format"): a header, the JSON, the buffer, each 4-byte aligned. */

/** "glTF", "JSON" and "BIN\0", little-endian. */
const MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SPACE = 0x20;

/** @param byteLength of all chunks of the buffer together, a multiple of 4 */
export function packGlb(
  json: string,
  chunks: readonly Uint8Array[],
  byteLength: number,
): Uint8Array {
  const text = new TextEncoder().encode(json);
  const textLength = (text.length + 3) & ~3;
  const binaryLength = byteLength === 0 ? 0 : CHUNK_HEADER_BYTES + byteLength;
  const glb = new Uint8Array(HEADER_BYTES + CHUNK_HEADER_BYTES + textLength + binaryLength);
  const view = new DataView(glb.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, textLength, true);
  view.setUint32(16, CHUNK_JSON, true);
  let at = HEADER_BYTES + CHUNK_HEADER_BYTES;
  glb.set(text, at);
  glb.fill(SPACE, at + text.length, at + textLength);
  at += textLength;
  if (byteLength === 0) return glb;
  view.setUint32(at, byteLength, true);
  view.setUint32(at + 4, CHUNK_BIN, true);
  at += CHUNK_HEADER_BYTES;
  for (const chunk of chunks) {
    glb.set(chunk, at);
    at += chunk.length;
  }
  return glb;
}
