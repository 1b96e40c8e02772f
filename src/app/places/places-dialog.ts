/** The places dialog: kept places with pictures, and the map's own places. */

import type { Camera, Viewer } from "../../viewer/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { formatSetpos } from "../travel/setpos.ts";
import {
  addPlaces,
  copyCamera,
  type KeptPlace,
  labelOf,
  MOST_PLACES,
  makePlace,
  movePlace,
  putBack,
  removePlace,
  renamePlace,
  setKey,
} from "./kept-places.ts";
import { type CardEvents, createPlaceCard, type PlaceCard } from "./place-card.ts";
import type { PlaceList } from "./place-list.ts";
import type { PlacePictures } from "./place-pictures.ts";
import { formatPlaces } from "./places-file.ts";
import "./places.css";
import { listOwnPlaces, type OwnPlace } from "../travel/spawns.ts";
import { groupPlaces, type PlaceClass, type PlaceGroup } from "./map-places.ts";

// The map's spawns and cameras: a card for each group, which expands to all its places.

export interface OwnPlaceEvents {
  go(camera: Camera): void;
  keep(camera: Camera, name: string): void;
  copyLink(camera: Camera): void;
  copySetpos(camera: Camera): void;
}

function drawOwnPlaces(
  viewer: Viewer,
  pictures: PlacePictures,
  events: OwnPlaceEvents,
): HTMLElement[] {
  const classes = groupPlaces(listOwnPlaces(viewer.entities));
  if (classes.length === 0) {
    return [make("p", { class: "note" }, "This map has no spawns and no cameras.")];
  }
  const { fov } = viewer.camera;
  const toCamera = ({ x, y, z, pitch, yaw }: OwnPlace): Camera => ({ x, y, z, pitch, yaw, fov });
  return classes.map((one) => drawClass(one, toCamera, pictures, events));
}

function drawClass(
  { className, count, groups }: PlaceClass,
  toCamera: (place: OwnPlace) => Camera,
  pictures: PlacePictures,
  events: OwnPlaceEvents,
): HTMLElement {
  let number = 0;
  const makeCard = (place: OwnPlace, label: string): HTMLLIElement => {
    const camera = toCamera(place);
    const picture = make("span", { class: "place-shot" });
    pictures.show(picture, camera);
    const go = make("button", { type: "button", class: "place-picture" }, picture);
    go.setAttribute("aria-label", `Go to ${label}`);
    go.addEventListener("click", () => events.go(camera));
    const makeTool = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
      const button = make("button", { type: "button", title, "aria-label": `${title}: ${label}` });
      button.append(text);
      button.addEventListener("click", onClick);
      return button;
    };
    return make(
      "li",
      { class: "place-card" },
      go,
      make("span", { class: "place-name" }, label),
      make(
        "div",
        { class: "place-tools" },
        makeTool("Keep", "Add it to your places", () => events.keep(camera, label)),
        makeTool("Link", "Copy a link", () => events.copyLink(camera)),
        makeTool("setpos", "Copy for the game's console", () => events.copySetpos(camera)),
      ),
    );
  };
  const labelOf = (place: OwnPlace): string => place.name || `${className} ${++number}`;
  const drawGroup = ({ places }: PlaceGroup): HTMLLIElement => {
    if (places.length === 1) return makeCard(places[0], labelOf(places[0]));
    const labels = places.map(labelOf);
    const all = `All ${formatCount(places.length)}`;
    const card = makeCard(places[0], labels[0]);
    const more = make(
      "button",
      { type: "button", "aria-label": `${all} around ${labels[0]}` },
      all,
    );
    more.addEventListener("click", () => {
      const rest = places.slice(1).map((place, at) => makeCard(place, labels[at + 1]));
      card.after(...rest);
      more.remove();
      rest[0].querySelector("button")?.focus();
    });
    card.querySelector(".place-tools")?.append(more);
    return card;
  };
  return make(
    "section",
    { class: "place-class" },
    make("h4", {}, `${className} (${formatCount(count)})`),
    make("ul", { class: "place-grid" }, ...groups.map(drawGroup)),
  );
}

export interface PlacesDialogOptions {
  readonly list: PlaceList;
  readonly go: (camera: Camera) => void;
  readonly linkTo: (camera: Camera) => string;
  readonly openFile: (file: File) => Promise<string>;
  readonly makePictures: (onFault: (error: unknown) => void) => PlacePictures;
}

