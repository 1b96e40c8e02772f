/** Lists a map's missing content and unreadable parts. */

import type { Warning, WarningCode } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";

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

/** Fills the list. `warnings` is `null` while the map is loading. */
export function showMissing(container: HTMLElement, warnings: readonly Warning[] | null): void {
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
  const lacksContent = warnings.some((warning) => warning.code.startsWith("missing-"));
  if (lacksContent) {
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
