/** The panel of marks: what is drawn over the map, what lies under the pointer, and all entities. */

import "./marks.css";
import { formatMarks, MARKS, type MarkChoice, NO_MARKS } from "../../map/marks/mark-kinds.ts";
import type { Viewer } from "../../viewer/index.ts";
import { MapMarks } from "../../viewer/marks/index.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, make, setText } from "../dom.ts";
import { createEntityPanel } from "./entity-panel.ts";
import { createMarkLabels } from "./mark-labels.ts";
import { bindMarkPointer } from "./mark-pointer.ts";
import type { MarksDeskOptions } from "./marks-options.ts";

export type MarksTab = "marks" | "entities";

export interface MarksPanel {
  /** Opens it there; closes it where it is open there already. */
  toggle(tab: MarksTab): void;
  close(): void;
  show(choice: MarkChoice): void;
  /** Another map is shown. */
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
  /** Of the last choice: what comes of earlier ones is no news. */
  let turn = 0;

  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const tabs = {
    marks: makeTab("marks", "Marks"),
    entities: makeTab("entities", "Entities"),
  };
  const status = make("p", { class: "note", role: "status" });
  const under = make("div", { class: "marks-under", "aria-live": "off" });
  const inputs = new Map<string, HTMLInputElement>();
  const marksBody = make("div", { id: "marks-of-marks", role: "tabpanel" });
  const entities = createEntityPanel(viewer, marks, go);
  entities.element.id = "marks-of-entities";
  const header = make(
    "header",
    {},
    make("div", { role: "tablist", "aria-label": "Marks" }, tabs.marks, tabs.entities),
    close,
  );
  const panel = make(
    "aside",
    { id: "marks", "aria-label": "Marks over the map" },
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
    into.append(make("label", { title: hint }, input, title));
  };
  for (const section of new Set(MARKS.map((row) => row.section))) {
    const grid = make("div", { class: "switches" });
    for (const { name, title, hint } of MARKS.filter((row) => row.section === section)) {
      addSwitch(grid, name, title, hint);
    }
    marksBody.append(make("section", {}, make("h2", {}, section), grid));
  }
  const how = make("div", { class: "switches" });
  addSwitch(how, "lines", "Edges alone", "Volumes are not filled");
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
  };

  /** Tells how a reading ends. */
  const follow = async (work: Promise<string[]>): Promise<void> => {
    const own = ++turn;
    setText(status, choice.names.length > 0 ? "Reading the map …" : "");
    const text = await work.then(
      (warnings) => warnings.join(" "),
      // What a damaged file comes to is said here, not thrown at the page.
      (error: unknown) => `Cannot be told, because ${String((error as Error).message ?? error)}`,
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
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    hide();
  });
  bindMarkPointer(viewer, marks, under, {
    isOn: () => !panel.hidden && choice.names.length > 0,
    onEntity(row) {
      select("entities");
      entities.select(row);
    },
    onFault: (error) => setText(status, `Models are not pointed at: ${String(error)}`),
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
    },
    close() {
      panel.hidden = true;
    },
    show: choose,
    onMap() {
      entities.onMap();
      void follow(marks.onMap());
    },
  };
}

function makeTab(name: MarksTab, title: string): HTMLButtonElement {
  const controls = `marks-of-${name}`;
  return make("button", { type: "button", role: "tab", "aria-controls": controls }, title);
}
