/** What leaves the page: links to a view, and pictures of it. */

import { formatCamera } from "../viewer/camera-url.ts";
import type { MapSource } from "../viewer/map-source.ts";
import type { Viewer } from "../viewer/viewer-types.ts";
import { parseQuery } from "./query.ts";
import { saveFile, timeStamp } from "./save-file.ts";

/** The page's address for a map: it names the map if that came from an address itself. */
export function addressFor(source: MapSource, href: string): string {
  const url = new URL(href);
  if (!("url" in source)) {
    url.searchParams.delete("map");
  } else if (parseQuery(url.search, href).map !== new URL(source.url, href).href) {
    url.searchParams.set("map", source.url);
  }
  return url.href;
}

/** Where a map is benchmarked: one from a file has to be opened there again. */
export function benchAddressFor(source: MapSource | null): string {
  return source && "url" in source ? `?${new URLSearchParams({ bench: source.url })}` : "?bench";
}

/** The page's address with the view as it is now, not as it last was in the address bar. */
export function linkToView(viewer: Viewer): string {
  const url = new URL(location.href);
  url.hash = formatCamera(viewer.camera);
  return url.href;
}

/** Copies a link to the view. Returns what to tell about it. */
export async function copyLink(viewer: Viewer, mapIsLocal: boolean): Promise<string> {
  await navigator.clipboard.writeText(linkToView(viewer));
  return mapIsLocal
    ? "Link copied. It holds the view; the map file has to be opened there too."
    : "Link copied.";
}

/** Saves the view under the map's name. */
export async function saveScreenshot(viewer: Viewer): Promise<string> {
  const blob = await viewer.screenshot();
  const name = `${viewer.map?.name ?? "visleaf"}_${timeStamp(new Date())}.png`;
  saveFile(name, blob);
  return `Saved ${name}`;
}
