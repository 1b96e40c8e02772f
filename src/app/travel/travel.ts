/** Ways to get to places of a map other than by flying there, and back again. */

import type { Camera, Viewer } from "../../viewer/index.ts";
import type { Shortcuts } from "../controls/shortcuts.ts";
import type { PageStore } from "../library/page-store.ts";
import type { Messages } from "../messages.ts";
import { BOOKMARK_COUNT, createBookmarks } from "./bookmarks.ts";
import { createPlacesPanel } from "./places-panel.ts";
import { formatSetpos, parseSetpos } from "./setpos.ts";
import { listCameras, listSpawns } from "./spawns.ts";
import { createTrail } from "./trail.ts";

/** Long enough to see which way it goes. */
const FLY_SECONDS = 0.9;

export interface TravelOptions {
  readonly store: PageStore;
  readonly messages: Messages;
  /** Ends what else has the camera. */
  readonly stopFlights: () => void;
  readonly startTour: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface Travel {
  /** To where the map was first seen from. */
  home(): void;
  /** To the next of the map's spawns and cameras, or to the one before: `step` is 1 or -1. */
  spawn(step: number): void;
  /** To where all of the map is seen. */
  overview(): void;
  /** To where one was before the last of these. */
  back(): void;
  /** To a bookmark, 0 to 8. */
  recall(slot: number): void;
  keep(slot: number): void;
  copyPosition(): void;
  /** To a place that was named otherwise. */
  go(pose: Partial<Camera>): void;
  /** Another map is shown. */
  onMap(): void;
}

export function createTravel(viewer: Viewer, options: TravelOptions): Travel {
  const { messages, onFault } = options;
  const trail = createTrail();
  /** Of the last spawn that was gone to. */
  let spawn = -1;
  let isJumping = false;

  const fly = async (pose: Partial<Camera>): Promise<void> => {
    isJumping = true;
    const isThere = await viewer.flyTo(pose, { seconds: FLY_SECONDS });
    // Overtaken by the next jump: that one is under way.
    if (isThere || !viewer.isFlying) isJumping = false;
  };
  const jump = (pose: Partial<Camera>): void => {
    if (viewer.map === null) return;
    options.stopFlights();
    // Places that were flown by are none that one was at.
    if (!isJumping) trail.leave(viewer.camera);
    fly(pose).catch(onFault);
  };

  const bookmarks = createBookmarks(options.store, () => panel.showBookmarks(bookmarks.list));
  const travel: Travel = {
    home() {
      if (viewer.map !== null) jump(viewer.map.start);
    },
    spawn(step) {
      const { entities } = viewer;
      const starts = listSpawns(entities);
      const spawns = [...starts, ...listCameras(entities)];
      if (viewer.map === null) return;
      if (spawns.length === 0) {
        messages.note("This map has no spawns and no cameras.");
        return;
      }
      // The first step forward is to the first, the first one back to the last.
      const from = spawn < 0 && step < 0 ? 0 : spawn;
      spawn = (from + step + spawns.length) % spawns.length;
      jump(spawns[spawn]);
      const { length } = starts;
      messages.note(
        spawn < length
          ? `Spawn ${spawn + 1} of ${length}`
          : `Camera ${spawn - length + 1} of ${spawns.length - length}`,
      );
    },
    overview() {
      if (viewer.map === null) return;
      const go = async (): Promise<void> => {
        const pose = await viewer.findOverview();
        if (pose !== null) jump(pose);
      };
      go().catch(onFault);
    },
    back() {
      const camera = trail.back();
      if (camera === null || viewer.map === null) return;
      options.stopFlights();
      fly(camera).catch(onFault);
    },
    recall(slot) {
      const camera = bookmarks.list[slot];
      if (camera) jump(camera);
      else if (viewer.map !== null) {
        messages.note(`Bookmark ${slot + 1} is free: Shift+${slot + 1} keeps this view.`);
      }
    },
    keep(slot) {
      if (viewer.map === null) return;
      bookmarks.keep(slot, { ...viewer.camera }).catch(onFault);
      messages.note(`Kept as bookmark ${slot + 1}`);
    },
    copyPosition() {
      if (viewer.map === null) return;
      navigator.clipboard
        .writeText(formatSetpos(viewer.camera))
        .then(() => messages.note("Position copied, for the game's console."), onFault);
    },
    go: jump,
    onMap() {
      trail.clear();
      spawn = -1;
      panel.enable();
      // A browser that keeps nothing says so when a bookmark is set.
      bookmarks.show(viewer.map!.name).catch((error) => console.warn(error));
    },
  };
  const panel = createPlacesPanel({
    ...travel,
    tour: options.startTour,
    free: (slot) => void bookmarks.keep(slot, null).catch(onFault),
  });

  addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || viewer.map === null) return;
    const place = parseSetpos(event.clipboardData?.getData("text") ?? "");
    if (place === null) return;
    event.preventDefault();
    jump(place);
  });
  return travel;
}

/** 1 to 9 go to a bookmark; with Shift, keep one. */
export function bookmarkKeys({ recall, keep }: Travel): Shortcuts {
  const keys: Record<string, () => void> = {};
  for (let slot = 0; slot < BOOKMARK_COUNT; slot++) {
    keys[`digit${slot + 1}`] = () => recall(slot);
    keys[`shift+digit${slot + 1}`] = () => keep(slot);
  }
  return keys;
}
