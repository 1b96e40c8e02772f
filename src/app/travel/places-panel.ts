/** The panel's part about places: buttons, and a row of keys. */

import { byId, make } from "../dom.ts";
import { type KeptPlace, labelOf, PLACE_KEYS } from "../places/kept-places.ts";

export interface PlacesEvents {
  home(): void;
  spawn(step: number): void;
  overview(): void;
  back(): void;
  tour(): void;
  copyPosition(): void;
  openPlaces(): void;
  recall(key: number): void;
  keep(key: number): void;
  free(key: number): void;
}

export interface PlacesPanel {
  /** From now on there is somewhere to go. */
  enable(): void;
  showPlaces(at: (key: number) => KeptPlace | null): void;
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
    makeButton(
      "Places…",
      "Kept places, spawns and cameras, with pictures (Shift+B)",
      events.openPlaces,
    ),
  );

  const keys = Array.from({ length: PLACE_KEYS }, (_, at) => {
    const key = at + 1;
    const button = make("button", { type: "button" }, String(key));
    button.addEventListener("click", ({ shiftKey, altKey }) => {
      const isSet = button.dataset.set !== undefined;
      if (isSet && altKey) events.free(key);
      else if (isSet && !shiftKey) events.recall(key);
      else events.keep(key);
    });
    return button;
  });
  const row = make("div", { class: "bookmarks", role: "group", "aria-label": "Places" }, ...keys);
  container.replaceChildren(buttons, row);
  container.hidden = true;

  return {
    enable() {
      container.hidden = false;
    },
    showPlaces(at) {
      for (const [index, button] of keys.entries()) {
        const key = index + 1;
        const place = at(key);
        if (place !== null) button.dataset.set = "";
        else delete button.dataset.set;
        const label = place === null ? "free" : labelOf(place);
        button.setAttribute("aria-label", `Place ${key}: ${label}`);
        button.title =
          place === null
            ? `Free. Click, or Shift+${key}: keep this view.`
            : `${label}: go there (${key}). Shift: keep this view instead. Alt: free it.`;
      }
    },
  };
}
