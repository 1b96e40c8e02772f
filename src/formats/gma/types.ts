/** GMA: a Garry's Mod addon. A header, the list of files, then their data in the same order. */

export interface GmaFile {
  /** Normalised. */
  readonly path: string;
  /** From the archive's first byte. */
  readonly offset: number;
  readonly byteLength: number;
  /** CRC-32; 0 where the writer left it out. */
  readonly crc: number;
}

export interface GmaDirectory {
  /** 1 to 3. */
  readonly version: number;
  /** Seconds since 1970, as the writer's clock was. */
  readonly timestamp: number;
  readonly name: string;
  /** JSON in most addons: tags, type, and a text. */
  readonly description: string;
  readonly author: string;
  readonly files: readonly GmaFile[];
  /** Stored names that were left out because they lead out of the root. */
  readonly refused: readonly string[];
  /** Without case and with either slash; of several, the first. */
  find(path: string): GmaFile | undefined;
}
