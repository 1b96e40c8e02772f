/** Game folders: a list with the means to add and remove, and the maps that lie in them. */

import type { ContentSpec } from "../content/types.ts";
import { formatCount, make } from "./dom.ts";
import { listMaps } from "./dropped-files.ts";

export interface ContentPanel {
  /** In search order. */
  readonly specs: readonly ContentSpec[];
  /** A folder that is added again takes its own place. */
  add(specs: readonly ContentSpec[]): void;
}

export interface ContentPanelEvents {
  onAddFolder(): void;
  onRemove(): void;
  onOpenMap(map: File): void;
}

export function createContentPanel(
  container: HTMLElement,
  initial: readonly ContentSpec[],
  events: ContentPanelEvents,
): ContentPanel {
  let specs = [...initial];

  const draw = (): void => {
    const add = make("button", { type: "button", "data-action": "add-folder" }, "Add game folder");
    add.addEventListener("click", events.onAddFolder);
    const list = make("ul", { id: "content-list" });
    for (const spec of specs) {
      const label = labelOf(spec);
      const remove = make("button", { type: "button", "aria-label": `Remove ${label}` }, "Remove");
      remove.addEventListener("click", () => {
        specs = specs.filter((other) => other !== spec);
        draw();
        events.onRemove();
      });
      const name = make("span", {}, spec.kind === "url" ? shorten(label) : label);
      name.title = label;
      const size = describe(spec);
      list.append(make("li", {}, name, make("span", { class: "note" }, size), remove));
    }
    const note = make(
      "p",
      { class: "note" },
      "None yet: only what is packed in the map itself is shown.",
    );
    const maps = listMaps(specs);
    container.replaceChildren(
      specs.length > 0 ? list : note,
      ...(maps.length > 0 ? [makeMapChoice(maps, events.onOpenMap)] : []),
      add,
    );
  };
  draw();

  return {
    get specs() {
      return specs;
    },
    add(added) {
      const labels = new Set(added.map(labelOf));
      specs = [...specs.filter((spec) => !labels.has(labelOf(spec))), ...added];
      draw();
    },
  };
}

function labelOf(spec: ContentSpec): string {
  return spec.kind === "url" ? spec.base : spec.label;
}

function describe(spec: ContentSpec): string {
  switch (spec.kind) {
    case "files":
    case "folder":
      return `${formatCount(spec.files.length)} files`;
    case "url":
      return "from the web";
    case "archive":
      return "archive";
    case "directory":
      return "folder";
  }
}

/** The end of an address: what tells it from others. */
function shorten(address: string): string {
  const parts = address.replace(/\/+$/, "").split("/");
  return parts.length > 5 ? `…/${parts.slice(-2).join("/")}` : parts.slice(2).join("/");
}

function makeMapChoice(maps: readonly File[], onOpenMap: (map: File) => void): HTMLElement {
  const sorted = [...maps].sort((a, b) => a.name.localeCompare(b.name));
  const select = make("select", { id: "folder-maps", "aria-label": "Maps in your folders" });
  for (const [row, map] of sorted.entries()) {
    select.append(make("option", { value: String(row) }, map.name));
  }
  const open = make("button", { type: "button", id: "open-folder-map" }, "Open");
  open.addEventListener("click", () => onOpenMap(sorted[Number(select.value)]));
  return make("div", { class: "maps" }, select, open);
}
