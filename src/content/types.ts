/** Where content comes from. A source answers by path; the search order is a list of sources. */

/** A content path: lower case, forward slashes, no leading slash, no `.` or `..` segments. */
export type ContentPath = string;

export interface ContentSource {
  /** For messages: `pakfile`, a folder's name, a URL. */
  readonly label: string;
  /** The file's bytes, or null if this source has no such file. Rejects only on a read that broke. */
  read(path: ContentPath, signal?: AbortSignal): Promise<Uint8Array | null>;
}

/** Sources as plain data that can be posted to a worker; `openSource` makes the source there. */
export type ContentSpec =
  | { readonly kind: "files"; readonly label: string; readonly files: readonly ContentFile[] }
  | { readonly kind: "url"; readonly base: string };

/** A picked or dropped file and its path inside the picked folder. */
export interface ContentFile {
  readonly path: string;
  readonly blob: Blob;
}
