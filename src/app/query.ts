/** Parses the page's address. */

import type { LightSideName } from "../viewer/index.ts";

export interface PageQuery {
  /** Address of a map to open, or `null`. */
  readonly map: string | null;
  /** Address of a model (.mdl) to open, or `null`. */
  readonly model: string | null;
  /** Address of a particle file (.pcf) to open, or `null`. */
  readonly particles: string | null;
  /** Name of the map in an archive of several, or `null`. */
  readonly entry: string | null;
  /** Addresses of folders and archives of game content, in search order. */
  readonly content: readonly string[];
  readonly present: "canvas" | "readback";
  readonly side: LightSideName;
  /** Start without a map: the demo or the start screen. */
  readonly start: "demo" | "empty";
  /** Whether the demo's flight may play. */
  readonly flight: boolean;
  /** Whether to show the support page. */
  readonly isSupport: boolean;
}

/**
 * Parses `?model=URL`, `?particles=URL`, or `?map=URL&entry=NAME&content=URL&content=URL&side=ldr&present=readback`.
 * Addresses are relative to the page. `start=empty` does not open the demo, and `flight=off` opens
 * it without its flight.
 */
export function parseQuery(search: string, base: string): PageQuery {
  const query = new URLSearchParams(search);
  const map = query.get("map");
  const model = query.get("model");
  const particles = query.get("particles");
  return {
    map: map ? toUrl(map, base) : null,
    model: model ? toUrl(model, base) : null,
    particles: particles ? toUrl(particles, base) : null,
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

/** Returns the absolute address, or `null` unless it is an http or https address. */
export function toUrl(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
