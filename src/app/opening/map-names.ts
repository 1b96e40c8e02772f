/** Finds maps by name for the console. */

import { titleOf } from "../library/open-archive-file.ts";
import { DEMO } from "./demo.ts";
import type { MapLibrary } from "./map-library.ts";

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
