/** The panel's list of content sources. */

import type { ContentSpec } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";
import { drawFolderList, type FolderListEvents } from "../library/folder-list.ts";
import type { Library } from "../library/library.ts";

export interface ContentPanel {
  /** Sources from the address, and loose files. Searched in addition to games and folders. */
  readonly extra: readonly ContentSpec[];
  /** Adds a source. Files that are given again replace the earlier ones. */
  add(spec: ContentSpec): void;
  /** Redraws the list after a change of the library. */
  update(): void;
}

export interface ContentPanelEvents extends FolderListEvents {
  onAddFolder(): void;
  onOpenLibrary(): void;
  /** Called after a source was removed from `extra`. */
  onDrop(): void;
}

export function createContentPanel(
  container: HTMLElement,
  initial: readonly ContentSpec[],
  library: Library,
  events: ContentPanelEvents,
): ContentPanel {
  let extra = [...initial];
  const list = make("ul", { id: "content-list", class: "folders" });
  const others = make("ul", { id: "content-extra", class: "folders" });
  const note = make("p", { class: "note" }, "None: only the content packed in the map is shown.");
  const add = make("button", { type: "button", "data-action": "add-folder" }, "Add a game folder");
  add.addEventListener("click", events.onAddFolder);
  const maps = make("button", { type: "button", id: "panel-maps" }, "All maps");
  maps.addEventListener("click", events.onOpenLibrary);
  const buttons = make("div", { class: "panel-buttons" }, add, maps);
  container.replaceChildren(note, list, others, buttons);

  const update = (): void => {
    drawFolderList(list, library, events);
    others.hidden = extra.length === 0;
    others.replaceChildren(
      ...extra.map((spec) => {
        const label = labelOf(spec);
        const name = make("strong", {}, spec.kind === "url" ? shorten(label) : label);
        name.title = label;
        const text = make("span", { class: "folder-text" }, name, describe(spec));
        const remove = make(
          "button",
          { type: "button", "aria-label": `Remove ${label}` },
          "Remove",
        );
        remove.addEventListener("click", () => {
          extra = extra.filter((other) => other !== spec);
          update();
          events.onDrop();
        });
        return make("li", {}, text, remove);
      }),
    );
    note.hidden = !list.hidden || !others.hidden;
    maps.hidden = library.collections.every((collection) => collection.maps.length === 0);
  };
  update();

  return {
    get extra() {
      return extra;
    },
    add(spec) {
      extra = [...extra.filter((other) => labelOf(other) !== labelOf(spec)), spec];
      update();
    },
    update,
  };
}

export function labelOf(spec: ContentSpec): string {
  return spec.kind === "url" ? spec.base : spec.label;
}

function describe(spec: ContentSpec): HTMLElement {
  const isFiles = spec.kind === "files" || spec.kind === "folder";
  const text = isFiles ? `${formatCount(spec.files.length)} files` : "from the web";
  return make("span", { class: "note" }, text);
}

/** Returns the end of an address, which distinguishes it from others. */
function shorten(address: string): string {
  const parts = address.replace(/\/+$/, "").split("/");
  return parts.length > 5 ? `…/${parts.slice(-2).join("/")}` : parts.slice(2).join("/");
}
