/** Encodes counts and strings that writers put between arrays of records. Little-endian. */

const encoder = new TextEncoder();

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function encodeInt32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const data = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    data.setInt32(i * 4, value, true);
  });
  return bytes;
}

/**
 * Encodes UTF-8 text in a field of fixed size, padded with 0. Throws RangeError if text and final 0
 * do not fit, and for text that contains a 0.
 */
export function encodeFixedString(text: string, byteLength: number): Uint8Array {
  const encoded = encoder.encode(text);
  if (encoded.length >= byteLength || encoded.includes(0)) {
    throw new RangeError(`"${text}" does not fit a name of ${byteLength} bytes`);
  }
  const bytes = new Uint8Array(byteLength);
  bytes.set(encoded);
  return bytes;
}
