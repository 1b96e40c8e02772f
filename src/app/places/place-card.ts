/** The card of a kept place: picture, name and actions. */

import { make, setText } from "../dom.ts";
import { type KeptPlace, labelOf, MOST_NAME_LETTERS, PLACE_KEYS } from "./kept-places.ts";
import type { PlacePictures } from "./place-pictures.ts";

export interface CardEvents {
  go(place: KeptPlace): void;
  rename(place: KeptPlace, name: string): void;
  setKey(place: KeptPlace, key: number | null): void;
  /** Moves the place by −1 or 1 in the list. */
  step(place: KeptPlace, by: number): void;
  /** Called when a place was dragged onto another. */
  drop(id: string, to: KeptPlace, isBehind: boolean): void;
  copyLink(place: KeptPlace): void;
  copySetpos(place: KeptPlace): void;
  remove(place: KeptPlace): void;
}

export interface PlaceCard {
  readonly element: HTMLLIElement;
  update(place: KeptPlace, at: number, count: number): void;
  /** Restores the focus after another card was removed or moved. */
  focus(): void;
}

const DRAGGED = "application/x-visleaf-place";

export function createPlaceCard(
  first: KeptPlace,
  pictures: PlacePictures,
  events: CardEvents,
): PlaceCard {
  let place = first;
  const makeButton = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const picture = make("span", { class: "place-shot" });
  const badge = make("kbd", {});
  const go = make("button", { type: "button", class: "place-picture" }, picture, badge);
  go.addEventListener("click", () => events.go(place));
  const name = make("input", {
    ...{ type: "text", class: "place-name", maxlength: String(MOST_NAME_LETTERS) },
    ...{ autocomplete: "off", spellcheck: "false" },
  });
  const key = make("select", { title: "Key that goes there; – for no key" });
  key.append(new Option("–", ""));
  for (let digit = 1; digit <= PLACE_KEYS; digit++) key.append(new Option(String(digit)));
  const earlier = makeButton("←", "Earlier (Alt+←)", () => events.step(place, -1));
  const later = makeButton("→", "Later (Alt+→)", () => events.step(place, 1));
  const link = makeButton("Link", "Copy a link", () => events.copyLink(place));
  const setpos = makeButton("setpos", "Copy for the game's console", () =>
    events.copySetpos(place),
  );
  const remove = makeButton("×", "Delete", () => events.remove(place));
  const element = make(
    "li",
    { class: "place-card" },
    go,
    name,
    make("div", { class: "place-tools" }, key, earlier, later, link, setpos, remove),
  );

  const commit = (): void => {
    if (name.value.trim() !== place.name) events.rename(place, name.value);
    else name.value = place.name;
  };
  name.addEventListener("change", commit);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") name.blur();
    if (event.key !== "Escape") return;
    // Escape restores the name and does not close the dialog.
    event.preventDefault();
    event.stopPropagation();
    name.value = place.name;
    name.blur();
    go.focus();
  });
  key.addEventListener("change", () => {
    events.setKey(place, key.selectedIndex === 0 ? null : key.selectedIndex);
  });
  element.addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const by = ["ArrowLeft", "ArrowUp"].includes(event.key)
      ? -1
      : ["ArrowRight", "ArrowDown"].includes(event.key)
        ? 1
        : 0;
    if (by === 0) return;
    // Alt+Left would go back in the browser's history.
    event.preventDefault();
    events.step(place, by);
  });
  bindDragging(element, () => place, events);

  return {
    element,
    update(next, at, count) {
      place = next;
      const label = labelOf(place);
      pictures.show(picture, place.camera);
      setText(badge, place.key === null ? "" : String(place.key));
      badge.hidden = place.key === null;
      go.setAttribute("aria-label", `Go to ${label}`);
      name.setAttribute("aria-label", `Name of place ${at + 1}`);
      name.placeholder = label;
      if (document.activeElement !== name) name.value = place.name;
      key.setAttribute("aria-label", `Key of ${label}`);
      key.selectedIndex = place.key ?? 0;
      earlier.setAttribute("aria-label", `Move ${label} earlier`);
      earlier.disabled = at === 0;
      later.setAttribute("aria-label", `Move ${label} later`);
      later.disabled = at === count - 1;
      link.setAttribute("aria-label", `Copy a link to ${label}`);
      setpos.setAttribute("aria-label", `Copy setpos of ${label}`);
      remove.setAttribute("aria-label", `Delete ${label}`);
    },
    focus: () => go.focus(),
  };
}

function bindDragging(element: HTMLElement, placeOf: () => KeptPlace, events: CardEvents): void {
  // Dragging in a text field selects text instead of moving the card.
  element.addEventListener("pointerdown", ({ target }) => {
    element.draggable = !(
      target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    );
  });
  element.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer?.setData(DRAGGED, placeOf().id);
    if (dataTransfer) dataTransfer.effectAllowed = "move";
  });
  const isBehind = ({ clientX }: DragEvent): boolean => {
    const { left, width } = element.getBoundingClientRect();
    return clientX > left + width / 2;
  };
  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes(DRAGGED)) return;
    event.preventDefault();
    element.dataset.drop = isBehind(event) ? "behind" : "before";
  });
  const leave = (): void => {
    delete element.dataset.drop;
  };
  element.addEventListener("dragleave", leave);
  element.addEventListener("drop", (event) => {
    leave();
    const id = event.dataTransfer?.getData(DRAGGED) ?? "";
    if (id === "") return;
    event.preventDefault();
    if (id !== placeOf().id) events.drop(id, placeOf(), isBehind(event));
  });
}