export function openPlacesDialog(viewer: Viewer, options: PlacesDialogOptions): void {
  const { list } = options;
  const map = viewer.map?.name ?? "";
  /** Copied, because the viewer's camera moves while pictures are drawn. */
  const here = copyCamera(viewer.camera);
  const status = make("p", { class: "place-status", role: "status" });
  const undo = make("button", { type: "button", hidden: "" }, "Undo");
  const tell = (text: string): void => {
    setText(status, text);
    undo.hidden = true;
  };
  const tellError = (error: unknown): void =>
    tell(error instanceof Error ? error.message : String(error));
  const pictures = options.makePictures(tellError);
  const change = (...edit: Parameters<PlaceList["change"]>): void =>
    void list.change(...edit).catch(tellError);
  const copy = (text: string, what: string): void =>
    void navigator.clipboard.writeText(text).then(() => tell(`${what} copied.`), tellError);
  const go = (camera: Camera): void => {
    dialog.close();
    void pictures.close().then(() => options.go(camera));
  };

  // ---- cards

  const cards = new Map<string, PlaceCard>();
  const indexOf = (id: string): number => list.places.findIndex((place) => place.id === id);
  const tellPlace = (id: string): void => {
    const at = indexOf(id);
    if (at >= 0) tell(`${labelOf(list.places[at])} is now ${at + 1} of ${list.places.length}.`);
  };
  const moveTo = (id: string, to: number): void => {
    const others = list.places.filter((place) => place.id !== id);
    change(movePlace(id, others[to]?.id ?? null));
    tellPlace(id);
  };
  let lastRemoved: { readonly place: KeptPlace; readonly before: string | null } | null = null;
  const events: CardEvents = {
    go: ({ camera }) => go(camera),
    rename(place, name) {
      change(renamePlace(place.id, name));
      tell("Renamed.");
    },
    setKey(place, key) {
      change(setKey(place.id, key));
      tell(key === null ? "No key leads there." : `${key} leads to ${labelOf(place)}.`);
    },
    step(place, by) {
      const to = indexOf(place.id) + by;
      if (to < 0 || to >= list.places.length) return;
      moveTo(place.id, to);
      // The clicked button may now be disabled.
      if (document.activeElement?.matches(":disabled, body")) cards.get(place.id)?.focus();
    },
    drop(id, target, isBehind) {
      const others = list.places.filter((place) => place.id !== id);
      const at = others.findIndex((place) => place.id === target.id);
      if (at >= 0) moveTo(id, isBehind ? at + 1 : at);
    },
    copyLink: ({ camera }) => copy(options.linkTo(camera), "Link"),
    copySetpos: ({ camera }) => copy(formatSetpos(camera), "setpos"),
    remove(place) {
      const at = indexOf(place.id);
      const next = list.places[at + 1] ?? null;
      lastRemoved = { place, before: next?.id ?? null };
      change(removePlace(place.id));
      tell(`Deleted ${labelOf(place)}.`);
      undo.hidden = false;
      undo.focus();
    },
  };
  undo.addEventListener("click", () => {
    if (lastRemoved === null) return;
    const { place, before } = lastRemoved;
    change(putBack(place, before));
    tell(`${labelOf(place)} is back.`);
    cards.get(place.id)?.focus();
  });

  const grid = make("ol", { class: "place-grid" });
  const empty = make(
    "p",
    { class: "note" },
    "None yet. Shift+1 to Shift+9 keep a view, and 1 to 9 go there; or keep this one here.",
  );
  const update = (): void => {
    // Another map was opened.
    if (viewer.map?.name !== map) {
      dialog.close();
      return;
    }
    const { places } = list;
    const ids = new Set(places.map(({ id }) => id));
    for (const [id, card] of cards) {
      if (ids.has(id)) continue;
      card.element.remove();
      cards.delete(id);
    }
    const { activeElement } = document;
    for (const [at, place] of places.entries()) {
      let card = cards.get(place.id);
      if (card === undefined) {
        card = createPlaceCard(place, pictures, events);
        cards.set(place.id, card);
      }
      if (grid.children[at] !== card.element)
        grid.insertBefore(card.element, grid.children[at] ?? null);
      card.update(place, at, places.length);
    }
    // An element loses the focus when it is moved.
    if (activeElement instanceof HTMLElement && grid.contains(activeElement)) activeElement.focus();
    empty.hidden = places.length > 0;
    save.disabled = places.length === 0;
    keep.disabled = places.length >= MOST_PLACES;
  };

  // ---- dialog

  const makeButton = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const addPlace = (camera: Camera, name: string): void => {
    const place = makePlace(camera, name);
    change(addPlaces([place]));
    tell(`Kept ${labelOf(place)}.`);
  };
  const keep = makeButton("Keep this view", "Where the camera is now", () => addPlace(here, ""));
  keep.classList.add("primary");
  const save = makeButton("Save all…", "As a small file, to share", () => {
    const text = formatPlaces({ map, places: list.places });
    saveFile(`${map}.places.json`, new Blob([text], { type: "application/json" }));
    tell(`Saved ${map}.places.json.`);
  });
  const picker = make("input", { type: "file", accept: ".json", hidden: "" });
  picker.setAttribute("aria-label", "File of places");
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    if (file !== undefined) options.openFile(file).then(tell, tellError);
    picker.value = "";
  });
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => dialog.close());
  const dialog = make(
    "dialog",
    { class: "places", "aria-labelledby": "places-title" },
    make("header", {}, make("h2", { id: "places-title" }, `Places of ${map}`), close),
    make(
      "div",
      { class: "panel-buttons" },
      keep,
      save,
      makeButton("Open a file…", "Places that were saved", () => picker.click()),
      makeButton("New pictures", "Draw all pictures again", () => {
        pictures.redraw().then(() => tell("Drawing the pictures again."), tellError);
      }),
      picker,
    ),
    make("div", { class: "place-news" }, status, undo),
    make("h3", {}, "Yours"),
    empty,
    grid,
    make("h3", {}, "The map's own"),
    ...drawOwnPlaces(viewer, pictures, {
      go,
      keep: addPlace,
      copyLink: (camera) => copy(options.linkTo(camera), "Link"),
      copySetpos: (camera) => copy(formatSetpos(camera), "setpos"),
    }),
  );
  // A click on the backdrop has the dialog itself as target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  const unbind = list.onChange(update);
  dialog.addEventListener("close", () => {
    unbind();
    void pictures.close();
    dialog.remove();
    viewer.canvas.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  update();
  if (dialog.isConnected) dialog.showModal();
}
