/** What the page's address asks for. */

import type { LightSideName } from "../viewer/index.ts";

export interface PageQuery {
  /** Address of a map to open at once. */
  readonly map: string | null;
  /** Address of a model (.mdl) to open at once. */
  readonly model: string | null;
  /** Which map, where that address is an archive of several. */
  readonly entry: string | null;
  /** Addresses of folders and archives of game content, in search order. */
  readonly content: readonly string[];
  readonly present: "canvas" | "readback";
  readonly side: LightSideName;
  /** What to show where no map is asked for. */
  readonly start: "demo" | "empty";
  /** Whether the demo's flight may play. */
  readonly flight: boolean;
  /** Whether it is asked what this browser can do. */
  readonly isSupport: boolean;
}

/**
 * `?model=URL`, or `?map=URL&entry=NAME&content=URL&content=URL&side=ldr&present=readback`, relative to the page;
 * `start=empty` opens no demo, and `flight=off` leaves it standing.
 */
export function parseQuery(search: string, base: string): PageQuery {
  const query = new URLSearchParams(search);
  const map = query.get("map");
  const model = query.get("model");
  return {
    map: map ? toUrl(map, base) : null,
    model: model ? toUrl(model, base) : null,
    entry: query.get("entry") || null,
    content: query
      .getAll("content")
      .map((text) => toUrl(text, base))
      .filter((url) => url !== null),
    present: query.get("present") === "readback" ? "readback" : "canvas",
    side: query.get("side") === "ldr" ? "ldr" : "hdr",
    start: query.get("start") === "empty" ? "empty" : "demo",
    flight: query.get("flight") !== "off",
    isSupport: query.has("support"),
  };
}

/** null unless it is an address that may be fetched from. */
export function toUrl(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
