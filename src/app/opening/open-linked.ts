/** Opens the map or archive in the page's address. */

import { isArchiveName } from "../../content/archives/open-archive.ts";
import { mapNameFrom } from "../../viewer/index.ts";
import type { PageQuery } from "../query.ts";
import { DEMO } from "./demo.ts";
import type { MapDesk } from "./map-desk.ts";
import type { MapLibrary } from "./map-library.ts";

/**
 * Opens the map, the archive's only map, or the list of its maps; without either the demo, unless
 * the address says `start=empty`. Rejects if an archive is unavailable or unreadable.
 */
export async function openLinked(
  { map: url, entry, content, start }: PageQuery,
  desk: Pick<MapDesk, "open">,
  library: Pick<MapLibrary, "openArchiveAt">,
): Promise<void> {
  if (url === null) {
    if (start === "demo") desk.open({ source: DEMO });
  } else if (entry === null && isArchiveName(new URL(url).pathname)) {
    await library.openArchiveAt(url, content);
  } else {
    const source = { name: mapNameFrom(entry ?? url), url, ...(entry !== null && { entry }) };
    desk.open({ source, recent: { kind: "url", url, ...(entry !== null && { entry }), content } });
  }
}
