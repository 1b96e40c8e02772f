/** Changes to a map that is enciphered: it is deciphered for them, and enciphered again. */

import { bspError } from "../bsp-error.ts";
import { decipherMap, findMapKey } from "../cipher.ts";

/** A map file as it was before it was enciphered; the file itself where it is not. */
export function decipherFile(stored: Uint8Array): Uint8Array {
  const key = findMapKey(stored);
  return key === null ? stored : decipherMap(stored, 0, key);
}

/**
 * A map with a change, enciphered by its own key where it was enciphered before.
 *
 * @param change is given the plain map; the same bytes in return are no change
 * @returns the file itself where nothing was changed
 * @throws FormatError (BSP), `unsupported`, where the change fills the lumps whose empty entries show the key
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
