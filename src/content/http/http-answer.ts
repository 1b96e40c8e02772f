/** Reads the metadata of a file from the headers of an answer. */

/** Identifies a version of a file; null if the server does not send a header, or CORS hides it. */
export interface FileIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface HttpAnswer {
  readonly identity: FileIdentity;
  /** First byte of a partial answer; null if the header is missing or hidden. */
  readonly start: number | null;
  /** Bytes of the whole file; null if unknown. */
  readonly byteLength: number | null;
  /** True if the server forbids storing the answer. */
  readonly noStore: boolean;
}

export function readAnswer(response: Response): HttpAnswer {
  const { headers, status } = response;
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get("content-range") ?? "");
  const total = range && range[2] !== "*" ? Number(range[2]) : null;
  return {
    identity: { etag: headers.get("etag"), lastModified: headers.get("last-modified") },
    start: range?.[1] === undefined ? null : Number(range[1]),
    byteLength: status === 200 ? contentLength(headers) : total,
    noStore: /\bno-store\b/i.test(headers.get("cache-control") ?? ""),
  };
}

/**
 * Returns the length of an uncompressed body, or null. For a compressed body, the header has the
 * packed length.
 */
export function contentLength(headers: Headers): number | null {
  const encoding = headers.get("content-encoding") ?? "identity";
  const length = headers.get("content-length");
  return encoding === "identity" && length !== null && /^\d+$/.test(length) ? Number(length) : null;
}

/** True if two answers may be of the same version of a file. */
export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  const differ = (x: string | null, y: string | null) => x !== null && y !== null && x !== y;
  // Servers behind one name may disagree on a file's time, but an ETag is meant to be compared.
  if (a.etag !== null && b.etag !== null) return a.etag === b.etag;
  return !differ(a.lastModified, b.lastModified);
}
