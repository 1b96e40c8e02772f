/** Opens maps from any source with their content. */

import type { Camera, ContentInput, MapSource, Viewer } from "../../viewer/index.ts";
import { type Collection, type ListedMap, titleOf } from "../library/open-archive-file.ts";
import type { RecentPlace } from "../library/stored-rows.ts";

export interface OpenedMap {
  readonly source: MapSource;
  /** Collection that lists the map, or `null`. Its content comes first. */
  readonly collection: Collection | null;
  /** Name in the collection, or `null`. */
  readonly listedName: string | null;
  /** Location for the next visit, or `null` if it cannot be stored. */
  readonly recent: RecentPlace | null;
}

export interface MapDesk {
  /** The map requested last, until it has loaded completely or failed. */
  readonly opening: OpenedMap | null;
  /** The map on the screen, or `null`. */
  readonly shown: OpenedMap | null;
  /** Opens a map. Errors are reported by the viewer's events. */
  open(map: Partial<OpenedMap> & Pick<OpenedMap, "source">): void;
  /** Opens a map of a collection. Rejects if it is no longer available. */
  openListed(collection: Collection, map: ListedMap): Promise<void>;
  /** Opens a map of this visit again, even if its collection has changed. */
  openAgain(map: OpenedMap): void;
  /** Reloads the map with the current content and keeps the camera. */
  reopen(): void;
  /** Handlers for the viewer's events of these names. */
  onLoadStart(source: MapSource): void;
  onScene(): void;
  onEnd(): void;
}

/** `contentOf`: content in search order for a map of a collection, or of none. */
export function createMapDesk(
  viewer: Viewer,
  contentOf: (collection: Collection | null) => readonly ContentInput[],
): MapDesk {
  let opening: OpenedMap | null = null;
  let shown: OpenedMap | null = null;
  /** Camera to restore after a reload. */
  let view: Camera | null = null;
  /** Aborts locating a map when another one is opened. */
  let locating: AbortController | null = null;

  const load = (map: OpenedMap): void => {
    locating?.abort();
    opening = map;
    viewer.content = contentOf(map.collection);
    viewer.load(map.source).catch(() => undefined);
  };

  return {
    get opening() {
      return opening;
    },
    get shown() {
      return shown;
    },
    open(map) {
      view = null;
      load({ collection: null, listedName: null, recent: null, ...map });
    },
    async openListed(collection, map) {
      locating?.abort();
      const own = new AbortController();
      locating = own;
      const place = await map.locate(own.signal);
      if (own.signal.aborted) return;
      view = null;
      const source = { name: titleOf(map), ...place };
      const recent = recentOf(collection, map, source);
      load({ source, collection, listedName: map.name, recent });
    },
    openAgain(map) {
      view = null;
      load(map);
    },
    reopen() {
      const current = opening ?? shown;
      if (!current) return;
      view = current === shown ? { ...viewer.camera } : null;
      load(current);
    },
    onLoadStart(source) {
      // Scripts can load maps too, and a restored device reloads the open map.
      if (opening?.source === source) return;
      const isShown = shown?.source === source;
      opening = isShown ? shown : { source, collection: null, listedName: null, recent: null };
    },
    onScene() {
      shown = opening;
      if (view) viewer.camera = view;
      view = null;
    },
    onEnd() {
      opening = null;
    },
  };
}

function recentOf(collection: Collection, map: ListedMap, source: MapSource): RecentPlace | null {
  if (!collection.isKept) return null;
  if ("url" in source) {
    const content = collection.content.filter((each) => typeof each === "string");
    return { kind: "url", url: source.url, entry: source.entry, content };
  }
  return { kind: "listed", collection: collection.id, title: collection.title, map: map.name };
}

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
