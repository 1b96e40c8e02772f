/** What the page's address asks for. */

import type { LightSideName } from "../map/types.ts";

export interface PageQuery {
  /** Address of a map to open at once. */
  readonly map: string | null;
  /** Addresses of folders of game content, in search order. */
  readonly content: readonly string[];
  readonly present: "canvas" | "readback";
  readonly side: LightSideName;
}

/** `?map=URL&content=URL&content=URL&side=ldr&present=readback`, relative to the page. */
export function parseQuery(search: string, base: string): PageQuery {
  const query = new URLSearchParams(search);
  const map = query.get("map");
  return {
    map: map ? toUrl(map, base) : null,
    content: query
      .getAll("content")
      .map((text) => toUrl(text, base))
      .filter((url) => url !== null),
    present: query.get("present") === "readback" ? "readback" : "canvas",
    side: query.get("side") === "ldr" ? "ldr" : "hdr",
  };
}

/** null unless it is an address that may be fetched from. */
function toUrl(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
