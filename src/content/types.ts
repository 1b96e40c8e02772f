/** Where content comes from. A source answers by path; the search order is a list of sources. */

import type { ByteSource } from "./bytes/byte-source.ts";

/** A content path: lower case, forward slashes, no leading slash, no `.` or `..` segments. */
export type ContentPath = string;

/**
 * Told of a file's bytes before they are read or unpacked; where nothing says how many there are, of
 * each piece as it comes. What it throws ends the read.
 */
export type DrawBytes = (byteLength: number) => void;

/** Where requests for content go. */
export interface ContentHost {
  readonly name: string;
  /** Requests at a time. */
  readonly atOnce: number;
}

export interface ContentSource {
  /** For messages: `pakfile`, a folder's name, a URL. */
  readonly label: string;
  /** Where each read is a request of its own. */
  readonly host?: ContentHost;
  /** The file's bytes, or null if this source has no such file. Rejects only on a read that broke. */
  read(path: ContentPath, signal?: AbortSignal, draw?: DrawBytes): Promise<Uint8Array | null>;
  /**
   * The file, to be read in parts; null if this source has no such file, undefined where it cannot tell. Left out
   * where a part costs as much as all of it.
   */
  open?(path: ContentPath, signal?: AbortSignal): Promise<ByteSource | null | undefined>;
}

/** A source that knows all its files: an archive whose directory was read. */
export interface ContentArchive extends ContentSource {
  /** By path; of several with one path, only what `read` answers with. */
  list(): Iterable<ListedFile>;
}

export interface ListedFile {
  readonly path: ContentPath;
  /** Unpacked. */
  readonly byteLength: number;
}

/**
 * Sources as plain data that can be posted to a worker; `openSource` makes the source there.
 *
 * - `files`: what a person picked or dropped; content is found wherever it lies in them.
 * - `folder`: files by their paths in one content root, and by no others.
 * - `directory`: the same, walked as it is needed.
 * - `archive`: a VPK, GMA or zip; which, its first bytes tell. `parts` are those of a VPK in pieces,
 *   by their numbers; of a VPK behind a URL they are found beside it.
 * - `url`: a folder on a server, asked file by file.
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

/** What a folder on a server may cost; left out: `URL_LIMITS`. */
export interface UrlLimits {
  /** Requests at a time. */
  readonly atOnce: number;
  /** Most bytes of a file. */
  readonly maxFileBytes: number;
  /** Milliseconds without a byte of anything that was asked for, after which a request has failed. */
  readonly silenceMs: number;
}

/** A picked or dropped file and its path inside the picked folder. */
export interface ContentFile {
  readonly path: string;
  readonly blob: Blob;
}

/** A file that is read in slices where it is needed; posting it copies nothing. */
export type StoredFile = Blob | FileSystemFileHandle | UrlFile;

export interface UrlFile {
  /** Absolute: a worker counts relative ones from its own place. */
  readonly url: string;
}
