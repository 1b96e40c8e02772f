/** The maps of the server that the page came from, if that is `visleaf serve`. */

import type { Collection, ListedMap } from "./collection.ts";

/** More than any server has; what is listed has to fit the page. */
const MAX_MAPS = 100_000;

/** `visleaf serve` says in this header what it is: others are not asked for what they do not have. */
const SERVER_MARK = "visleaf-serve";

interface ServedRow {
  readonly name: string;
  readonly game: string;
  readonly size: number;
  readonly url: string;
  readonly content: readonly string[];
}

/** Empty on other servers. Rejects with a sentence where the list cannot be had or read. */
export async function listServerMaps(page: URL): Promise<Collection[]> {
  const navigations = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Not in every browser.
  const marks = navigations.flatMap((navigation) => navigation.serverTiming ?? []);
  if (!marks.some(({ name }) => name === SERVER_MARK)) return [];
  const url = new URL("/maps.json", page);
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`${url.href} cannot be had: is the server still running?`);
  return readServerMaps(await response.json(), page);
}

/** @throws Error with a sentence, if it is no list of maps */
export function readServerMaps(data: unknown, page: URL): Collection[] {
  if (!Array.isArray(data) || data.length > MAX_MAPS || !data.every((row) => isRow(row, page))) {
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

/** Addresses are the page's, or others in full. */
function isRow(row: unknown, page: URL): row is ServedRow {
  if (typeof row !== "object" || row === null) return false;
  const { name, game, size, url, content } = row as Record<string, unknown>;
  const isUrl = (text: unknown) => typeof text === "string" && URL.canParse(text, page);
  return (
    [name, game].every((text) => typeof text === "string") &&
    typeof size === "number" &&
    isUrl(url) &&
    Array.isArray(content) &&
    content.every(isUrl)
  );
}
