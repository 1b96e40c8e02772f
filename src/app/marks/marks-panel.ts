/**
 * The marks panel: choice of marks, description of the mark under the pointer, and all entities.
 */

import "./marks.css";
import { formatMarks, MARK_KINDS, MARKS, type MarkChoice, NO_MARKS } from "../../map/mark-kinds.ts";
import type { Viewer } from "../../viewer/index.ts";
import { CameraAxes, MapMarks, type MarkHit, writeNearest } from "../../viewer/marks/index.ts";
import type { SurfaceHit } from "../../viewer/surface-rays.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, formatCount, make, setText } from "../dom.ts";
import { describeModel } from "../material/describe-model.ts";
import { createEntityPanel, keyValue, type MarksDeskOptions } from "./entity-panel.ts";
import { countMarks, followsCamera } from "./mark-counts.ts";

// Describes the mark under the pointer. A click without a drag selects its entity.

const INTERVAL_MS = 100;
/** Most CSS pixels that the pointer may move during a click. */
const STILL = 4;

export interface MarkPointerOptions {
  readonly isOn: () => boolean;
  /** Called when an entity is clicked. */
  readonly onEntity: (entity: number) => void;
  /** Called if models cannot be read; they are then not hit. */
  readonly onFault: (error: unknown) => void;
}

/** @param under element that receives the description */
function bindMarkPointer(
  viewer: Viewer,
  marks: MapMarks,
  under: HTMLElement,
  { isOn, onEntity, onFault }: MarkPointerOptions,
): void {
  const { canvas } = viewer;
  let lastMs = 0;
  let downX = Number.NaN;
  let downY = Number.NaN;
  /** Returns the pointed place. With pointer lock it is the picture's middle. */
  const placeOf = (event: PointerEvent): [number, number] =>
    document.pointerLockElement === canvas
      ? [canvas.clientWidth / 2, canvas.clientHeight / 2]
      : [event.offsetX, event.offsetY];
  const say = (event: PointerEvent): MarkHit | null => {
    // Read once for each map; until then rays do not hit models.
    marks.readModels().catch(onFault);
    const place = placeOf(event);
    const hit = marks.pickAt(...place);
    if (hit !== null) under.replaceChildren(...describe(viewer, hit));
    else under.replaceChildren(...describeSurface(marks.surfaceAt(...place)));
    return hit;
  };
  canvas.addEventListener("pointermove", (event) => {
    if (event.timeStamp - lastMs < INTERVAL_MS || !isOn()) return;
    lastMs = event.timeStamp;
    say(event);
  });
  canvas.addEventListener("pointerdown", (event) => {
    downX = event.clientX;
    downY = event.clientY;
  });
  canvas.addEventListener("pointerup", (event) => {
    const moved = Math.hypot(event.clientX - downX, event.clientY - downY);
    if (event.button !== 0 || !(moved <= STILL) || !isOn()) return;
    const hit = say(event);
    if (hit !== null && hit.entity !== null) onEntity(hit.entity);
  });
}

/** Returns the title of a kind, which is the title of its mark. */
function titleOf(kind: string): string {
  if (!MARK_KINDS.some(({ name }) => name === kind)) return "Entity";
  return MARKS.find(({ kinds }) => kinds.includes(kind))?.title ?? kind;
}

/** Describes a surface. Only models are described; the marks cover brushes. */
function describeSurface(found: SurfaceHit | null): Node[] {
  if (found === null || found.prop === null) return [];
  const lines = [...describeModel(found.prop), found.material];
  return [make("b", {}, "Model"), ...lines.map((line) => make("span", {}, line))];
}

function describe(viewer: Viewer, { kind, name, contents, entity, distance }: MarkHit): Node[] {
  const keys = entity === null ? undefined : viewer.entities[entity];
  const lines = [
    name,
    contents.join(" "),
    keys === undefined
      ? ""
      : [keyValue(keys, "classname"), keyValue(keys, "targetname")].filter(Boolean).join(" “") +
        (keyValue(keys, "targetname") === "" ? "" : "”"),
    `${Math.round(distance)} units away`,
  ].filter((line) => line !== "");
  return [make("b", {}, titleOf(kind)), ...lines.map((line) => make("span", {}, line))];
}

// Names beside the nearest entities: a few elements that follow the picture.

const MAX_LABELS = 24;
/** Largest distance in inches. */
const REACH = 1024;
/** Milliseconds between choices of the nearest entities. Their labels move every frame. */
const CHOOSE_MS = 250;

export interface MarkLabels {
  show(isShown: boolean): void;
}

