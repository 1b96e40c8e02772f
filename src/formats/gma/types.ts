/** GMA: a Garry's Mod addon. A header, the list of files, then their data in the same order. */

export interface GmaFile {
  /** Normalised path. */
  readonly path: string;
  /** Offset from the archive's start. */
  readonly offset: number;
  readonly byteLength: number;
  /** CRC-32; 0 if the writer left it out. */
  readonly crc: number;
}

export interface GmaDirectory {
  /** Version, 1 to 3. */
  readonly version: number;
  /** Seconds since 1970 by the writer's clock. */
  readonly timestamp: number;
  readonly name: string;
  /** In most addons JSON with tags, type, and a text. */
  readonly description: string;
  readonly author: string;
  readonly files: readonly GmaFile[];
  /** Stored names that were left out because they lead out of the root. */
  readonly refused: readonly string[];
  /** Finds a file, case-insensitive, with either slash. If there are several, returns the first. */
  find(path: string): GmaFile | undefined;
}
