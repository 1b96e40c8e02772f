/** Tabs of the tools at the left, which share one place. */

import { byId, make } from "../dom.ts";

/** Tools by the ids of their panels. */
export type DockToggles = Readonly<
  Record<"marks" | "simulation" | "check" | "cost" | "measure" | "track", () => void>
>;

const TABS: readonly (readonly [id: keyof DockToggles, title: string, key: string])[] = [
  ["marks", "Marks", "."],
  ["simulation", "Run", ";"],
  ["check", "Check", "X"],
  ["cost", "Cost", "Y"],
  ["measure", "Measure", "-"],
  ["track", "Track", "Shift+V"],
];

const isShown = (id: string): boolean => document.getElementById(id)?.hidden === false;

/** Fills the dock. CSS shows it while one of the tools is open. */
export function createDock(toggles: DockToggles): void {
  const tabs = TABS.map(([id, title, key]) => {
    const tab = make("button", { type: "button", role: "tab", title: `${title} (${key})` }, title);
    // The tab of the open tool does not close it.
    tab.addEventListener("click", () => isShown(id) || toggles[id]());
    return tab;
  });
  byId("dock").append(...tabs);
  const update = (): void => {
    for (const [i, [id]] of TABS.entries()) {
      tabs[i].setAttribute("aria-selected", String(isShown(id)));
    }
  };
  const hidden = new MutationObserver(update);
  // Panels join the page when they are first used.
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !(node.id in toggles)) continue;
      hidden.observe(node, { attributes: true, attributeFilter: ["hidden"] });
      update();
    }
  }).observe(document.body, { childList: true });
  update();
}
