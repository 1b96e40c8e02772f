/** The panel's choice of a view, in groups, with its legend. */

import { findView, VIEWS } from "../../render/inspect/view-list.ts";
import type { Viewer } from "../../viewer/index.ts";
import { byId, make, setText } from "../dom.ts";
import "./views.css";
import type { ViewRow } from "../../render/inspect/legend.ts";

export interface ViewChoice {
  /** Shows the viewer's current view. */
  readonly show: () => void;
  /** Selects the next or previous view. */
  readonly step: (by: 1 | -1) => void;
}

const USUAL = "As it looks";

let made: ViewChoice | null = null;

/** Returns the page's only view choice and creates it on the first call. */
export function viewChoice(container: HTMLElement, viewer: Viewer): ViewChoice {
  made ??= createViewChoice(container, viewer);
  return made;
}

function createViewChoice(container: HTMLElement, viewer: Viewer): ViewChoice {
  const groups = [...new Set(VIEWS.map(({ group }) => group))];
  const options = groups.map((group) => {
    const rows = VIEWS.filter((view) => view.group === group);
    const of = rows.map(({ name, title }) => make("option", { value: name }, title));
    return make("optgroup", { label: group }, ...of);
  });
  const select = make(
    "select",
    { id: "view-choice", "aria-labelledby": "views-title", "aria-describedby": "view-about" },
    make("option", { value: "" }, USUAL),
    ...options,
  );
  const about = make("p", { id: "view-about", class: "note" });
  const legend = createViewLegend(() => choose(""));
  container.replaceChildren(select, about);

  const show = (): void => {
    const view = findView(viewer.settings.view);
    select.value = view?.name ?? "";
    setText(about, view?.about ?? "How surfaces are shown (K: the next).");
    legend.show(view ?? null);
  };
  const choose = (name: string): void => {
    viewer.settings.view = name;
    show();
  };
  select.addEventListener("change", () => choose(select.value));
  return {
    show,
    step(by) {
      const names = ["", ...VIEWS.map(({ name }) => name)];
      const at = Math.max(names.indexOf(viewer.settings.view), 0);
      choose(names[(at + by + names.length) % names.length]);
    },
  };
}

interface ViewLegend {
  /** Shows a view's legend; `null` hides it. */
  readonly show: (view: ViewRow | null) => void;
}

/** @param onClose called to return to the plain picture */
function createViewLegend(onClose: () => void): ViewLegend {
  const title = make("h2", {});
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": "Back to the usual picture" },
    "×",
  );
  const about = make("p", { class: "note" });
  const rows = make("ul", {});
  const legend = make(
    "section",
    { id: "view-legend", "aria-label": "What the colours mean", "aria-live": "polite" },
    make("header", {}, title, close),
    about,
    rows,
  );
  legend.hidden = true;
  close.addEventListener("click", onClose);
  // Placed below the messages.
  byId("notes").append(legend);
  let shown: ViewRow | null = null;
  return {
    show(view) {
      if (view === shown) return;
      shown = view;
      legend.hidden = view === null;
      title.textContent = view?.title ?? "";
      about.textContent = view?.about ?? "";
      rows.replaceChildren(
        ...(view?.legend ?? []).map(({ color, label }) => makeRow(color, label)),
      );
    },
  };
}

function makeRow(color: string, label: string): HTMLElement {
  const swatch = make("span", { class: "swatch" });
  swatch.style.backgroundColor = color;
  return make("li", {}, swatch, label);
}
