/** A zip archive: a map's pakfile, or a separate file. */

export interface ZipEntry {
  /** Normalised path: lower case, forward slashes. */
  readonly path: string;
  /** Name as stored. */
  readonly name: string;
  /** 0 stored, 8 deflate, 14 LZMA. Others are listed, but cannot be read. */
  readonly method: number;
  readonly compressedByteLength: number;
  readonly byteLength: number;
  /** General purpose flags; bit 0 is encryption. */
  readonly flags: number;
  /** Offset of the local header in the archive's bytes. */
  readonly headerOffset: number;
}

/** Contents of a zip's central directory. */
export interface ZipListing {
  /** Entries in the directory's order, including all with the same path. */
  readonly entries: readonly ZipEntry[];
  /** Stored names that were refused because they lead out of the archive's root. */
  readonly refused: readonly string[];
  /**
   * Returns the entry at a path, case-insensitive, with either slash; if there are several, the
   * last.
   */
  find(path: string): ZipEntry | undefined;
}

export interface ZipArchive extends ZipListing {
  /**
   * Returns an entry's bytes: a view of the archive for a stored one, else a new array. Throws
   * FormatError (ZIP): `bad-offset`, `truncated`, `mismatch`, `bad-value`, `unsupported`; (LZMA)
   * for broken LZMA data.
   */
  read(entry: ZipEntry): Uint8Array;
}
