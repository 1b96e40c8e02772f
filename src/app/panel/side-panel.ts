/**
 * Shows and hides the side panel. It starts hidden; on wide screens, an open panel is restored at
 * the next visit.
 */

import { byId } from "../dom.ts";

const NARROW = "(max-width: 700px)";
const KEY = "visleaf-panel";

export interface SidePanel {
  /** Enables the panel when there is content for it. */
  enable(): void;
  toggle(): void;
  /** Opens the panel at one of its sections. */
  showSection(heading: HTMLElement): void;
}

export function createSidePanel(): SidePanel {
  const panel = byId("panel");
  const button = byId("toggle-panel");
  const show = (visible: boolean): void => {
    panel.hidden = !visible;
    button.setAttribute("aria-expanded", String(visible));
  };
  const toggle = (): void => {
    if (button.hidden) return;
    const isOpen = panel.hidden !== false;
    show(isOpen);
    if (!matchMedia(NARROW).matches) keep(isOpen);
  };
  button.addEventListener("click", toggle);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    show(false);
    button.focus();
  });
  return {
    enable() {
      if (!button.hidden) return;
      button.hidden = false;
      show(isKeptOpen() && !matchMedia(NARROW).matches);
    },
    toggle,
    showSection(heading) {
      show(true);
      heading.scrollIntoView({ block: "start" });
    },
  };
}

/** Stores the state. Private windows may refuse; the panel then starts hidden. */
function keep(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch (error) {
    console.warn(error);
  }
}

function isKeptOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}