function createMarkLabels(viewer: Viewer, marks: MapMarks): MarkLabels {
  const axes = new CameraAxes();
  const rows = new Int32Array(MAX_LABELS);
  const depths = new Float64Array(MAX_LABELS);
  const at = new Float64Array(3);
  const place = make("div", { id: "mark-labels", "aria-hidden": "true" });
  const labels = Array.from({ length: MAX_LABELS }, () => {
    const label = make("span");
    label.hidden = true;
    place.append(label);
    return label;
  });
  byId("panel").before(place);
  let count = 0;
  let chosenMs = 0;
  let stop: (() => void) | null = null;

  const choose = (): void => {
    const markers = marks.answers.find((answer) => answer.markers !== null)?.markers ?? null;
    count = markers === null ? 0 : writeNearest(markers, axes, REACH, rows, depths);
    for (let i = 0; i < MAX_LABELS; i++) {
      const entity =
        i < count && markers !== null ? viewer.entities[markers.entity[rows[i]]] : null;
      labels[i].hidden = true;
      if (!entity) continue;
      const name = keyValue(entity, "targetname");
      setText(labels[i], `${keyValue(entity, "classname")}${name === "" ? "" : ` “${name}”`}`);
    }
  };
  const update = (nowMs: number): void => {
    const { clientWidth: width, clientHeight: height } = viewer.canvas;
    if (width === 0 || height === 0) return;
    axes.follow(viewer.camera, width / height);
    if (nowMs - chosenMs > CHOOSE_MS) {
      chosenMs = nowMs;
      choose();
    }
    const markers = marks.answers.find((answer) => answer.markers !== null)?.markers ?? null;
    for (let i = 0; i < MAX_LABELS; i++) {
      const label = labels[i];
      const o = rows[i] * 3;
      const isSeen =
        markers !== null &&
        i < count &&
        axes.project(markers.origin[o], markers.origin[o + 1], markers.origin[o + 2], at) &&
        Math.abs(at[0]) < 1 &&
        Math.abs(at[1]) < 1;
      if (label.hidden === isSeen) label.hidden = !isSeen;
      if (!isSeen) continue;
      const x = Math.round((at[0] + 1) * 0.5 * width);
      const y = Math.round((1 - at[1]) * 0.5 * height);
      label.style.transform = `translate(${x}px, ${y}px) translate(-50%, 8px)`;
    }
  };
  return {
    show(isShown) {
      if (isShown === (stop !== null)) return;
      stop?.();
      stop = isShown ? viewer.on("frame", update) : null;
      count = 0;
      chosenMs = 0;
      for (const label of labels) label.hidden = true;
    },
  };
}

export type MarksTab = "marks" | "entities";

export interface MarksPanel {
  /** Opens the panel at a tab, or closes it if that tab is open. */
  toggle(tab: MarksTab): void;
  close(): void;
  show(choice: MarkChoice): void;
  /** Updates the panel after another map was opened. */
  onMap(): void;
}

export interface MarksPanelOptions extends Omit<MarksDeskOptions, "onFault"> {
  readonly onChoice: (choice: MarkChoice) => void;
}

