/**
 * Maps of Tactical Intervention are enciphered: each byte is combined, by exclusive or, with one of 32
 * that repeat. The directory entries of unused lumps are zeros, so that the file shows its own key.
 * Source: the public reader BSPSource.
 */

const KEY_BYTES = 32;
/** Within the entries of lumps 23 to 25. */
const KEY_AT = 384;
const IDENT = [0x56, 0x42, 0x53, 0x50];

/** The key of an enciphered map, or null: then it is none. @param head its first 416 bytes or more */
export function findMapKey(head: Uint8Array): Uint8Array | null {
  const key = head.slice(KEY_AT, KEY_AT + KEY_BYTES);
  // With zeros for a key it would be a plain map's.
  const isMap =
    key.length === KEY_BYTES &&
    IDENT.every((byte, i) => key[i] !== 0 && (head[i] ^ key[i]) === byte);
  return isMap ? key : null;
}

/** A copy of a part, deciphered. @param offset of the bytes in the file */
export function decipherMap(bytes: Uint8Array, offset: number, key: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (byte, i) => byte ^ key[(offset + i) % KEY_BYTES]);
}
