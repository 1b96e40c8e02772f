/** The panel of all entities: search, keys, and flying to an entity. */

import { kindRow } from "../../map/mark-kinds.ts";
import type { MapEntity, MapSource, Viewer } from "../../viewer/index.ts";
import type { MapMarks } from "../../viewer/marks/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";

// Searches entities by class, name, keys and values.

export interface EntityRow {
  /** Index in the map's entity list. */
  readonly entity: number;
  readonly className: string;
  /** The entity's `targetname`, or empty. */
  readonly name: string;
  /** Searched text: all keys and values in lower case. */
  readonly text: string;
}

export const keyValue = (entity: MapEntity, key: string): string =>
  entity.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";

function listEntityRows(entities: readonly MapEntity[]): EntityRow[] {
  return entities.map((entity, row) => ({
    entity: row,
    className: keyValue(entity, "classname"),
    name: keyValue(entity, "targetname"),
    text: entity.map(([key, value]) => `${key} ${value}`.toLowerCase()).join("\n"),
  }));
}

/**
 * Returns the entities that match every word, in the map's order. A word with a colon matches a
 * key, as in `model:door`; `broken:` matches entities with an output without a target.
 *
 * @param broken entities with such an output
 */
function searchEntities(
  rows: readonly EntityRow[],
  query: string,
  broken: ReadonlySet<number>,
): EntityRow[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const tests = words.map((word) => {
    const colon = word.indexOf(":");
    if (word === "broken:") return ({ entity }: EntityRow) => broken.has(entity);
    if (colon <= 0) return ({ text }: EntityRow) => text.includes(word);
    const key = word.slice(0, colon);
    const value = word.slice(colon + 1);
    return ({ text }: EntityRow) =>
      text
        .split("\n")
        .some((line) => line.startsWith(`${key} `) && line.slice(key.length + 1).includes(value));
  });
  return rows.filter((row) => tests.every((test) => test(row)));
}

/** Returns the entity's `origin`, or `null` if it has none. */
function originOf(entity: MapEntity): readonly [number, number, number] | null {
  const numbers = keyValue(entity, "origin").trim().split(/\s+/).map(Number);
  const [x, y, z] = numbers;
  return numbers.length >= 3 && [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}

/** Returns a pose that looks at a place from behind and above. */
export function poseBefore(
  [x, y, z]: readonly [number, number, number],
  yaw: number,
  distance = 160,
) {
  const turn = (yaw * Math.PI) / 180;
  const rise = distance * 0.4;
  return {
    x: x - Math.cos(turn) * distance,
    y: y - Math.sin(turn) * distance,
    z: z + rise,
    pitch: (Math.atan2(rise, distance) * 180) / Math.PI,
    yaw,
  };
}

// Options of the marks panel.

export interface MarksDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  /** Flies the camera to a pose. */
  readonly go: (pose: { x: number; y: number; z: number; pitch: number; yaw: number }) => void;
  /** Called when the panel opens, so that other panels in its place close. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

const BROKEN = kindRow("broken");

export interface EntityPanel {
  readonly element: HTMLElement;
  /** Called when the panel is shown; reads its entities. */
  open(): void;
  focus(): void;
  /** Shows the keys of an entity. */
  select(entity: number): void;
  onMap(): void;
}

