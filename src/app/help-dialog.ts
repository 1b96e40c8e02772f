/** The keys, in a dialog. */

import { byId, make } from "./dom.ts";

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [["W", "A", "S", "D"], "fly forward, left, back, right"],
  [["E", "Space"], "up"],
  [["Q", "C"], "down"],
  [["Click"], "look around with the mouse; Esc lets go of it"],
  [["←", "→", "↑", "↓"], "look around"],
  [["Shift"], "four times as fast"],
  [["Ctrl"], "four times as slow"],
  [["Wheel"], "change the speed"],
  [["Home"], "back to the start"],
  [["N", "Shift+N"], "next spawn, the one before"],
  [["U"], "see all of the map from above"],
  [["B"], "back to where you were"],
  [["T"], "a tour of the map"],
  [["1", "…", "9"], "go to a bookmark; with Shift, keep this view as one"],
  [["G"], "copy the position for the game's console; paste a setpos to go there"],
  [["M"], "all maps of your games and folders"],
  [["O"], "open a map file"],
  [["H"], "show or hide the panel"],
  [["F"], "full screen"],
  [["P"], "save this view as PNG"],
  [["L"], "copy a link to this view"],
  [["R"], "record a camera path, and stop"],
  [["V"], "make a video of a path"],
  [["?"], "this help"],
];

export interface HelpDialog {
  toggle(): void;
}

export function createHelpDialog(): HelpDialog {
  const dialog = byId<HTMLDialogElement>("help");
  for (const [keys, what] of KEYS) {
    byId("help-keys").append(
      make("dt", {}, ...keys.map((key) => make("kbd", {}, key))),
      make("dd", {}, what),
    );
  }
  const toggle = (): void => {
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
  byId("open-help").addEventListener("click", toggle);
  // A click beside the dialog is one on its backdrop, which is the dialog element itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return { toggle };
}
