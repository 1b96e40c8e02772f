/**
 * Answers requests: checks who may ask and for what, and finds the file. Never builds a disk path
 * from a request.
 */

import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { isInContentRoot } from "../../content/content-roots.ts";
import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import { GALLERY_POLICY } from "../site/gallery-page.ts";
import { DATA_POLICY, servedPolicy, withoutFrames } from "./page-policy.ts";
import { sendSlices } from "./send-slices.ts";
import { type Collection, listMaps, textFile } from "./serve-collections.ts";
import { formatServedGallery, PICTURES } from "./serve-gallery.ts";
import { isolationFor } from "./serve-isolation.ts";
import { OCTETS, pageType, pathOf } from "./serve-loopback.ts";
import type { ServedFile, ServedSource } from "./serve-source.ts";

// Sends a file, or a part of it, slice by slice.

// Selects the part of a file that a request needs, if any (RFC 9110, sections 13 and 14).

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

/** Parses a range. Several ranges, other units and malformed ranges return the whole file. */
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

/**
 * True if the browser has the current version. If the request has a tag, only the tag is compared.
 */
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

/** Rounds down to seconds, the precision of dates in headers. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

const SERVE_HEADERS = {
  // Pages of other hosts may not read these files.
  "cross-origin-resource-policy": "same-origin",
  // The page detects a list of maps by this header, the only one of its own answer that it can
  // read.
  "server-timing": "visleaf-serve",
  // Browsers must not guess types from contents: a game's folder may hold anything.
  "x-content-type-options": "nosniff",
  // Cached, but revalidated by the tag on each use.
  "cache-control": "no-cache",
};

/** A file with its type and policy. */
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

/** @param onBroken called if a file cannot be read to its end, which cuts the answer off */
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
  sendSlices(response, file.bytes, start, end).catch((error) => {
    response.destroy();
    onBroken(error);
  });
}

// Filter of messages that every request would repeat, with a limit on their number.

const MAX_MESSAGES = 50;
/** Maximum length of a message: a path in a request may have 16 KB. */
const MAX_LENGTH = 400;

/**
 * Returns a function that passes each message on once, shortened, and at most `MAX_MESSAGES` of
 * them.
 */
export function tellOnce(say: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    const line = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
    if (told.size >= MAX_MESSAGES || told.has(line)) return;
    told.add(line);
    say(line);
    if (told.size === MAX_MESSAGES) say("more files cannot be read; further messages are left out");
  };
}

const MAP_LIST = "maps/";

export interface Site {
  readonly collections: readonly Collection[];
  /** Built page. */
  readonly page: ServedSource;
  /** Whether the page has a demo map to open; the package does not. */
  readonly hasDemo: boolean;
  /** Pictures of the maps, `NAME.png`; null if there are none. */
  readonly pictures: ServedSource | null;
}

/** @param onBroken receives one sentence for each file that cannot be read */
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
      sendText(response, 405, "This server is read-only.");
      return;
    }
    if (request.url === "/" && !site.hasDemo) {
      response.writeHead(302, { location: `/${MAP_LIST}` }).end();
      return;
    }
    const path = safePath(request);
    if (path === null) {
      sendText(response, 400, "This is not a valid path.");
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
 * True if the request's Host header names this machine. A foreign page can make its own name
 * resolve to the loopback address (DNS rebinding), and would then have the same origin as this
 * server.
 */
function isOwnHost(request: IncomingMessage): boolean {
  const port = request.socket.localPort;
  const names = ["localhost", "127.0.0.1", "[::1]"];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : `${name}:${port}`));
  return hosts.includes(request.headers.host?.toLowerCase() ?? "");
}

/**
 * Returns the path without its first slash; null if it is ambiguous: empty, `.` or `..` segments,
 * backslashes, drive letters, or control characters.
 */
function safePath(request: IncomingMessage): string | null {
  const path = request.url?.startsWith("/") ? pathOf(request) : null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (path === null || /[\\:\u0000-\u001f\u007f]/.test(path)) return null;
  const segments = path.slice(1).split("/");
  // The paths of the page and of the list end in an empty segment.
  if (path === "/" || path === `/${MAP_LIST}`) segments.pop();
  return segments.some((name) => /^(\.{0,2}|.*[. ])$/.test(name)) ? null : path.slice(1);
}

function createRoutes(
  { collections, page, pictures }: Site,
  onBroken: (message: string) => void,
): (path: string) => Promise<Answer | null> {
  const maps = listMaps(collections);
  const list = describe(textFile(JSON.stringify(maps)), pageType("maps.json"));
  let gallery: Promise<Answer> | null = null;
  const readGallery = async (): Promise<Answer> => {
    const file = textFile(await formatServedGallery(collections, pictures));
    return { ...describe(file, pageType("maps.html")), policy: withoutFrames(GALLERY_POLICY) };
  };
  const mapsByPath = collections.map((one) => new Map(one.maps.map((map) => [map.path, map])));

  const find = async (path: string): Promise<[ServedFile | null, string]> => {
    const [, number, kind, rest] = /^(?:(\d{1,4})\/)?(maps|content)\/(.+)$/s.exec(path) ?? [];
    if (path.startsWith(PICTURES)) {
      const name = normalizeContentPath(path.slice(PICTURES.length));
      const isPicture = pictures !== null && name.endsWith(".png");
      return [isPicture ? await pictures.open(name) : null, pageType(name)];
    }
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
    if (path === "maps.json") return list;
    if (path === MAP_LIST) {
      // Read when it is first requested: a game has thousands of maps.
      gallery ??= readGallery();
      return gallery;
    }
    const [file, type] = await find(path);
    return file && describe(file, type);
  };
}

const describe = (file: ServedFile, type: string): Answer => ({
  file,
  type,
  policy: servedPolicy(type),
});

/**
 * Finds a file in the first source that has it. Sources that cannot be read are skipped: a broken
 * archive should not break other files.
 */
async function findContent(
  sources: readonly ServedSource[],
  path: string,
  onBroken: (message: string) => void,
): Promise<ServedFile | null> {
  // A game's folder also has programs, and `cfg` may have a server's passwords.
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
