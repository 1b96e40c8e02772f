/** Several files as one, for readers that take several: lengths, then their bytes. */

/** Little-endian lengths of all but the last. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(4 * (parts.length - 1)));
  parts.slice(0, -1).forEach((part, i) => {
    head.setUint32(i * 4, part.length, true);
  });
  return new Uint8Array(Buffer.concat([new Uint8Array(head.buffer), ...parts]));
}

/** Splits any bytes into `count` parts. Parts after a length that is too large are empty. */
export function splitParts(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let at = Math.min(bytes.length, 4 * (count - 1));
  for (let i = 0; i < count; i++) {
    const isLast = i + 1 === count || i * 4 + 4 > bytes.length;
    const end = isLast ? bytes.length : Math.min(bytes.length, at + view.getUint32(i * 4, true));
    parts.push(bytes.slice(at, end));
    at = end;
  }
  return parts;
}
