/** The maps that are served, as data for pages and as a page of links. */

import { createHash } from "node:crypto";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { escapeHtml } from "../html.ts";
import { listPolicy } from "./page-policy.ts";
import type { Collection } from "./serve-collections.ts";
import type { ServedFile } from "./serve-source.ts";

export interface ListedMap {
  /** `de_dust2`, `workshop/125/cs_agency` */
  readonly name: string;
  /** The name without its folders, and what the game is called. */
  readonly title: string;
  readonly game: string;
  /** As stored. */
  readonly size: number;
  /** From the server's root. */
  readonly url: string;
  /** Where its content lies, in search order. */
  readonly content: readonly string[];
  /** Of the page that shows it. */
  readonly page: string;
}

/** What stands before a collection's addresses: nothing for the first, so that most have none. */
export function prefixOf(collection: number): string {
  return collection === 0 ? "" : `/${collection + 1}`;
}

export function listMaps(collections: readonly Collection[]): ListedMap[] {
  return collections.flatMap(({ title: game, maps }, i) =>
    maps.map(({ name, path, byteLength }) => {
      const url = `${prefixOf(i)}/maps/${path.split("/").map(encodeURIComponent).join("/")}`;
      const content = [`${prefixOf(i)}/content/`];
      const query = `map=${encodeURIComponent(url)}&content=${encodeURIComponent(content[0])}`;
      const title = name.slice(name.lastIndexOf("/") + 1).replace(/\.visleaf$/, "");
      // Slashes need no escape in a query, and addresses are for people, too.
      const page = `/?${query.replaceAll("%2F", "/")}`;
      return { name, title, game, size: byteLength, url, content, page };
    }),
  );
}

/** Made once: what is served does not change while it is. */
export function textFile(text: string): ServedFile {
  const bytes = new TextEncoder().encode(text);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { bytes: memoryBytes("list", bytes), etag: `"${hash}"`, lastModified: Date.now() };
}

const STYLE = `
:root { font: 16px/1.5 system-ui, sans-serif; background: #14171c; color: #e8eaed }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { width: 100%; border-collapse: collapse }
td { padding: 0.4rem 0.5rem; border-top: 1px solid #2b3038; color: #a5adb8 }
td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
a { color: #ff9f40 }
`;

export const LIST_POLICY = listPolicy(STYLE);

/** A page without scripts. Names come from files, and are text here whatever they hold. */
export function formatMapList(maps: readonly ListedMap[]): string {
  const rows = maps.map(({ name, game, size, page }) => {
    const cells = [`<a href="${escapeHtml(page)}">${escapeHtml(name)}</a>`, escapeHtml(game)];
    return `<tr><td>${cells.join("<td>")}<td>${(size / 1e6).toFixed(1)} MB`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>Maps – visleaf</title>
<style>${STYLE}</style>
<h1>${maps.length} ${maps.length === 1 ? "map" : "maps"}</h1>
<table>
${rows.join("\n")}
</table>
</html>
`;
}
