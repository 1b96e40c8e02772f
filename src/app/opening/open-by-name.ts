/** Opens maps by the page's address, and by their names for the console. */

import { isArchiveName } from "../../content/archives/open-archive.ts";
import { mapNameFrom } from "../../viewer/index.ts";
import { titleOf } from "../library/open-archive-file.ts";
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

export interface MapNames {
  listMaps(): readonly string[];
  /**
   * Opens a map by its full name, or by its name without folders. `false` if the name is unknown.
   */
  openMap(name: string): boolean;
}

export function createMapNames(
  library: Pick<MapLibrary, "listed" | "openListed" | "findRecent">,
  openDemo: () => void,
): MapNames {
  return {
    listMaps: () => [...new Set([DEMO.name, ...library.listed.map(({ map }) => map.name)])].sort(),
    openMap(typed) {
      const name = typed.toLowerCase().replace(/\.bsp$/, "");
      if (name === DEMO.name) {
        openDemo();
        return true;
      }
      const isNamed = (other: string): boolean => other.toLowerCase() === name;
      const found =
        library.listed.find(({ map }) => isNamed(map.name)) ??
        library.listed.find(({ map }) => isNamed(titleOf(map)));
      if (found) library.openListed(found.collection, found.map);
      else {
        const open = library.findRecent(name);
        if (open === null) return false;
        open();
      }
      return true;
    },
  };
}
