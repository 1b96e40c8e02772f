/**
 * The tree of a VPK: extensions, in each its folders, in each its files. Each name ends with a 0 and
 * each list with an empty name; a single space stands for no extension, or the root folder.
 */

import { vpkError } from "./vpk-error.ts";

/** crc (4), preload bytes (2), archive (2), offset (4), length (4), terminator (2). */
export const VPK_ENTRY_BYTES = 18;
const TERMINATOR = 0xffff;
/** Twice what the engine takes for a whole path. All files of a folder share its name: it is read for each. */
const MAX_NAME_BYTES = 520;
const SPACE = 0x20;

export interface VpkTreeVisitor {
  /** Names as byte ranges of the tree; empty where a space stood. */
  onExtension?(start: number, end: number): void;
  onFolder?(start: number, end: number): void;
  /** @param entry offset of the entry's record in the tree; its preload bytes follow it */
  onFile(start: number, end: number, entry: number): void;
}

/** Throws FormatError (VPK): `truncated`, `bad-value`, `too-large`. Offsets in them count from the tree. */
export function walkVpkTree(tree: Uint8Array, visitor: VpkTreeVisitor): void {
  const view = new DataView(tree.buffer, tree.byteOffset, tree.byteLength);
  let at = 0;
  let start = 0;
  let end = 0;
  /** Takes the next name into `start` and `end`; false if it is empty. */
  const nextName = (): boolean => {
    start = at;
    end = tree.indexOf(0, at);
    if (end < 0) throw vpkError("truncated", "tree", start, "a name that ends with 0", "none");
    if (end - start > MAX_NAME_BYTES) {
      const expected = `a name of at most ${MAX_NAME_BYTES} bytes`;
      throw vpkError("too-large", "tree", start, expected, end - start);
    }
    at = end + 1;
    if (start === end) return false;
    if (end - start === 1 && tree[start] === SPACE) end = start;
    return true;
  };
  while (nextName()) {
    visitor.onExtension?.(start, end);
    while (nextName()) {
      visitor.onFolder?.(start, end);
      while (nextName()) {
        const left = tree.length - at;
        if (left < VPK_ENTRY_BYTES) {
          throw vpkError("truncated", "tree", at, `an entry of ${VPK_ENTRY_BYTES} bytes`, left);
        }
        const terminator = view.getUint16(at + 16, true);
        if (terminator !== TERMINATOR) {
          const found = `0x${terminator.toString(16)}`;
          throw vpkError("bad-value", "tree", at + 16, "0xffff behind an entry", found);
        }
        const preloadBytes = view.getUint16(at + 4, true);
        if (preloadBytes > left - VPK_ENTRY_BYTES) {
          const expected = `${preloadBytes} preload bytes`;
          throw vpkError("truncated", "tree", at + 4, expected, left - VPK_ENTRY_BYTES);
        }
        visitor.onFile(start, end, at);
        at += VPK_ENTRY_BYTES + preloadBytes;
      }
    }
  }
}
