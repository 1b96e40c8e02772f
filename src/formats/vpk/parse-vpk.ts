/** Reads the directory of a VPK. */

import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { parseVpkHeader } from "./parse-vpk-header.ts";
import type { VpkDirectory, VpkHeader } from "./types.ts";
import { vpkError } from "./vpk-file.ts";

// The tree of a VPK: extensions, each with folders, each with files. Each name ends with a 0, and
// each list with an empty name. A single space means no extension, or the root folder.

/** crc (4), preload bytes (2), archive (2), offset (4), length (4), terminator (2). */
export const VPK_ENTRY_BYTES = 18;
const TERMINATOR = 0xffff;
/**
 * Limit on a name: twice the engine's limit on a whole path. All files of a folder share its name,
 * which is read for each of them.
 */
const MAX_NAME_BYTES = 520;
const SPACE = 0x20;

export interface VpkTreeVisitor {
  /** Names as byte ranges of the tree; empty for a single space. */
  onExtension?(start: number, end: number): void;
  onFolder?(start: number, end: number): void;
  /** @param entry offset of the entry's record in the tree; its preload bytes follow it */
  onFile(start: number, end: number, entry: number): void;
}

/**
 * Visits the tree. Throws FormatError (VPK): `truncated`, `bad-value`, `too-large`, with offsets
 * from the tree's start.
 */
function walkVpkTree(tree: Uint8Array, visitor: VpkTreeVisitor): void {
  const view = new DataView(tree.buffer, tree.byteOffset, tree.byteLength);
  let at = 0;
  let start = 0;
  let end = 0;
  /** Reads the next name into `start` and `end`; returns false if it is empty. */
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

// Finds rows by path without storing a string for each.

/** Random in each session, so that no file can be crafted whose paths all collide. */
const HASH_START = Math.floor(Math.random() * 2 ** 32);
const HASH_PRIME = 0x01000193;

/** One step of FNV-1a. Bytes of an ASCII text equal its UTF-16 units. */
function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, HASH_PRIME);
}

function hashAscii(text: string, start = HASH_START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = hashByte(hash, text.charCodeAt(i));
  return hash;
}

/** Open-addressed hash table of rows. Its owner compares the paths. */
class PathIndex {
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #mask: number;

  /** Allocates twice as many slots as rows, so that the table is at most half full. */
  constructor(rowCount: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(rowCount, 1) * 2));
    this.#slots = new Int32Array(size).fill(-1);
    this.#hashes = new Int32Array(rowCount);
    this.#mask = size - 1;
  }

  /**
   * Adds a row. Returns false, without adding it, if `isSame` finds an earlier row with the same
   * path.
   */
  add(row: number, hash: number, isSame: (other: number) => boolean): boolean {
    let slot = this.#spread(hash);
    for (let other = this.#slots[slot]; other >= 0; other = this.#slots[slot]) {
      if (this.#hashes[other] === (hash | 0) && isSame(other)) return false;
      slot = (slot + 1) & this.#mask;
    }
    this.#slots[slot] = row;
    this.#hashes[row] = hash;
    return true;
  }

  /** Returns the first row with this hash that `isIt` accepts, or −1. */
  find(hash: number, isIt: (row: number) => boolean): number {
    for (let slot = this.#spread(hash); ; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot];
      if (row < 0) return -1;
      if (this.#hashes[row] === (hash | 0) && isIt(row)) return row;
    }
  }

  /** Mixes in the high bits, because FNV's low bits are its weakest. */
  #spread(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask;
  }
}

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const TO_LOWER = 0x20;

/**
 * Parses a directory file that is completely in memory; `parseVpkTree` needs only its start. Throws
 * FormatError (VPK): `bad-magic`, `bad-version`, `truncated`, `bad-value`.
 */
export function parseVpk(bytes: Uint8Array): VpkDirectory {
  const header = parseVpkHeader(bytes, bytes.length);
  return parseVpkTree(header, bytes.subarray(header.treeOffset, header.dataOffset));
}

/**
 * Parses the tree.
 * @param tree bytes of the directory file from `treeOffset` to `dataOffset`; kept, not copied
 * @throws FormatError (VPK): `truncated`, `bad-value`
 */
