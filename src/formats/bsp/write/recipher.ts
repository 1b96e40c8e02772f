/** Changes enciphered maps: deciphers them, applies the change, and enciphers them again. */

import { bspError } from "../bsp-error.ts";
import { decipherMap, findMapKey } from "../cipher.ts";

/** Returns a map file deciphered; the file itself if it is not enciphered. */
export function decipherFile(stored: Uint8Array): Uint8Array {
  const key = findMapKey(stored);
  return key === null ? stored : decipherMap(stored, 0, key);
}

/**
 * Applies a change to a map, and enciphers the result with the map's own key if it was enciphered.
 *
 * @param change receives the plain map; it returns the same bytes if there is no change
 * @returns the file itself if nothing changed
 * @throws FormatError (BSP), `unsupported`, if the change uses the lumps whose empty entries reveal
 * the key
 */
export function recipher(
  stored: Uint8Array,
  change: (plain: Uint8Array) => Uint8Array,
): Uint8Array {
  const key = findMapKey(stored);
  if (key === null) return change(stored);
  const plain = decipherMap(stored, 0, key);
  const changed = change(plain);
  if (changed === plain) return stored;
  const out = decipherMap(changed, 0, key);
  const shown = findMapKey(out);
  if (shown === null || shown.some((byte, i) => byte !== key[i])) {
    const expected = "an enciphered map without lumps 23 to 25, whose entries show its key";
    throw bspError("unsupported", "header", 8 + 23 * 16, expected);
  }
  return out;
}
