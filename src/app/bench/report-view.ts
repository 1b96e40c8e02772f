/** Reports on the page: drawn to the width that there is, and anew when that changes. */

import { buildReportBody, PLOT_STYLE } from "../../bench/plots/index.ts";
import { cleanText, type MarkupChild } from "../../bench/plots/run-table.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { byId, setText } from "../dom.ts";

// Lets the arrow keys walk along a chart's frames, and says what each took.

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Of all charts in a container, now and later. `live` is read out when it changes. */
function bindFrameCursor(container: HTMLElement, live: HTMLElement): void {
  container.addEventListener("keydown", (event) => {
    const picture = (event.target as Element).closest?.(".plot-picture");
    const step = STEPS[event.key];
    if (!picture || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const hits = [...picture.querySelectorAll(".plot-hit")];
    if (hits.length === 0) return;
    event.preventDefault();
    const current = hits.findIndex((hit) => hit.classList.contains("is-current"));
    const from = current < 0 ? (step < 0 ? hits.length : -1) : current;
    const next = Math.min(hits.length - 1, Math.max(0, from + step));
    hits[current]?.classList.remove("is-current");
    hits[next].classList.add("is-current");
    setText(live, hits[next].querySelector("text")?.textContent ?? "");
  });
  container.addEventListener("focusout", (event) => {
    const picture = (event.target as Element).closest(".plot-picture");
    for (const hit of picture?.querySelectorAll(".is-current") ?? []) {
      hit.classList.remove("is-current");
    }
  });
}

// Markup as elements of the page: names from files become text and attribute values, never markup.

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

function toDom(child: MarkupChild, parentNamespace = HTML): Node {
  if (typeof child === "string") return document.createTextNode(cleanText(child));
  const namespace = child.tag === "svg" ? SVG : parentNamespace;
  const element = document.createElementNS(namespace, child.tag);
  for (const [name, value] of Object.entries(child.attributes)) {
    element.setAttribute(name, cleanText(value));
  }
  element.append(...child.children.map((one) => toDom(one, namespace)));
  return element;
}

export interface ReportView {
  readonly shown: readonly BenchReport[];
  show(reports: readonly BenchReport[]): void;
}

/** Widths are rounded down to this, so that a scroll bar that comes or goes changes nothing. */
const WIDTH_STEP = 20;

export function createReportView(): ReportView {
  const container = byId("bench-results");
  let shown: readonly BenchReport[] = [];
  let drawnWidth = 0;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PLOT_STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  bindFrameCursor(container, byId("bench-live"));

  const draw = (): void => {
    drawnWidth = Math.floor(container.clientWidth / WIDTH_STEP) * WIDTH_STEP;
    const nodes = shown.length === 0 ? [] : buildReportBody(shown, drawnWidth);
    container.replaceChildren(...nodes.map((one) => toDom(one)));
  };
  new ResizeObserver(() => {
    const width = Math.floor(container.clientWidth / WIDTH_STEP) * WIDTH_STEP;
    if (shown.length > 0 && width !== drawnWidth) draw();
  }).observe(container);

  return {
    get shown() {
      return shown;
    },
    show(reports) {
      shown = reports;
      draw();
    },
  };
}
