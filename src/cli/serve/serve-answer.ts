/** Sends a file, or a part of it, a slice at a time. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { DATA_POLICY } from "./page-policy.ts";
import { isolationFor } from "./serve-isolation.ts";
import { chooseRange } from "./serve-range.ts";
import type { ServedFile } from "./serve-source.ts";

/**
 * In memory of a file at once; twice, as one is read while another goes out. Times the connections
 * that may be open, it is what readers cost that ask and do not read.
 */
const SLICE_BYTES = 1 << 18;

export const SERVE_HEADERS = {
  // No page of another host reads what is here.
  "cross-origin-resource-policy": "same-origin",
  // The one header of its own answer that a page can read: it knows by it that there is a list of maps.
  "server-timing": "visleaf-serve",
  // What a file is, is said here, and not by its content: a game's folder may hold anything.
  "x-content-type-options": "nosniff",
  // Kept, but asked for again: the tag tells whether it is still the same.
  "cache-control": "no-cache",
};

/** A file, and how a browser is to take it. */
export interface Answer {
  readonly file: ServedFile;
  readonly type: string;
  /** Content Security Policy. */
  readonly policy: string;
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...SERVE_HEADERS,
    "content-security-policy": DATA_POLICY,
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** @param onBroken called where a file cannot be read to its end; the answer is cut off then */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, type, policy }: Answer,
  onBroken: (error: Error) => void,
): void {
  const { byteLength } = file.bytes;
  const headers = {
    ...SERVE_HEADERS,
    ...isolationFor(request),
    "content-security-policy": policy,
    etag: file.etag,
    "last-modified": new Date(file.lastModified).toUTCString(),
    "accept-ranges": "bytes",
  };
  const wanted = chooseRange(request, file, byteLength);
  if (wanted.kind === "not-modified") {
    response.writeHead(304, headers).end();
    return;
  }
  if (wanted.kind === "not-satisfiable") {
    response.writeHead(416, { ...headers, "content-range": `bytes */${byteLength}` }).end();
    return;
  }
  const isPart = wanted.kind === "part";
  const [start, end] = isPart ? [wanted.start, wanted.end] : [0, byteLength];
  response.writeHead(isPart ? 206 : 200, {
    ...headers,
    "content-type": type,
    "content-length": end - start,
    ...(isPart ? { "content-range": `bytes ${start}-${end - 1}/${byteLength}` } : {}),
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const slices = Readable.from(readSlices(file, start, end), {
    objectMode: true,
    highWaterMark: 1,
  });
  pipeline(slices, response, (error) => {
    // Browsers close the connection when they have seen enough.
    if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") onBroken(error);
  });
}

async function* readSlices({ bytes }: ServedFile, start: number, end: number) {
  for (let at = start; at < end; at += SLICE_BYTES) {
    yield await bytes.read(at, Math.min(SLICE_BYTES, end - at));
  }
}
