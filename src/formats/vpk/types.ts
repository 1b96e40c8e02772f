/** VPK: Valve's archive of a game's files. A directory, and parts with the data. */

/** Part number for data that is in the directory file itself. */
export const VPK_IN_DIRECTORY = 0x7fff;

export interface VpkHeader {
  readonly version: 1 | 2;
  /** Offset and size of the tree in the directory file. */
  readonly treeOffset: number;
  readonly treeByteLength: number;
  /** Offset of the data in the directory file itself. */
  readonly dataOffset: number;
  readonly dataByteLength: number;
}

/**
 * The tree as columns, a row for each file. Directories of games have 100,000 files, so there are
 * no objects for files, and paths are built on demand.
 */
export interface VpkDirectory {
  readonly header: VpkHeader;
  readonly fileCount: number;
  /** CRC-32 of the whole file. */
  readonly fileCrc: Uint32Array;
  /** Range of the bytes that are stored in the tree itself, before the rest. */
  readonly filePreloadOffset: Uint32Array;
  readonly filePreloadByteLength: Uint16Array;
  /** Number of the part that contains the rest, or `VPK_IN_DIRECTORY`. */
  readonly fileArchive: Uint16Array;
  /** Offset of the rest in its part, or from `header.dataOffset`. */
  readonly fileOffset: Uint32Array;
  readonly fileByteLength: Uint32Array;
  /** Bytes of the tree, which preload offsets refer to. */
  readonly tree: Uint8Array;
  /** Stored paths that were left out because they lead out of the root. */
  readonly refused: readonly string[];
  /** Rows that `find` does not return, because an earlier row has the same path. */
  readonly repeated: ReadonlySet<number>;
  /** Returns the normalised path of a row; empty if it was refused. */
  path(file: number): string;
  /**
   * Returns the row of a path, case-insensitive, with either slash; −1 if none. If there are
   * several, the first.
   */
  find(path: string): number;
}
