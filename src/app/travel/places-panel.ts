/** The panel's part about places: buttons, and a row of bookmarks. */

import { byId, make } from "../dom.ts";
import { BOOKMARK_COUNT, type BookmarkList } from "./bookmarks.ts";

export interface PlacesEvents {
  home(): void;
  spawn(step: number): void;
  overview(): void;
  back(): void;
  tour(): void;
  copyPosition(): void;
  recall(slot: number): void;
  keep(slot: number): void;
  free(slot: number): void;
}

export interface PlacesPanel {
  /** From now on there is somewhere to go. */
  enable(): void;
  showBookmarks(list: BookmarkList): void;
}

export function createPlacesPanel(events: PlacesEvents): PlacesPanel {
  const container = byId("places");
  const makeButton = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const tour = makeButton("Tour", "Fly through all of the map (T)", events.tour);
  // Whatever else is pressed ends a flight; this begins and ends it.
  tour.dataset.plays = "tour";
  const buttons = make(
    "div",
    { class: "panel-buttons" },
    makeButton("Start", "Where the map was first seen from (Home)", events.home),
    makeButton(
      "Next spawn",
      "Where players begin, then the map's cameras, one after the other (N)",
      () => events.spawn(1),
    ),
    makeButton("From above", "All of the map (U)", events.overview),
    makeButton("Take me back", "To where you were before the last jump (B)", events.back),
    tour,
    makeButton("Copy setpos", "For the game's console (G)", events.copyPosition),
  );

  const slots = Array.from({ length: BOOKMARK_COUNT }, (_, slot) => {
    const button = make("button", { type: "button" }, String(slot + 1));
    button.addEventListener("click", ({ shiftKey, altKey }) => {
      const isSet = button.dataset.set !== undefined;
      if (isSet && altKey) events.free(slot);
      else if (isSet && !shiftKey) events.recall(slot);
      else events.keep(slot);
    });
    return button;
  });
  const row = make(
    "div",
    { class: "bookmarks", role: "group", "aria-label": "Bookmarks" },
    ...slots,
  );
  container.replaceChildren(buttons, row);
  container.hidden = true;

  return {
    enable() {
      container.hidden = false;
    },
    showBookmarks(list) {
      for (const [slot, button] of slots.entries()) {
        const key = slot + 1;
        const isSet = list[slot] !== null;
        if (isSet) button.dataset.set = "";
        else delete button.dataset.set;
        button.setAttribute("aria-label", isSet ? `Bookmark ${key}` : `Bookmark ${key}, free`);
        button.title = isSet
          ? `Go there (${key}). Shift: keep this view instead. Alt: free it.`
          : `Free. Click, or Shift+${key}: keep this view.`;
      }
    },
  };
}
