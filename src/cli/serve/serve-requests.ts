/** Who may ask, for what, and which file answers. Nothing here builds a path on disk from a request. */

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isInContentRoot } from "../../content/content-roots.ts";
import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import { servedPolicy } from "./page-policy.ts";
import { type Answer, sendFile, sendText } from "./serve-answer.ts";
import type { Collection } from "./serve-collections.ts";
import { OCTETS, pageType, pathOf } from "./serve-loopback.ts";
import { formatMapList, LIST_POLICY, listMaps, textFile } from "./serve-map-list.ts";
import type { ServedFile, ServedSource } from "./serve-source.ts";
import { tellOnce } from "./tell-once.ts";

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
