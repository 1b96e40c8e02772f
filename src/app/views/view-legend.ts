/** The legend of a view's colours, over a corner of the map. */

import "./views.css";
import type { ViewRow } from "../../render/inspect/legend.ts";
import { byId, make } from "../dom.ts";

export interface ViewLegend {
  /** Shows a view's legend; `null` hides it. */
  readonly show: (view: ViewRow | null) => void;
}

/** @param onClose called to return to the plain picture */
export function createViewLegend(onClose: () => void): ViewLegend {
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