export function createMarksPanel(viewer: Viewer, options: MarksPanelOptions): MarksPanel {
  const { sourceOf, go, onOpen, onChoice } = options;
  const marks = new MapMarks(viewer, sourceOf);
  const labels = createMarkLabels(viewer, marks);
  let choice = NO_MARKS;
  /** Number of the last choice; results of earlier ones are ignored. */
  let turn = 0;

  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const tabs = {
    marks: makeTab("marks", "Marks"),
    entities: makeTab("entities", "Entities"),
  };
  const status = make("p", { class: "note", role: "status" });
  const under = make("div", { class: "marks-under", "aria-live": "off" });
  const inputs = new Map<string, HTMLInputElement>();
  /** Number of each mark's shapes in the open map, as far as its file has been read. */
  let counts = new Map<string, number>();
  /** Increases with each map; counts of earlier ones are ignored. */
  let countedMap = 0;
  const marksBody = make("div", { id: "marks-of-marks", role: "tabpanel" });
  const entities = createEntityPanel(viewer, marks, { go, onClose: () => hide() });
  entities.element.id = "marks-of-entities";
  const header = make(
    "header",
    {},
    make("div", { role: "tablist", "aria-label": "Marks" }, tabs.marks, tabs.entities),
    close,
  );
  const panel = make(
    "aside",
    { id: "marks", class: "docked", "aria-label": "Marks over the map" },
    header,
    marksBody,
    entities.element,
  );
  panel.hidden = true;
  byId("panel").before(panel);
  returnFocus(marksBody, viewer.canvas);

  const addSwitch = (into: HTMLElement, name: string, title: string, hint: string): void => {
    const input = make("input", { type: "checkbox", role: "switch", "data-mark": name });
    input.addEventListener("change", () => choose(readChoice()));
    inputs.set(name, input);
    const count = make("span", { class: "mark-count number" });
    into.append(make("label", { title: hint }, input, title, count));
  };
  for (const section of new Set(MARKS.map((row) => row.section))) {
    const grid = make("div", { class: "switches" });
    for (const { name, title, hint } of MARKS.filter((row) => row.section === section)) {
      addSwitch(grid, name, title, hint);
    }
    marksBody.append(make("section", {}, make("h2", {}, section), grid));
  }
  const how = make("div", { class: "switches" });
  addSwitch(how, "lines", "Edges only", "Volumes are not filled");
  addSwitch(how, "through", "Through walls", "Drawn over what hides them, too");
  const none = make("button", { type: "button", class: "small" }, "Show none");
  none.addEventListener("click", () => choose({ ...choice, names: [] }));
  marksBody.append(make("section", {}, make("h2", {}, "How"), how, none), status);
  panel.append(under);

  const readChoice = (): MarkChoice => ({
    names: MARKS.filter(({ name }) => inputs.get(name)?.checked).map(({ name }) => name),
    isFilled: !inputs.get("lines")?.checked,
    isOver: inputs.get("through")?.checked === true,
  });
  const showSwitches = (): void => {
    const words = new Set(formatMarks({ ...choice, names: ["", ...choice.names] }).split(","));
    for (const [name, input] of inputs) input.checked = words.has(name);
    showCounts();
  };
  const showCounts = (): void => {
    for (const [name, input] of inputs) {
      const count = counts.get(name);
      const isNone = count === 0;
      const isSaid = count !== undefined && !isNone && !followsCamera(name);
      const label = input.parentElement!;
      setText(label.querySelector(".mark-count")!, isSaid ? formatCount(count) : "");
      label.classList.toggle("none", isNone);
      // A mark that the last map had, or a link names, can still be switched off.
      input.disabled = isNone && !input.checked;
    }
  };
  /** Reads and shows the counts of the open map, once. */
  const readCounts = async (): Promise<void> => {
    if (counts.size > 0) return;
    const own = countedMap;
    // Leafs are last: there are most of them.
    for (const group of ["brushes", "entities", "leafs"] as const) {
      const answer = await marks.group(group);
      if (answer === null || own !== countedMap) return;
      counts = new Map([...counts, ...countMarks(group, answer)]);
      showCounts();
    }
  };
  const tellUnread = (error: unknown): void => {
    setText(status, `The map cannot be read: ${String((error as Error).message ?? error)}`);
  };

  /** Shows the result of reading a map. */
  const follow = async (work: Promise<string[]>): Promise<void> => {
    const own = ++turn;
    setText(status, choice.names.length > 0 ? "Reading the map …" : "");
    const text = await work.then(
      (warnings) => warnings.join(" "),
      // Errors of a damaged file are shown in the panel.
      (error: unknown) => `The map cannot be read: ${String((error as Error).message ?? error)}`,
    );
    if (own === turn) setText(status, text);
  };
  const choose = (next: MarkChoice): void => {
    choice = next;
    onChoice(choice);
    showSwitches();
    labels.show(choice.names.includes("entities"));
    void follow(marks.show(choice));
  };

  const select = (tab: MarksTab): void => {
    for (const [name, button] of Object.entries(tabs)) {
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
    }
    marksBody.hidden = tab !== "marks";
    entities.element.hidden = tab !== "entities";
    if (tab === "entities") entities.open();
  };
  const isOpenAt = (tab: MarksTab): boolean =>
    !panel.hidden && tabs[tab].getAttribute("aria-selected") === "true";
  const hide = (): void => {
    panel.hidden = true;
    viewer.canvas.focus({ preventScroll: true });
  };
  for (const [name, button] of Object.entries(tabs)) {
    button.addEventListener("click", () => select(name as MarksTab));
    button.addEventListener("keydown", ({ key }) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      const other = name === "marks" ? "entities" : "marks";
      select(other);
      tabs[other].focus();
    });
  }
  close.addEventListener("click", hide);
  bindMarkPointer(viewer, marks, under, {
    isOn: () => !panel.hidden && choice.names.length > 0,
    onEntity(row) {
      select("entities");
      entities.select(row);
    },
    onFault: (error) => setText(status, `Models cannot be picked: ${String(error)}`),
  });
  select("marks");

  return {
    toggle(tab) {
      if (isOpenAt(tab)) {
        hide();
        return;
      }
      panel.hidden = false;
      onOpen();
      select(tab);
      if (tab === "entities") entities.focus();
      else tabs.marks.focus({ preventScroll: true });
      readCounts().catch(tellUnread);
    },
    close() {
      panel.hidden = true;
    },
    show: choose,
    onMap() {
      entities.onMap();
      counts = new Map();
      countedMap++;
      showCounts();
      void follow(marks.onMap());
      if (!panel.hidden) readCounts().catch(tellUnread);
    },
  };
}

function makeTab(name: MarksTab, title: string): HTMLButtonElement {
  const controls = `marks-of-${name}`;
  return make("button", { type: "button", role: "tab", "aria-controls": controls }, title);
}
