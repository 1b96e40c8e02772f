/** Full screen mode. The bar hides and returns when the pointer moves. */

import { byId } from "../dom.ts";

/** Milliseconds that the bar stays after the last pointer motion. */
const BAR_MS = 2500;

export interface FullScreen {
  toggle(): void;
}

export function createFullScreen(onFault: (error: unknown) => void): FullScreen {
  const button = byId<HTMLButtonElement>("full-screen");
  const root = document.documentElement;
  // Safari on iPhones has no full screen mode for pages.
  const isThere = document.fullscreenEnabled === true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showBar = (): void => {
    delete document.body.dataset.bar;
    clearTimeout(timer);
    if (!document.fullscreenElement) return;
    timer = setTimeout(() => {
      const isUsed = byId("bar").contains(document.activeElement) || byId("bar").matches(":hover");
      if (document.fullscreenElement && !isUsed) document.body.dataset.bar = "away";
    }, BAR_MS);
  };
  const update = (): void => {
    const isOn = document.fullscreenElement !== null;
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? "Leave full screen (F)" : "Full screen (F)";
    showBar();
  };
  const toggle = (): void => {
    if (!isThere) return;
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : root.requestFullscreen();
    change.catch(onFault);
  };
  button.hidden = !isThere;
  button.addEventListener("click", toggle);
  document.addEventListener("fullscreenchange", update);
  for (const name of ["pointermove", "pointerdown", "focusin"]) addEventListener(name, showBar);
  return { toggle };
}
