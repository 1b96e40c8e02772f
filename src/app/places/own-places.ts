/** The map's own spawns and cameras on the page of places: a card a group, which opens to all of it. */

import type { Camera, Viewer } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";
import { listOwnPlaces, type OwnPlace } from "../travel/spawns.ts";
import { groupPlaces, type PlaceClass, type PlaceGroup } from "./map-places.ts";
import type { PlacePictures } from "./place-pictures.ts";

export interface OwnPlaceEvents {
  go(camera: Camera): void;
  keep(camera: Camera, name: string): void;
  copyLink(camera: Camera): void;
  copySetpos(camera: Camera): void;
}

export function drawOwnPlaces(
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
        makeTool("Keep", "Keep it among yours", () => events.keep(camera, label)),
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
