/** VPK: Valve's package of a game's files. A directory, and the archive parts that its data lie in. */

/** The part of the data that lies behind the directory itself. */
export const VPK_IN_DIRECTORY = 0x7fff;

export interface VpkHeader {
  readonly version: 1 | 2;
  /** Of the directory file: where the tree begins, and its size. */
  readonly treeOffset: number;
  readonly treeByteLength: number;
  /** Where the data begin that lie in the directory file itself. */
  readonly dataOffset: number;
  readonly dataByteLength: number;
}

/**
 * The tree as columns, a row for each file. A game's directory has 100,000 files: they have no
 * objects, and their paths are put together when asked for.
 */
export interface VpkDirectory {
  readonly header: VpkHeader;
  readonly fileCount: number;
  /** CRC-32 of the whole file. */
  readonly fileCrc: Uint32Array;
  /** Of the bytes that stand in the tree itself and come before the rest. */
  readonly filePreloadOffset: Uint32Array;
  readonly filePreloadByteLength: Uint16Array;
  /** Number of the part that holds the rest, or `VPK_IN_DIRECTORY`. */
  readonly fileArchive: Uint16Array;
  /** Of the rest: in its part, or from `header.dataOffset`. */
  readonly fileOffset: Uint32Array;
  readonly fileByteLength: Uint32Array;
  /** Preload offsets count in these. */
  readonly tree: Uint8Array;
  /** Stored paths that were left out because they lead out of the root. */
  readonly refused: readonly string[];
  /** Rows that `find` does not find, because an earlier one has their path. */
  readonly repeated: ReadonlySet<number>;
  /** The normalised path of a row; empty for one that was refused. */
  path(file: number): string;
  /** The row of a path, without case and with either slash, or -1; of several, the first. */
  find(path: string): number;
}
