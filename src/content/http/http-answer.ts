/** What the headers of an answer say of the file. */

/** What tells one state of a file from another; nulls where the server, or its CORS rules, do not say. */
export interface FileIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface HttpAnswer {
  readonly identity: FileIdentity;
  /** Of a part: its first byte; null where the header may not be read. */
  readonly start: number | null;
  /** Bytes of the whole file; null where that is not told. */
  readonly byteLength: number | null;
  /** Whether the server wants it kept nowhere. */
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

/** Of a body that is sent as it is: a compressed one is longer once it is unpacked. */
export function contentLength(headers: Headers): number | null {
  const encoding = headers.get("content-encoding") ?? "identity";
  const length = headers.get("content-length");
  return encoding === "identity" && length !== null && /^\d+$/.test(length) ? Number(length) : null;
}

/** Whether nothing speaks against two answers being of the same state of a file. */
export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  const differ = (x: string | null, y: string | null) => x !== null && y !== null && x !== y;
  // Servers behind one name may disagree on the time of one file, but an ETag is what it is for.
  if (a.etag !== null && b.etag !== null) return a.etag === b.etag;
  return !differ(a.lastModified, b.lastModified);
}
