/**
 * Cipher of Tactical Intervention's maps: each byte is XORed with one of 32 repeating key bytes.
 * The directory entries of unused lumps are zeros, so the file contains its own key. Source: the
 * public reader BSPSource.
 */

const KEY_BYTES = 32;
/** Offset of the key, within the entries of lumps 23 to 25. */
const KEY_AT = 384;
const IDENT = [0x56, 0x42, 0x53, 0x50];

/**
 * Returns the key of an enciphered map, or `null` if the map is not enciphered.
 * @param head the first 416 bytes or more
 */
export function findMapKey(head: Uint8Array): Uint8Array | null {
  const key = head.slice(KEY_AT, KEY_AT + KEY_BYTES);
  // A zero key would be a plain map.
  const isMap =
    key.length === KEY_BYTES &&
    IDENT.every((byte, i) => key[i] !== 0 && (head[i] ^ key[i]) === byte);
  return isMap ? key : null;
}

/**
 * Returns a deciphered copy of part of a map.
 * @param offset offset of the part in the file
 */
export function decipherMap(bytes: Uint8Array, offset: number, key: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (byte, i) => byte ^ key[(offset + i) % KEY_BYTES]);
}
