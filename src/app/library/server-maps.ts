/** The maps of the server that the page came from, if that is `visleaf serve`. */

import type { Collection, ListedMap } from "./collection.ts";

/** More than any server has; what is listed has to fit the page. */
const MAX_MAPS = 100_000;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface ServedRow {
  readonly name: string;
  readonly game: string;
  readonly size: number;
  readonly url: string;
  readonly content: readonly string[];
}

/**
 * Empty on other servers: only this machine's own are asked, which `visleaf serve` is. Rejects with a
 * sentence where there is a list that cannot be read.
 */
export async function listServerMaps(page: URL): Promise<Collection[]> {
  if (!LOOPBACK.test(page.hostname)) return [];
  const url = new URL("/maps.json", page);
  const response = await fetch(url, { headers: { accept: "application/json" } }).catch(() => null);
  const type = response?.headers.get("content-type") ?? "";
  if (!response?.ok || !type.startsWith("application/json")) return [];
  return readServerMaps(await response.json(), page);
}

/** @throws Error with a sentence, if it is no list of maps */
export function readServerMaps(data: unknown, page: URL): Collection[] {
  if (!Array.isArray(data) || data.length > MAX_MAPS || !data.every(isRow)) {
    throw new Error(`${new URL("/maps.json", page).href} is no list of maps`);
  }
  const games = new Map<string, { row: ServedRow; maps: ListedMap[] }>();
  for (const row of data) {
    const key = `${row.game}\n${row.content.join("\n")}`;
    let game = games.get(key);
    if (!game) {
      game = { row, maps: [] };
      games.set(key, game);
    }
    const url = new URL(row.url, page).href;
    game.maps.push({
      name: row.name,
      byteLength: row.size,
      mount: page.host,
      locate: async () => ({ url }),
    });
  }
  return [...games].map(([key, { row, maps }]) => ({
    id: `server ${key}`,
    title: row.game,
    kind: "server",
    isKept: true,
    maps,
    content: row.content.map((folder) => new URL(folder, page).href),
    problems: [],
  }));
}

function isRow(row: unknown): row is ServedRow {
  if (typeof row !== "object" || row === null) return false;
  const { name, game, size, url, content } = row as Record<string, unknown>;
  return (
    [name, game, url].every((text) => typeof text === "string") &&
    typeof size === "number" &&
    Array.isArray(content) &&
    content.every((folder) => typeof folder === "string")
  );
}
