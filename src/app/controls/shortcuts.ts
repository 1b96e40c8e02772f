/** Keyboard shortcuts of the page, and the help that lists them. The viewer handles the flying keys. */

import { byId, make } from "../dom.ts";
import { isTouchFirst } from "./input-kind.ts";

export interface Shortcuts {
  /**
   * Actions by `KeyboardEvent.key` in lower case. Digits and `backquote`, the key left of 1, use
   * `KeyboardEvent.code`, because their characters differ by layout. The prefix `shift+` requires
   * Shift.
   */
  readonly [key: string]: () => void;
}

export function bindShortcuts(shortcuts: Shortcuts): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type))
      return;
    if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    const inDialog = target instanceof Element && target.closest("dialog[open]") !== null;
    const key = event.key.toLowerCase();
    if (inDialog && key !== "?") return;
    // Enter presses the control that has the focus.
    if (key === "enter" && target instanceof Element && target !== document.body) {
      if (target.closest("button, a, summary, input, [tabindex='0']:not(canvas)")) return;
    }
    // Home moves a focused slider to its start.
    if (target instanceof HTMLInputElement && key === "home") return;
    const code = event.code.toLowerCase();
    const name = code.startsWith("digit") || code === "backquote" ? code : key;
    const act = (event.shiftKey && shortcuts[`shift+${name}`]) || shortcuts[name];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// The help dialog: how to fly. Touch gestures come first without a mouse.

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [["W", "A", "S", "D"], "fly forward, left, back, right"],
  [["E", "Space"], "up"],
  [["Q", "C"], "down"],
  [["Click"], "look around with the mouse (Esc ends it)"],
  [["←", "→", "↑", "↓"], "look around"],
  [["Shift"], "4x speed"],
  [["Ctrl"], "¼ speed"],
  [["0"], "walk as a player does; again to fly"],
  [["Wheel"], "faster, slower"],
  [["Home"], "back to the start"],
  [["N", "Shift+N"], "next spawn or camera of the map, previous one"],
  [["U"], "see the map from above"],
  [["B"], "back to where you were"],
  [["T"], "tour of the map"],
  [["1", "…", "9"], "go to a kept place (with Shift: keep this view)"],
  [["Shift+B"], "kept places, spawns and cameras, with pictures"],
  [["G"], "copy setpos for the game's console (paste one to go there)"],
  [["M"], "maps of your games and folders"],
  [["O"], "open a map"],
  [["~"], "console: setpos, mat_fullbright and others"],
  [["K", "Shift+K"], "next view of surfaces, previous one"],
  [["Z"], "name the material under the pointer; a click shows its file and textures"],
  [["J"], "compare with another version of the map; again to flip between them"],
  [[".", ","], "clips, triggers and entities; the list of entities"],
  [[";"], "run the map: time, events, triggers"],
  [["Shift+P", "Enter"], "play or pause the map; use what is in the middle of the picture"],
  [["-"], "measure: two clicks for a distance, a third for an angle"],
  [["I"], "all lumps of the map's file"],
  [["X"], "check the map for problems"],
  [["Y"], "rendering cost of each place of the map"],
  [["H"], "show or hide the panel"],
  [["Shift+H"], "show only the picture; again for the page"],
  [["Esc"], "close what was opened last"],
  [["F", "Shift+F"], "full screen; flashlight"],
  [["P"], "save a picture"],
  [["L", "Shift+L"], "copy a link to this view; share it with a picture and embed code"],
  [["R"], "record a flight; again to stop"],
  [["V", "Shift+V"], "make a video; camera track of keyframes"],
  [["?"], "this help"],
];

export interface HelpDialog {
  toggle(): void;
}

export function createHelpDialog(): HelpDialog {
  const dialog = byId<HTMLDialogElement>("help");
  for (const [keys, what] of KEYS) {
    const names = keys.map((key) => make("kbd", {}, key));
    byId("help-keys").append(make("div", {}, make("dt", {}, ...names), make("dd", {}, what)));
  }
  if (isTouchFirst()) byId("help-ways").prepend(byId("help-touch"));
  const toggle = (): void => {
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
  byId("open-help").addEventListener("click", toggle);
  byId("help-close").addEventListener("click", () => dialog.close());
  // A click on the backdrop has the dialog itself as target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return { toggle };
}
