/** Shows and hides the panel. On a narrow screen it begins hidden: the map comes first. */

import { byId } from "./dom.ts";

const NARROW = "(max-width: 700px)";

export interface SidePanel {
  /** From now on there is something to show in it. */
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
    if (!button.hidden) show(panel.hidden !== false);
  };
  button.addEventListener("click", toggle);
  return {
    enable() {
      if (!button.hidden) return;
      button.hidden = false;
      show(!matchMedia(NARROW).matches);
    },
    toggle,
    showSection(heading) {
      show(true);
      heading.scrollIntoView({ block: "start" });
    },
  };
}