export function parseVpkTree(header: VpkHeader, tree: Uint8Array): VpkDirectory {
  let fileCount = 0;
  walkVpkTree(tree, {
    onFile() {
      fileCount++;
    },
  });
  const columns = {
    fileCrc: new Uint32Array(fileCount),
    filePreloadOffset: new Uint32Array(fileCount),
    filePreloadByteLength: new Uint16Array(fileCount),
    fileArchive: new Uint16Array(fileCount),
    fileOffset: new Uint32Array(fileCount),
    fileByteLength: new Uint32Array(fileCount),
  };
  const names = new TreeNames(tree, fileCount);
  const view = new DataView(tree.buffer, tree.byteOffset, tree.byteLength);
  let file = 0;
  walkVpkTree(tree, {
    onExtension: (start, end) => names.beginExtension(start, end),
    onFolder: (start, end) => names.beginFolder(start, end),
    onFile(start, end, entry) {
      columns.fileCrc[file] = view.getUint32(entry, true);
      columns.filePreloadByteLength[file] = view.getUint16(entry + 4, true);
      columns.fileArchive[file] = view.getUint16(entry + 6, true);
      columns.fileOffset[file] = view.getUint32(entry + 8, true);
      columns.fileByteLength[file] = view.getUint32(entry + 12, true);
      columns.filePreloadOffset[file] = entry + VPK_ENTRY_BYTES;
      names.add(file++, start, end);
    },
  });
  return {
    header,
    fileCount,
    ...columns,
    tree,
    refused: names.refused,
    repeated: names.repeated,
    path: (row) => names.path(row),
    find: (path) => names.find(normalizePath(path)),
  };
}

/**
 * Rows by path. Names stay in the tree's bytes. Each row stores the offset of its name, and its
 * folder.
 */
class TreeNames {
  readonly refused: string[] = [];
  readonly repeated = new Set<number>();
  readonly #tree: Uint8Array;
  readonly #index: PathIndex;
  readonly #fileName: Uint32Array;
  readonly #fileFolder: Uint32Array;
  /** Folders in file order: one for each extension with files in it. */
  readonly #folders: { readonly path: string; readonly extension: string }[] = [];
  /** Rows by whole path if their names are not plain ASCII, or have slashes or outer spaces. */
  readonly #oddRows = new Map<string, number>();
  readonly #oddPaths = new Map<number, string>();
  #extension = "";
  #isExtensionPlain = true;
  #folderHash = 0;
  #isFolderPlain = true;

  constructor(tree: Uint8Array, fileCount: number) {
    this.#tree = tree;
    this.#index = new PathIndex(fileCount);
    this.#fileName = new Uint32Array(fileCount);
    this.#fileFolder = new Uint32Array(fileCount);
  }

  beginExtension(start: number, end: number): void {
    this.#extension = end > start ? `.${this.#decode(start, end).toLowerCase()}` : "";
    this.#isExtensionPlain = isPlainName(this.#extension);
  }

  beginFolder(start: number, end: number): void {
    const stored = this.#decode(start, end);
    const path = stored.toLowerCase();
    this.#folders.push({ path: path === "" ? "" : `${path}/`, extension: this.#extension });
    this.#isFolderPlain = normalizePath(stored) === path && isAscii(path);
    this.#folderHash = hashAscii(this.#folders[this.#folders.length - 1].path);
  }

  add(file: number, start: number, end: number): void {
    const folder = this.#folders.length - 1;
    this.#fileName[file] = start;
    this.#fileFolder[file] = folder;
    let hash = this.#folderHash;
    let isPlain = this.#isFolderPlain && this.#isExtensionPlain && end > start;
    for (let i = start; i < end; i++) {
      let byte = this.#tree[i];
      if (byte >= UPPER_A && byte <= UPPER_Z) byte |= TO_LOWER;
      // Space, slashes, and non-ASCII bytes.
      if (byte <= 0x20 || byte >= 0x7f || byte === 0x2f || byte === 0x5c) isPlain = false;
      hash = hashByte(hash, byte);
    }
    if (isPlain && !(this.#extension === "" && isDots(this.#tree, start, end))) {
      const isSame = (other: number) => this.path(other) === this.path(file);
      const isNew = this.#index.add(file, hashAscii(this.#extension, hash), isSame);
      if (!isNew) this.repeated.add(file);
      return;
    }
    const stored = this.#join(file, this.#decode(start, end));
    const isRefused = leavesRoot(stored);
    const path = isRefused ? "" : normalizePath(stored);
    this.#oddPaths.set(file, path);
    if (isRefused) this.refused.push(stored);
    else if (this.find(path) >= 0) this.repeated.add(file);
    else this.#oddRows.set(path, file);
  }

  path(file: number): string {
    const odd = this.#oddPaths.get(file);
    if (odd !== undefined) return odd;
    const start = this.#fileName[file];
    return this.#join(file, this.#decode(start, this.#tree.indexOf(0, start)).toLowerCase());
  }

  find(path: string): number {
    const file = this.#index.find(hashAscii(path), (row) => this.path(row) === path);
    return file >= 0 ? file : (this.#oddRows.get(path) ?? -1);
  }

  #join(file: number, name: string): string {
    const { path, extension } = this.#folders[this.#fileFolder[file]];
    return path + name + extension;
  }

  #decode(start: number, end: number): string {
    return decoder.decode(this.#tree.subarray(start, end));
  }
}

const decoder = new TextDecoder("utf-8");

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x7f) return false;
  return true;
}

/** Whether a path that ends with this name keeps its end when normalised. */
function isPlainName(name: string): boolean {
  return isAscii(name) && !/[\\/]/.test(name) && name.trim() === name && !/^\.\.?$/.test(name);
}

function isDots(tree: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (tree[i] !== 0x2e) return false;
  return true;
}
