/**
 * The browser's Back and Forward, from map to map. An entry of the browser's history names the map by a
 * number, which this visit of the page knows the map by; files that were opened are not in its address.
 */

import type { MapDesk, OpenedMap } from "../opening/map-desk.ts";

/** What an entry of the browser's history holds. */
interface EntryState {
  /** Tells this visit's entries from those that an earlier one left behind. */
  readonly visit: string;
  readonly map: number;
}

export interface MapHistory {
  /** A map is seen that was not before. `address`: of the page for it, without a fragment. */
  onShown(map: OpenedMap, address: string): void;
  /** Writes the address of the entry that is shown. */
  replace(address: string): void;
}

/**
 * @param open what goes back or forward to a map that this visit opened
 * @param openAddress likewise, to an entry of an earlier visit: the page's address is the entry's
 */
export function createMapHistory(
  desk: Pick<MapDesk, "shown" | "opening">,
  open: (map: OpenedMap) => void,
  openAddress: () => void,
): MapHistory {
  const visit = crypto.randomUUID?.() ?? String(performance.timeOrigin);
  const maps: OpenedMap[] = [];
  /** The map that is gone to by Back or Forward: its entry is there already. */
  let arriving: OpenedMap | null = null;
  let isFirst = true;

  const numberOf = (map: OpenedMap): number => {
    const known = maps.indexOf(map);
    return known < 0 ? maps.push(map) - 1 : known;
  };

  addEventListener("popstate", ({ state }) => {
    const map = isEntryState(state) && state.visit === visit ? maps[state.map] : undefined;
    if (map !== undefined) {
      if (map === (desk.opening ?? desk.shown)) return;
      arriving = map;
      open(map);
      // A fragment that somebody typed has no state: that is a view of the map that is shown.
    } else if (state !== null) {
      openAddress();
    }
  });

  return {
    onShown(map, address) {
      const state: EntryState = { visit, map: numberOf(map) };
      if (isFirst || map === arriving) history.replaceState(state, "", address);
      else history.pushState(state, "", address);
      isFirst = false;
      arriving = null;
    },
    replace: (address) => history.replaceState(history.state, "", address),
  };
}

function isEntryState(state: unknown): state is EntryState {
  const { visit, map } = (state ?? {}) as Partial<EntryState>;
  return typeof visit === "string" && typeof map === "number";
}
