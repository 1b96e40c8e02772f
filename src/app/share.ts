/** What leaves the page: links to a view, and pictures of it. */

import type { Camera, MapSource, Viewer } from "../viewer/index.ts";
import { saveFile, timeStamp } from "./files/save-file.ts";
import { DEMO } from "./opening/demo.ts";
import type { OpenedMap } from "./opening/map-desk.ts";
import { parseQuery } from "./query.ts";
import { formatView } from "./view-address.ts";

/**
 * The page's address for a map, without a view: it names the map, and its content, if these came from
 * addresses. The demo is what an address without a map opens.
 */
export function addressFor(
  { source, collection }: Pick<OpenedMap, "source" | "collection">,
  href: string,
): string {
  const url = new URL(href);
  url.hash = "";
  if (source === DEMO) {
    for (const name of ["map", "entry", "content"]) url.searchParams.delete(name);
    return url.href;
  }
  if ("url" in source && source.entry !== undefined) url.searchParams.set("entry", source.entry);
  else url.searchParams.delete("entry");
  if (!("url" in source)) {
    url.searchParams.delete("map");
  } else if (parseQuery(url.search, href).map !== new URL(source.url, href).href) {
    url.searchParams.set("map", source.url);
    if (collection) {
      url.searchParams.delete("content");
      for (const each of collection.content) {
        if (typeof each === "string") url.searchParams.append("content", each);
      }
    }
  }
  return url.href;
}

/** Where a map is benchmarked: one from a file has to be opened there again. */
export function benchAddressFor(source: MapSource | null): string {
  return source && "url" in source ? `?${new URLSearchParams({ bench: source.url })}` : "?bench";
}

/** What a view's address says of its map: nothing, where the rest of the address names it. */
export function nameInAddress(source: MapSource, mapName: string): string | null {
  return "url" in source ? null : mapName;
}

/**
 * The page's address with the view as it is now, not as it last was in the address bar, or from another place. `marks`
 * as links have them.
 */
export function linkToView(
  viewer: Viewer,
  source: MapSource,
  marks = "",
  camera: Camera = viewer.camera,
): string {
  const url = new URL(location.href);
  const name = nameInAddress(source, viewer.map?.name ?? source.name);
  url.hash = formatView(camera, viewer.settings, name, marks);
  const { map } = viewer;
  // Worth saying only where there is a choice.
  if (map?.side && map.sides.length > 1) url.searchParams.set("side", map.side);
  return url.href;
}

/** Copies a link to the view, with the marks over it. Returns what to tell about it. */
export async function copyLink(viewer: Viewer, source: MapSource, marks: string): Promise<string> {
  await navigator.clipboard.writeText(linkToView(viewer, source, marks));
  return "url" in source
    ? "Link copied."
    : "Link copied. It holds the view and the map's name; the file has to be opened there too.";
}

/** Saves the view under the map's name. */
export async function saveScreenshot(viewer: Viewer): Promise<string> {
  const blob = await viewer.screenshot();
  const name = `${viewer.map?.name ?? "visleaf"}_${timeStamp(new Date())}.png`;
  saveFile(name, blob);
  return `Saved ${name}`;
}
