/**
 * Types of content sources. A source finds files by path; the search order is a list of sources.
 */

import type { ByteSource } from "./bytes/byte-source.ts";

/** A content path: lower case, forward slashes, no leading slash, no `.` or `..` segments. */
export type ContentPath = string;

/**
 * Called with a file's bytes before they are read or unpacked, or with each piece as it arrives if
 * the length is unknown. If it throws, the read ends.
 */
export type DrawBytes = (byteLength: number) => void;

/** Server that receives requests for content. */
export interface ContentHost {
  readonly name: string;
  /** Maximum number of parallel requests. */
  readonly atOnce: number;
}

/** First bytes of a file. */
export interface FileHead {
  readonly bytes: Uint8Array;
  /** Length of the whole file. */
  readonly byteLength: number;
  /**
   * Reads the rest, and returns the whole file; `null` if `bytes` is the whole file. Rejects if
   * reading fails.
   */
  readonly readWhole: ((signal?: AbortSignal, draw?: DrawBytes) => Promise<Uint8Array>) | null;
}

export interface ContentSource {
  /** Name for messages: `pakfile`, a folder's name, a URL. */
  readonly label: string;
  /** Set if each read is a request to a server. */
  readonly host?: ContentHost;
  /** Reads a file; null if this source does not have it. Rejects only if reading fails. */
  read(path: ContentPath, signal?: AbortSignal, draw?: DrawBytes): Promise<Uint8Array | null>;
  /**
   * Opens a file for reading in parts; null if this source does not have it, undefined if that is
   * not yet known. Left out if reading a part costs as much as reading the whole file.
   */
  open?(path: ContentPath, signal?: AbortSignal): Promise<ByteSource | null | undefined>;
  /**
   * Reads the first bytes of a file, or all of it if that costs no more; null if this source does
   * not have it. Left out if files can only be read whole.
   * @param byteLength wanted bytes
   */
  readHead?(
    path: ContentPath,
    byteLength: number,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<FileHead | null>;
}

/** Source whose files are all known: an archive whose directory was read. */
export interface ContentArchive extends ContentSource {
  /** Lists files by path. If several share a path, only the one that `read` returns. */
  list(): Iterable<ListedFile>;
}

export interface ListedFile {
  readonly path: ContentPath;
  /** Unpacked size. */
  readonly byteLength: number;
}

/**
 * Sources as plain data that can be posted to a worker, where `openSource` makes the source.
 *
 * - `files`: picked or dropped files; content is found wherever it lies in them.
 * - `folder`: files by their paths in one content root only.
 * - `directory`: the same behind a handle, listed on demand.
 * - `archive`: a VPK, GMA or zip, detected from its first bytes. `parts` are those of a split VPK,
 * by number; parts of a VPK behind a URL are found beside it.
 * - `url`: a folder on a server, with one request for each file.
 */
export type ContentSpec =
  | { readonly kind: "files"; readonly label: string; readonly files: readonly ContentFile[] }
  | { readonly kind: "folder"; readonly label: string; readonly files: readonly ContentFile[] }
  | {
      readonly kind: "directory";
      readonly label: string;
      readonly handle: FileSystemDirectoryHandle;
    }
  | {
      readonly kind: "archive";
      readonly label: string;
      readonly file: StoredFile;
      readonly parts?: ReadonlyMap<number, StoredFile>;
    }
  | { readonly kind: "url"; readonly base: string; readonly limits?: Partial<UrlLimits> };

/** Limits of a folder on a server; left out: `URL_LIMITS`. */
export interface UrlLimits {
  /** Maximum number of parallel requests. */
  readonly atOnce: number;
  /** Maximum size of a file. */
  readonly maxFileBytes: number;
  /** Milliseconds without any data from the server after which a request fails. */
  readonly silenceMs: number;
}

/** Picked or dropped file and its path inside the picked folder. */
export interface ContentFile {
  readonly path: string;
  readonly blob: Blob;
}

/** File that is read in slices on demand; posting it copies nothing. */
export type StoredFile = Blob | FileSystemFileHandle | UrlFile;

export interface UrlFile {
  /** Absolute, since a worker would resolve relative URLs from its own address. */
  readonly url: string;
}
