/** Who may ask, for what, and which file answers. Nothing here builds a path on disk from a request. */

import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { pipeline, Readable } from "node:stream";
import { isInContentRoot } from "../../content/content-roots.ts";
import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import { DATA_POLICY, servedPolicy } from "./page-policy.ts";
import {
  type Collection,
  formatMapList,
  LIST_POLICY,
  listMaps,
  textFile,
} from "./serve-collections.ts";
import { isolationFor } from "./serve-isolation.ts";
import { OCTETS, pageType, pathOf } from "./serve-loopback.ts";
import type { ServedFile, ServedSource } from "./serve-source.ts";

// Sends a file, or a part of it, a slice at a time.

// Which part of a file a request is for, if it needs one at all (RFC 9110, sections 13 and 14).

export type Wanted =
  | { readonly kind: "whole" }
  /** Bytes [start, end). */
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "not-modified" }
  | { readonly kind: "not-satisfiable" };

const WHOLE: Wanted = { kind: "whole" };

export function chooseRange(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  file: Pick<ServedFile, "etag" | "lastModified">,
  byteLength: number,
): Wanted {
  if (isKnown(headers, file)) return { kind: "not-modified" };
  const { range } = headers;
  // Ranges are defined for GET only.
  if (range === undefined || method !== "GET" || !isSameState(headers["if-range"], file))
    return WHOLE;
  return parseRange(range, byteLength);
}

/** Several ranges, other units and what is no range at all are answered with the whole file. */
function parseRange(text: string, byteLength: number): Wanted {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(text) ?? [];
  if (first === undefined || (first === "" && last === "")) return WHOLE;
  if (first === "") {
    const start = Math.max(byteLength - Number(last), 0);
    return start < byteLength
      ? { kind: "part", start, end: byteLength }
      : { kind: "not-satisfiable" };
  }
  const start = Number(first);
  const end = last === "" ? byteLength : Math.min(Number(last) + 1, byteLength);
  if (last !== "" && Number(last) < start) return WHOLE;
  return start < byteLength ? { kind: "part", start, end } : { kind: "not-satisfiable" };
}

/** Whether the browser has it in this state. The tag counts where there is one. */
function isKnown(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Pick<ServedFile, "etag" | "lastModified">,
): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    return tags.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
  }
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return wholeSeconds(lastModified) <= since;
}

function isSameState(
  condition: string | string[] | undefined,
  { etag, lastModified }: Pick<ServedFile, "etag" | "lastModified">,
): boolean {
  if (condition === undefined || condition === etag) return true;
  return Date.parse(String(condition)) === wholeSeconds(lastModified);
}

/** As dates in headers count. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/**
 * In memory of a file at once; twice, as one is read while another goes out. Times the connections
 * that may be open, it is what readers cost that ask and do not read.
 */
const SLICE_BYTES = 1 << 18;

const SERVE_HEADERS = {
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

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...SERVE_HEADERS,
    "content-security-policy": DATA_POLICY,
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** @param onBroken called where a file cannot be read to its end; the answer is cut off then */
function sendFile(
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

// What is told again and again, by every request: once is enough, and not without end.

const MAX_MESSAGES = 50;
/** A path in a request may have 16 KB. */
const MAX_LENGTH = 400;

/** Passes on each message once, in a line of some length, and so many of them at most. */
export function tellOnce(say: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    const line = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
    if (told.size >= MAX_MESSAGES || told.has(line)) return;
    told.add(line);
    say(line);
    if (told.size === MAX_MESSAGES) say("there is more that cannot be read; no more is said of it");
  };
}

const MAP_LIST = "maps/";

export interface Site {
  readonly collections: readonly Collection[];
  /** The built page. */
  readonly page: ServedSource;
  /** Whether the page has a map of its own to open on; the package leaves it out. */
  readonly hasDemo: boolean;
}

/** @param onBroken is told what could not be read, a sentence each */
export function createRequestHandler(
  site: Site,
  onBroken: (message: string) => void,
): RequestListener {
  const tell = tellOnce(onBroken);
  const find = createRoutes(site, tell);
  return (request, response) => {
    if (!isOwnHost(request)) {
      sendText(response, 403, "This server answers to its loopback address only.");
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      sendText(response, 405, "This server can be read only.");
      return;
    }
    if (request.url === "/" && !site.hasDemo) {
      response.writeHead(302, { location: `/${MAP_LIST}` }).end();
      return;
    }
    const path = safePath(request);
    if (path === null) {
      sendText(response, 400, "This is no path.");
      return;
    }
    answer(request, response, path, find, tell);
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  find: (path: string) => Promise<Answer | null>,
  onBroken: (message: string) => void,
): void {
  const broken = (error: Error) => onBroken(`${path}: ${error.message}`);
  find(path)
    .then((found) => {
      if (found === null) sendText(response, 404, "There is no such file.");
      else sendFile(request, response, found, broken);
    })
    .catch((error: Error) => {
      broken(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, "This file cannot be read.");
    });
}

/**
 * A page elsewhere can have its own name point to the loopback address (DNS rebinding), and would
 * then count as this server's own: only names that mean this machine are answered.
 */
function isOwnHost(request: IncomingMessage): boolean {
  const port = request.socket.localPort;
  const names = ["localhost", "127.0.0.1", "[::1]"];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : `${name}:${port}`));
  return hosts.includes(request.headers.host?.toLowerCase() ?? "");
}

