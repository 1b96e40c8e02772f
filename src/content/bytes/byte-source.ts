/** File that can be read in parts: picked from disk, or behind a URL. */
export interface ByteSource {
  /** Name for messages: a file's name or a URL. */
  readonly label: string;
  readonly byteLength: number;
  /** Reads that a distant file answers in one round trip; left out if the file is near. */
  readonly parallelReads?: number;
  /**
   * Reads exactly the requested bytes; the range must lie inside the file. Rejects with
   * `CancelledError`, or with a plain error if the file can no longer be read.
   */
  read(offset: number, byteLength: number, signal?: AbortSignal): Promise<Uint8Array>;
}
