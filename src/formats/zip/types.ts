/** A zip archive: a map's pakfile, or one by itself. */

export interface ZipEntry {
  /** Normalised: lower case, forward slashes. */
  readonly path: string;
  /** The name as stored. */
  readonly name: string;
  /** 0 stored, 8 deflate, 14 LZMA; others are listed and cannot be read. */
  readonly method: number;
  readonly compressedByteLength: number;
  readonly byteLength: number;
  /** General purpose flags; bit 0 is encryption. */
  readonly flags: number;
  /** Offset of the local header in the archive's bytes. */
  readonly headerOffset: number;
}

/** What a zip's central directory says. */
export interface ZipListing {
  /** In the directory's order; where paths repeat, all of them. */
  readonly entries: readonly ZipEntry[];
  /** Stored names that were refused because they lead out of the archive's root. */
  readonly refused: readonly string[];
  /** The entry at a path, without case and with either slash; of several, the last. */
  find(path: string): ZipEntry | undefined;
}

export interface ZipArchive extends ZipListing {
  /**
   * An entry's bytes: a view of the archive for a stored one, else fresh. Throws FormatError (ZIP):
   * `bad-offset`, `truncated`, `mismatch`, `bad-value`, `unsupported`; (LZMA) for broken LZMA data.
   */
  read(entry: ZipEntry): Uint8Array;
}
