/**
 * The browser's Back and Forward between maps. A history entry refers to a map by a number of this
 * visit, because addresses do not contain files.
 */

import type { MapDesk, OpenedMap } from "../opening/map-desk.ts";

/** State of a history entry. */
interface EntryState {
  /** Id of the visit; distinguishes entries of earlier visits. */
  readonly visit: string;
  readonly map: number;
}

export interface MapHistory {
  /**
   * Adds an entry for a newly shown map. `address`: the page's address for the map, without a
   * fragment.
   */
  onShown(map: OpenedMap, address: string): void;
  /** Replaces the address of the current entry. */
  replace(address: string): void;
}

/**
 * @param open opens a map of this visit after Back or Forward
 * @param openAddress opens the page's address after going to an entry of an earlier visit
 */
export function createMapHistory(
  desk: Pick<MapDesk, "shown" | "opening">,
  open: (map: OpenedMap) => void,
  openAddress: () => void,
): MapHistory {
  const visit = crypto.randomUUID?.() ?? String(performance.timeOrigin);
  const maps: OpenedMap[] = [];
  /** Map being opened by Back or Forward; its entry exists already. */
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
      // A fragment typed by the user has no state; it is a view of the open map.
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
