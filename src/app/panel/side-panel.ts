/**
 * The side panel, and its lists of missing files and of problems. It starts hidden; on wide screens, an open panel
 * is restored at the next visit.
 */

import type { Warning, WarningCode } from "../../viewer/index.ts";
import { byId, formatCount, make } from "../dom.ts";

const NARROW = "(max-width: 700px)";
const KEY = "visleaf-panel";

export interface SidePanel {
  /** Enables the panel when there is content for it. */
  enable(): void;
  toggle(): void;
  /** Closes the panel where it takes the whole width, because something else opens. */
  yield(): void;
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
  return {
    enable() {
      if (!button.hidden) return;
      button.hidden = false;
      show(isKeptOpen() && !matchMedia(NARROW).matches);
    },
    toggle,
    yield() {
      if (matchMedia(NARROW).matches) show(false);
    },
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

// Names of missing files and of other warnings, by kind.

const GROUPS: readonly { title: string; codes: readonly WarningCode[] }[] = [
  { title: "Damaged parts", codes: ["damaged-section"] },
  { title: "Materials", codes: ["missing-material"] },
  { title: "Textures", codes: ["missing-texture"] },
  { title: "Models", codes: ["missing-model"] },
  {
    title: "Unreadable files",
    codes: ["unreadable-material", "unreadable-texture", "unreadable-model"],
  },
  { title: "Unknown shaders", codes: ["unsupported-shader"] },
  { title: "Left out: over a limit", codes: ["over-budget"] },
  { title: "Servers that are no longer queried", codes: ["host-given-up"] },
  { title: "Lighting", codes: ["lighting"] },
];

/** Most names listed. */
const MAX_NAMES = 400;

/** True if a warning is about a file that was not found; other warnings are problems. */
export const isMissingFile = ({ code }: Warning): boolean => code.startsWith("missing-");

/** Fills a list of warnings. `warnings` is `null` while the map is loading. */
export function showWarnings(container: HTMLElement, warnings: readonly Warning[] | null): void {
  if (warnings === null) {
    container.replaceChildren(make("p", { class: "note" }, "Available when the map has loaded."));
    return;
  }
  const groups = GROUPS.map((group) => ({
    title: group.title,
    rows: warnings.filter((warning) => group.codes.includes(warning.code)),
  })).filter((group) => group.rows.length > 0);
  if (groups.length === 0) {
    container.replaceChildren(make("p", { class: "note" }, "Nothing."));
    return;
  }
  container.replaceChildren(...groups.map(({ title, rows }) => makeGroup(title, rows)));
  if (warnings.some(isMissingFile)) {
    container.append(make("p", { class: "note" }, "Add the game's folder below to see them."));
  }
}

function makeGroup(title: string, rows: readonly Warning[]): HTMLElement {
  const list = make("ul");
  for (const warning of rows.slice(0, MAX_NAMES)) {
    const item = make("li", {}, warning.subject);
    item.title = warning.message;
    list.append(item);
  }
  if (rows.length > MAX_NAMES) {
    list.append(make("li", {}, `and ${formatCount(rows.length - MAX_NAMES)} more`));
  }
  const count = make("span", { class: "number", "data-count": "" }, formatCount(rows.length));
  const summary = make("summary", {}, make("span", {}, title), count);
  return make("details", { "data-missing": rows[0].code }, summary, list);
}
