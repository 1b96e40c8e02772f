/** Decodes a text file: UTF-16 if there is a byte order mark for it, else UTF-8 (and so ASCII). */
export function decodeText(bytes: Uint8Array): string {
  const mark = bytes.length >= 2 ? (bytes[0] << 8) | bytes[1] : 0;
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
