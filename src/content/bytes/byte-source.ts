/** A file that can be read in parts: picked from disk, or behind a URL. */
export interface ByteSource {
  /** For messages: a file's name, a URL. */
  readonly label: string;
  readonly byteLength: number;
  /**
   * Exactly the bytes asked for; the range lies inside the file. Rejects with `CancelledError`, or
   * with one plain sentence when the file can no longer be read.
   */
  read(offset: number, byteLength: number, signal?: AbortSignal): Promise<Uint8Array>;
}