/**
 * The path without its first slash, if it is one that means the same to everybody: no empty, `.` or
 * `..` segments, no backslashes, drive letters, or characters that cannot be seen.
 */
function safePath(request: IncomingMessage): string | null {
  const path = request.url?.startsWith("/") ? pathOf(request) : null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (path === null || /[\\:\u0000-\u001f\u007f]/.test(path)) return null;
  const segments = path.slice(1).split("/");
  // Of the page and of the list, the last is empty.
  if (path === "/" || path === `/${MAP_LIST}`) segments.pop();
  return segments.some((name) => /^(\.{0,2}|.*[. ])$/.test(name)) ? null : path.slice(1);
}

function createRoutes(
  { collections, page }: Site,
  onBroken: (message: string) => void,
): (path: string) => Promise<Answer | null> {
  const maps = listMaps(collections);
  const lists = new Map<string, Answer>([
    ["maps.json", describe(textFile(JSON.stringify(maps)), pageType("maps.json"))],
    [
      MAP_LIST,
      { ...describe(textFile(formatMapList(maps)), pageType("maps.html")), policy: LIST_POLICY },
    ],
  ]);
  const mapsByPath = collections.map((one) => new Map(one.maps.map((map) => [map.path, map])));

  const find = async (path: string): Promise<[ServedFile | null, string]> => {
    const [, number, kind, rest] = /^(?:(\d{1,4})\/)?(maps|content)\/(.+)$/s.exec(path) ?? [];
    if (kind === undefined) {
      const name = path === "" ? "index.html" : path;
      return [await page.open(normalizeContentPath(name)), pageType(name)];
    }
    const at = number === undefined ? 0 : Number(number) - 1;
    const wanted = normalizeContentPath(rest);
    const file =
      kind === "maps"
        ? ((await mapsByPath[at]?.get(wanted)?.open()) ?? null)
        : await findContent(collections[at]?.sources ?? [], wanted, onBroken);
    return [file, OCTETS];
  };
  return async (path) => {
    const list = lists.get(path);
    if (list) return list;
    const [file, type] = await find(path);
    return file && describe(file, type);
  };
}

const describe = (file: ServedFile, type: string): Answer => ({
  file,
  type,
  policy: servedPolicy(type),
});

/** A source that cannot be read is passed over: its fault is not that of each file looked for in it. */
async function findContent(
  sources: readonly ServedSource[],
  path: string,
  onBroken: (message: string) => void,
): Promise<ServedFile | null> {
  // A game's folder holds programs too, and `cfg` may hold a server's passwords.
  if (!isInContentRoot(path) || path.startsWith("cfg/")) return null;
  for (const source of sources) {
    try {
      const file = await source.open(path);
      if (file !== null) return file;
    } catch (error) {
      onBroken(`${source.label} is passed over: ${(error as Error).message}`);
    }
  }
  return null;
}