export function createEntityPanel(
  viewer: Viewer,
  marks: MapMarks,
  { go, onClose }: Pick<MarksDeskOptions, "go"> & { readonly onClose: () => void },
): EntityPanel {
  const search = make("input", {
    ...{
      type: "search",
      "aria-label": "Search entities",
      autocomplete: "off",
      spellcheck: "false",
    },
    ...{ placeholder: "class, name, value, key:value, broken:", maxlength: "200" },
  });
  const count = make("p", { class: "note", role: "status" });
  // The key that opens the list closes it again, while nothing is typed.
  search.addEventListener("keydown", (event) => {
    if (event.key !== "," || search.value !== "") return;
    event.preventDefault();
    onClose();
  });
  const rowsPlace = make("div", { class: "entity-rows", role: "list" });
  const viewport = make("div", { class: "entity-list", tabindex: "-1" }, rowsPlace);
  const details = make("div", { class: "entity-keys", tabindex: "-1" });
  const element = make("div", { role: "tabpanel" }, search, count, viewport, details);
  let all: EntityRow[] | null = null;
  let found: readonly EntityRow[] = [];
  let selected = -1;
  let broken: ReadonlySet<number> = new Set();
  /** Places from the map's file of entities without an `origin`. */
  let places = new Map<number, readonly [number, number, number]>();

  const list = createVirtualList(viewport, rowsPlace, (row) => {
    const { entity, className, name } = found[row];
    const button = make(
      "button",
      { type: "button", "aria-pressed": String(entity === selected) },
      make("b", {}, className || "no class"),
      make("span", {}, name),
    );
    if (broken.has(entity)) button.append(make("i", { title: "An output has no target" }, "!"));
    button.addEventListener("click", () => select(entity));
    button.addEventListener("dblclick", () => fly(entity));
    return make("div", { role: "listitem" }, button);
  });

  const placeOf = (entity: number) => places.get(entity) ?? originOf(viewer.entities[entity] ?? []);
  const fly = (entity: number): void => {
    const place = placeOf(entity);
    if (place !== null) go(poseBefore(place, viewer.camera.yaw));
  };
  const update = (): void => {
    all ??= listEntityRows(viewer.entities);
    found = searchEntities(all, search.value, broken);
    setText(count, `${formatCount(found.length)} of ${formatCount(all.length)} entities`);
    list.setCount(found.length);
  };
  const select = (entity: number): void => {
    selected = entity;
    list.update();
    const keys = viewer.entities[entity];
    if (keys === undefined) return;
    const toGo = make("button", { type: "button", class: "small" }, "Fly there");
    toGo.disabled = placeOf(entity) === null;
    toGo.addEventListener("click", () => fly(entity));
    const rows = keys.map(([key, value]) =>
      make("div", {}, make("dt", {}, key), make("dd", {}, value)),
    );
    const toFire = make("button", { type: "button", class: "small" }, "Fire an input…");
    toFire.addEventListener("click", () => void openFireForm(entity, toFire));
    details.replaceChildren(
      make("p", {}, `Entity ${entity}`, toGo),
      toFire,
      make("dl", {}, ...rows),
    );
    details.scrollTop = 0;
  };
  const openFireForm = async (entity: number, button: HTMLElement): Promise<void> => {
    const open = async () => {
      const { createFireForm } = await import("../simulation/fire-form.ts");
      return createFireForm(viewer, entity);
    };
    const form = await open().catch((error: unknown) =>
      make("p", { class: "note" }, String((error as Error).message ?? error)),
    );
    if (button.isConnected) button.replaceWith(form);
  };
  const readPlaces = async (): Promise<void> => {
    const answer = await marks.entities();
    if (answer === null) return;
    const { shapes, markers } = answer;
    const rows = new Set<number>();
    for (let i = 0; i < shapes.count; i++)
      if (shapes.kind[i] === BROKEN) rows.add(shapes.entity[i]);
    broken = rows;
    places = new Map();
    for (let i = 0; markers !== null && i < markers.count; i++) {
      const [x, y, z] = markers.origin.subarray(i * 3, i * 3 + 3);
      places.set(markers.entity[i], [x, y, z]);
    }
    update();
  };

  search.addEventListener("input", update);
  search.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter" || found.length === 0) return;
    select(found[0].entity);
    fly(found[0].entity);
  });
  return {
    element,
    open() {
      if (all !== null) return;
      update();
      // If the file cannot be read, the list still has the viewer's entities.
      readPlaces().catch((error: unknown) => {
        setText(count, `${count.textContent}; ${String((error as Error).message ?? error)}`);
      });
    },
    focus: () => search.focus({ preventScroll: true }),
    select(entity) {
      if (!found.some((row) => row.entity === entity)) {
        search.value = "";
        update();
      }
      select(entity);
      list.scrollToRow(found.findIndex((row) => row.entity === entity));
    },
    onMap() {
      all = null;
      found = [];
      selected = -1;
      broken = new Set();
      places = new Map();
      details.replaceChildren();
      list.setCount(0);
      if (!element.hidden && element.isConnected) this.open();
    },
  };
}
