/** The panel's section of the map's sound, and the bar's button for it. */

import type { MapSound, Viewer } from "../../viewer/index.ts";
import { byId, make } from "../dom.ts";
import type { Messages } from "../messages.ts";
import { makeSlider } from "./panel-light.ts";

/** Most names listed. */
const MAX_NAMES = 200;
const VOLUME = { id: "sound-volume", label: "Volume", min: 0, max: 100, step: 1 };
const DEFAULT_PERCENT = 70;

/**
 * Creates the section. The sound is off until the user turns it on, and stays on for later maps.
 * `onError` receives errors of reading sounds.
 */
export function createSoundPanel(
  container: HTMLElement,
  viewer: Viewer,
  messages: Messages,
  onError: (error: unknown) => void,
): void {
  const button = byId<HTMLButtonElement>("toggle-sound");
  const input = make("input", { type: "checkbox", id: "sound-on" });
  const state = make("p", { class: "note", role: "status" });
  const missing = make("div");
  let isWanted = false;
  let sound: MapSound | null = null;
  let percent = DEFAULT_PERCENT;

  const volume = makeSlider(VOLUME, (value) => {
    percent = value;
    if (sound !== null) sound.volume = value / 100;
    return `${value} %`;
  });
  volume.set(percent);

  const show = (): void => {
    input.checked = isWanted;
    button.setAttribute("aria-pressed", String(isWanted));
    button.title = isWanted ? "Silence the map" : "Hear the map";
    state.textContent = describe(sound, isWanted);
    missing.replaceChildren(...(sound === null ? [] : listMissing(sound.missing)));
  };
  const open = async (): Promise<void> => {
    const opened = await viewer.openSound();
    // Off again, or opened twice, while it was read.
    if (!isWanted || sound !== null) return;
    sound = opened;
    sound.on("change", show);
    sound.volume = percent / 100;
    sound.turnOn();
    if (sound.sourceCount === 0) messages.note("This map has no sounds of its own.");
  };
  const follow = (): void => {
    if (isWanted && sound !== null) sound.turnOn();
    else if (isWanted && viewer.map !== null) open().then(show, fail);
    else sound?.turnOff();
    show();
  };
  const fail = (error: unknown): void => {
    // Another map was opened meanwhile, whose sound comes next.
    if (error instanceof Error && error.name === "CancelledError") return;
    isWanted = false;
    show();
    onError(error);
  };
  const toggle = (): void => {
    isWanted = !isWanted;
    follow();
  };
  button.addEventListener("click", toggle);
  input.addEventListener("change", toggle);
  viewer.on("loadstart", () => {
    sound = null;
    show();
  });
  // Files of sounds would delay those of the picture.
  viewer.on("load", () => {
    button.hidden = false;
    follow();
  });
  viewer.on("unload", () => {
    sound = null;
    button.hidden = true;
    show();
  });
  const label = make("label", { for: "sound-on" }, input, "Play the map's sounds");
  const switches = make("div", { class: "switches" }, label);
  container.replaceChildren(switches, volume.element, state, missing);
  show();
}

function describe(sound: MapSound | null, isWanted: boolean): string {
  if (!isWanted) return "";
  if (sound === null) return "Reading the sounds…";
  if (sound.sourceCount === 0) return "This map has no sounds of its own.";
  return sound.soundscape === null ? "No soundscape here." : `Soundscape: ${sound.soundscape}`;
}

function listMissing(names: readonly string[]): HTMLElement[] {
  if (names.length === 0) return [];
  const list = make("ul");
  for (const name of names.slice(0, MAX_NAMES)) list.append(make("li", {}, name));
  if (names.length > MAX_NAMES) list.append(make("li", {}, `and ${names.length - MAX_NAMES} more`));
  const count = make("span", { class: "number", "data-count": "" }, String(names.length));
  const summary = make("summary", {}, make("span", {}, "Sounds not found"), count);
  return [make("details", { "data-missing": "sound" }, summary, list)];
}
