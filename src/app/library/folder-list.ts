/**
 * The list of added games and folders, with their problems and a button to remove each, and the
 * panel's list of all content sources.
 */

import type { ContentSpec } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";
import type { Folder, Library } from "./library.ts";
import type { Collection } from "./open-archive-file.ts";

export interface FolderListEvents {
  onUnlock(folder: Folder): void;
  onForget(folder: Folder): void;
  onRemove(archive: Collection): void;
}

/** Most problems listed; a game that lacks half its files has too many for the screen. */
const MAX_PROBLEMS = 50;

export function drawFolderList(
  container: HTMLElement,
  library: Library,
  events: FolderListEvents,
): void {
  const { folders, collections } = library;
  const archives = collections.filter(({ kind }) => kind === "archive");
  container.hidden = folders.length + archives.length === 0;
  container.replaceChildren(
    ...folders.map((folder) => {
      const top = folder.name.toLowerCase();
      const inside = collections.filter(({ id }) => id === top || id.startsWith(`${top}/`));
      return makeFolder(folder, inside, library.isReading, events);
    }),
    ...archives.map((archive) => {
      const remove = makeButton("Remove", archive.title, () => events.onRemove(archive));
      return makeItem(archive.title, countMaps([archive]), archive.problems, [remove]);
    }),
  );
}

function makeFolder(
  folder: Folder,
  inside: readonly Collection[],
  isReading: boolean,
  events: FolderListEvents,
): HTMLElement {
  const { name } = folder;
  // "Forget" for stored folders, "Remove" for folders of this visit only.
  const word = folder.handle ? "Forget" : "Remove";
  const buttons = [makeButton(word, name, () => events.onForget(folder))];
  if (folder.tree === null) {
    const open = makeButton("Open", name, () => events.onUnlock(folder));
    open.classList.add("primary");
    const note = "from your last visit: the browser will ask to read it";
    return makeItem(name, note, [], [open, ...buttons]);
  }
  const problems = inside.flatMap((collection) =>
    collection.problems.map((problem) =>
      inside.length > 1 ? `${collection.title}: ${problem}` : problem,
    ),
  );
  if (folder.fault !== null) return makeItem(name, folder.fault, problems, buttons, true);
  const note = isReading && inside.length === 0 ? "is being read…" : describe(inside);
  return makeItem(name, note, problems, buttons);
}

function describe(inside: readonly Collection[]): string {
  const games = inside.filter(({ kind }) => kind === "game").map(({ title }) => title);
  const maps = countMaps(inside);
  return games.length === 0 ? maps : `${games.join(", ")}: ${maps}`;
}

function countMaps(collections: readonly Collection[]): string {
  const count = collections.reduce((sum, { maps }) => sum + maps.length, 0);
  if (count === 0) return "content, no maps";
  return count === 1 ? "1 map" : `${formatCount(count)} maps`;
}

function makeItem(
  name: string,
  note: string,
  problems: readonly string[],
  buttons: readonly HTMLElement[],
  isBad = false,
): HTMLElement {
  const text = make(
    "span",
    { class: "folder-text" },
    make("strong", {}, name),
    make("span", { class: isBad ? "bad" : "note" }, note),
  );
  const item = make("li", {}, text, ...buttons);
  if (problems.length > 0) item.append(makeProblems(problems));
  return item;
}

function makeProblems(problems: readonly string[]): HTMLElement {
  const count = problems.length === 1 ? "1 problem" : `${formatCount(problems.length)} problems`;
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => make("li", {}, problem));
  const left = problems.length - MAX_PROBLEMS;
  if (left > 0) lines.push(make("li", {}, `and ${formatCount(left)} more`));
  return make(
    "details",
    { class: "problems" },
    make("summary", {}, count),
    make("ul", {}, ...lines),
  );
}

function makeButton(word: string, name: string, onClick: () => void): HTMLButtonElement {
  const button = make("button", { type: "button", "aria-label": `${word} ${name}` }, word);
  button.addEventListener("click", onClick);
  return button;
}

interface ContentPanel {
  /** Sources from the address, and loose files. Searched in addition to games and folders. */
  readonly extra: readonly ContentSpec[];
  /** Adds a source. Files that are given again replace the earlier ones. */
  add(spec: ContentSpec): void;
  /** Redraws the list after a change of the library. */
  update(): void;
}

interface ContentPanelEvents extends FolderListEvents {
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
        const text = make("span", { class: "folder-text" }, name, describeSource(spec));
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

function describeSource(spec: ContentSpec): HTMLElement {
  const isFiles = spec.kind === "files" || spec.kind === "folder";
  const text = isFiles ? `${formatCount(spec.files.length)} files` : "from the web";
  return make("span", { class: "note" }, text);
}

/** Returns the end of an address, which distinguishes it from others. */
function shorten(address: string): string {
  const parts = address.replace(/\/+$/, "").split("/");
  return parts.length > 5 ? `…/${parts.slice(-2).join("/")}` : parts.slice(2).join("/");
}
