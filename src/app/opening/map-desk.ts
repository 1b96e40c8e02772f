/** Opens maps, wherever they are from, with the content that goes with them. */

import type { Camera, ContentInput, MapSource, Viewer } from "../../viewer/index.ts";
import { type Collection, type ListedMap, titleOf } from "../library/open-archive-file.ts";
import type { RecentPlace } from "../library/stored-rows.ts";

export interface OpenedMap {
  readonly source: MapSource;
  /** What it was listed in; its content comes first. */
  readonly collection: Collection | null;
  /** Its name there. */
  readonly listedName: string | null;
  /** How the next visit finds it; null: it cannot. */
  readonly recent: RecentPlace | null;
}

export interface MapDesk {
  /** What was asked for last, until it is there whole or is given up. */
  readonly opening: OpenedMap | null;
  /** What is on the screen. */
  readonly shown: OpenedMap | null;
  /** What goes wrong is told of by the viewer's events. */
  open(map: Partial<OpenedMap> & Pick<OpenedMap, "source">): void;
  /** Rejects where the map can no longer be had from its collection. */
  openListed(collection: Collection, map: ListedMap): Promise<void>;
  /** One that was opened before, whatever it is listed in by now. */
  openAgain(map: OpenedMap): void;
  /** With the content that there is now, seen from where it is seen. */
  reopen(): void;
  /** To be called on the viewer's events of these names. */
  onLoadStart(source: MapSource): void;
  onScene(): void;
  onEnd(): void;
}

/** `contentOf`: in search order, for a map of a collection, or of none. */
export function createMapDesk(
  viewer: Viewer,
  contentOf: (collection: Collection | null) => readonly ContentInput[],
): MapDesk {
  let opening: OpenedMap | null = null;
  let shown: OpenedMap | null = null;
  /** Where the map that is loaded again was seen from. */
  let view: Camera | null = null;
  /** Ends the search for a map that something else was opened instead of. */
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
      // The console loads maps, too; and a lost device brings back what was shown.
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
